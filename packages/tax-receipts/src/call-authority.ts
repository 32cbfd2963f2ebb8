import type { Db } from '@linework/db/db';
import { reachCrashPoint } from '@linework/engine/model/crash-points';
import { PermanentError, TransientError } from '@linework/engine/model/system-errors';
import { callOrFind } from '@linework/partners/durable-call/call-or-find';
import { recordResponse } from '@linework/partners/durable-call/record-failure';
import { postponeCall } from '@linework/partners/durable-call/schedule-calls';
import type { AuthorityResponse, TaxAuthority } from '@linework/partners/tax-authority';
import type { TaxSettings } from '@linework/tax-documents/tax-settings';
import type { AuthorityOutcome } from './authority-outcome.ts';
import { findPurpose, type Purpose } from './authority-purposes.ts';
import { type LeasedReceipt, type ReceiptSnapshot, receiptCall } from './receipt-snapshot.ts';

export interface AuthorityDeps {
  /** Never inside a transaction: the record must be committed before the authority is called. */
  readonly db: Pick<Db, 'query'>;
  readonly taxAuthority: TaxAuthority;
}

export interface TaxDeps extends AuthorityDeps {
  readonly db: Db;
  readonly tax: TaxSettings;
}

/**
 * Calls the authority for a request about a receipt whose lease the caller holds. Without a response the call is
 * repeated later, and the outcome says when. Any response ends the record of unanswered calls.
 */
export async function callAuthority(deps: AuthorityDeps, receipt: LeasedReceipt): Promise<AuthorityOutcome> {
  const { db } = deps;
  try {
    const outcome = await askAuthority(deps, receipt);
    if (receipt.isUnanswered) await recordResponse(db, receiptCall.kind, receipt.id);
    return outcome;
  } catch (error) {
    if (!(error instanceof TransientError)) throw error;
    // It cannot be postponed if another caller has acquired it since.
    return { kind: 'unanswered', retryAfterSeconds: (await postponeCall(db, receiptCall, receipt)) ?? 1 };
  }
}

/**
 * Calls the authority about a receipt whose lease the caller holds, and records the response. It first looks up whether
 * an earlier call took effect, so that the authority authorises each receipt once even if a process dies. Raises a
 * `TransientError` without a response.
 */
export async function askAuthority(
  { db, taxAuthority }: AuthorityDeps,
  receipt: LeasedReceipt,
): Promise<AuthorityOutcome> {
  const purpose = findPurpose(receipt);
  try {
    const response = await fetchResponse(taxAuthority, purpose, receipt);
    reachCrashPoint('after-authority');
    const { protocol, at } = response;
    await db.query(purpose.settleStatement, {
      id: receipt.id,
      accessKey: receipt.accessKey,
      protocol,
      response,
      at,
      keyId: receipt.requestedBy,
    });
    return { kind: 'done' };
  } catch (error) {
    if (!(error instanceof PermanentError)) throw error;
    const rejection = { code: error.code, detail: error.message };
    await db.query(purpose.refuseStatement, {
      id: receipt.id,
      accessKey: receipt.accessKey,
      attempt: receipt.attempt,
      refusal: rejection,
      keyId: receipt.requestedBy,
    });
    return { kind: 'refused', ...rejection };
  }
}

async function fetchResponse(
  authority: TaxAuthority,
  purpose: Purpose,
  receipt: ReceiptSnapshot,
): Promise<AuthorityResponse> {
  const [accessKey, signedXml] = [receipt.accessKey, purpose.getDocument(receipt)];
  if (accessKey === null || signedXml === null)
    throw new Error(`the tax receipt ${receipt.id} awaits the authority without a document`);
  const findEarlier = async () => purpose.findEarlier(await authority.findReceipt(accessKey));
  const earlier = receipt.attempt > 1 ? await findEarlier() : undefined;
  if (earlier) return earlier;
  const call = () => purpose.call(authority, { key: purpose.buildKey(receipt) }, { accessKey, signedXml });
  // The authority may refuse a receipt that it has authorised before as a duplicate: then its stored state counts.
  return callOrFind(call, findEarlier, (refusal) => Promise.reject(refusal));
}
