import type { Log } from '@linework/log/log';
import { codeOfFailure } from '../partners/unanswered/code-of-failure.ts';
import { noteFailure, usualAnswerLimitMs } from '../partners/unanswered/note-failure.ts';
import { type AuthorityDeps, askAuthority } from './ask-authority.ts';
import { claimDue, putOff } from './lease.ts';
import type { ReceiptAtHand } from './receipt-at-hand.ts';

const mostAtOnce = 16;

export interface AskingDeps extends AuthorityDeps {
  readonly leaseMs: number;
  readonly log: Log;
  /** The age at which calls without an answer stop; a day unless told otherwise. */
  readonly answerLimitMs?: number | undefined;
  /** Goes on while the process is stopped, and nobody sets it. */
  readonly monotonicMs?: () => number;
}

/**
 * Asks the tax authority about every receipt that is due: where it did not answer, or whoever asked has died. May run anywhere, also many at once; says
 * how many were asked about. Whoever was stopped until half of the lease was over asks nothing: the receipt is due again when it ends. One that fails for a reason of our own is told in the log and put off, and stops no other.
 */
export async function askDueReceipts(deps: AskingDeps): Promise<number> {
  const { leaseMs, monotonicMs = () => performance.now() } = deps;
  let count = 0;
  for (;;) {
    const sentMs = monotonicMs();
    const due = await claimDue(deps.db, mostAtOnce, leaseMs);
    await Promise.all(due.map((receipt) => (monotonicMs() - sentMs > leaseMs / 2 ? leave(deps, receipt) : askOrPutOff(deps, receipt))));
    count += due.length;
    if (due.length < mostAtOnce) return count;
  }
}

function leave({ log }: AskingDeps, { id }: ReceiptAtHand): void {
  log.warn({ taxReceiptId: id }, 'a tax receipt was taken and not asked about: this worker stood still, and its lease is nearly over');
}

async function askOrPutOff(deps: AskingDeps, receipt: ReceiptAtHand): Promise<void> {
  try {
    const outcome = await askAuthority(deps, receipt);
    if (outcome.kind === 'unanswered') await noteUnanswered(deps, receipt, outcome.code);
  } catch (error) {
    deps.log.error({ err: error, taxReceiptId: receipt.id }, 'a tax receipt could not be settled');
    await putOff(deps.db, receipt);
    await noteUnanswered(deps, receipt, codeOfFailure(error));
  }
}

async function noteUnanswered({ db, log, answerLimitMs: limitMs = usualAnswerLimitMs }: AskingDeps, { id }: ReceiptAtHand, code: string): Promise<void> {
  const stopped = await noteFailure(db, { kind: 'tax-receipt', recordId: id, code, limitMs });
  if (stopped) log.warn({ taxReceiptId: id, code }, 'the tax authority has not answered about a receipt for too long; an operator has to decide');
}
