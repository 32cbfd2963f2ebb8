import type { Db } from '@linework/db/db';
import { PassingFault, Refusal } from '../faults.ts';
import { crashPoint } from '../orders/crash-points.ts';
import type { AuthorityAnswer, TaxAuthority } from '../partners/tax-authority.ts';
import { noteAnswer } from '../partners/unanswered/note-failure.ts';
import type { AuthorityOutcome } from './authority-outcome.ts';
import { type Purpose, purposeOf } from './authority-purposes.ts';
import { putOff } from './lease.ts';
import type { ReceiptAtHand } from './receipt-at-hand.ts';
import type { TaxSettings } from './tax-settings.ts';

export interface AuthorityDeps {
  /** Never a transaction: what is noted has to be there before the authority is asked. */
  readonly db: Pick<Db, 'query'>;
  readonly taxAuthority: TaxAuthority;
}

export interface TaxDeps extends AuthorityDeps {
  readonly db: Db;
  readonly tax: TaxSettings;
}

/**
 * Asks the authority about a receipt that the caller has the lease of, and records what it says. Whether it was asked before is looked up first, so
 * that it authorises each receipt once whoever dies on the way. What it does not answer is asked again later. An answer, whoever asked for it, ends what
 * is noted of calls that it did not answer.
 */
export async function askAuthority(deps: AuthorityDeps, receipt: ReceiptAtHand): Promise<AuthorityOutcome> {
  const outcome = await ask(deps, receipt);
  if (outcome.kind !== 'unanswered' && receipt.attempt > 1) await noteAnswer(deps.db, 'tax-receipt', receipt.id);
  return outcome;
}

async function ask({ db, taxAuthority }: AuthorityDeps, receipt: ReceiptAtHand): Promise<AuthorityOutcome> {
  const purpose = purposeOf(receipt);
  try {
    const answer = await answerTo(taxAuthority, purpose, receipt);
    crashPoint('after-authority');
    const { protocol, at } = answer;
    await db.query(purpose.settle, [receipt.id, receipt.accessKey, protocol, JSON.stringify(answer), at, receipt.askedBy]);
    return { kind: 'done' };
  } catch (error) {
    if (error instanceof PassingFault) return { kind: 'unanswered', code: error.code, askedAgainInSeconds: await putOff(db, receipt) };
    if (!(error instanceof Refusal)) throw error;
    const refusal = { code: error.code, detail: error.message };
    await db.query(purpose.refuse, [receipt.id, receipt.accessKey, receipt.attempt, JSON.stringify(refusal), receipt.askedBy]);
    return { kind: 'refused', ...refusal };
  }
}

async function answerTo(authority: TaxAuthority, purpose: Purpose, receipt: ReceiptAtHand): Promise<AuthorityAnswer> {
  const [accessKey, signedXml] = [receipt.accessKey, purpose.documentOf(receipt)];
  if (accessKey === null || signedXml === null) throw new Error(`the tax receipt ${receipt.id} awaits the authority without a document`);
  const look = async () => purpose.earlier(await authority.findReceipt(accessKey));
  const earlier = receipt.attempt > 1 ? await look() : undefined;
  if (earlier) return earlier;
  try {
    return await purpose.ask(authority, { key: purpose.keyOf(receipt) }, { accessKey, signedXml });
  } catch (error) {
    // It may refuse as a duplicate what it has said yes to before: what it knows is the truth.
    const known = error instanceof Refusal ? await look() : undefined;
    if (known) return known;
    throw error;
  }
}
