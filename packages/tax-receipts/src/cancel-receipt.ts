import type { Db } from '@linework/db/db';
import { reachCrashPoint } from '@linework/engine/model/crash-points';
import { conflict } from '@linework/problem-details/make-problem';
import type { TaxReceipt } from '@linework/schemas/tax-receipts/tax-receipt';
import { getCancellationDeadline } from '@linework/tax-documents/get-cancellation-deadline';
import type { TaxSettings } from '@linework/tax-documents/tax-settings';
import { assertDone } from './authority-outcome.ts';
import { callAuthority, type TaxDeps } from './call-authority.ts';
import { cancelWithoutAuthority, discardDraft, recordCancellation } from './end-receipt.ts';
import { findReceipt } from './find-receipt.ts';
import { renewLease } from './receipt-lease.ts';
import { type LeasedReceipt, lockReceipt, type ReceiptCommand, type ReceiptSnapshot } from './receipt-snapshot.ts';

export interface CancelReceiptInput extends ReceiptCommand {
  /** 15 to 255 characters. */
  readonly reason: string;
}

/**
 * Discards a draft or cancels an issued receipt; model 62 is cancelled with the authority. If it is unknown whether the
 * authority has authorised a draft, that is settled first, and an authorised draft is cancelled like any issued
 * receipt. Raises conflict with the `deadline` when it is too late, 422 when the authority refuses, and 503 when it
 * does not respond. When the job has completed a request, its repetition gets the response of that request.
 */
export async function cancelReceipt(deps: TaxDeps, input: CancelReceiptInput): Promise<TaxReceipt> {
  const pending = await deps.db.transaction((tx) => prepareCancel(tx, input, deps.tax));
  if (pending === undefined) return findReceipt(deps.db, input);
  reachCrashPoint('after-canceling');
  const outcome = await callAuthority(deps, pending);
  // A refused draft has no document at the authority, and is discarded next.
  if (pending.status === 'ACTIVE' || outcome.kind === 'unanswered') assertDone(outcome);
  return pending.status === 'ACTIVE' ? findReceipt(deps.db, input) : cancelReceipt(deps, input);
}

/** The receipt for which the authority must be called; undefined when it is cancelled now or was before. */
async function prepareCancel(tx: Db, input: CancelReceiptInput, tax: TaxSettings): Promise<LeasedReceipt | undefined> {
  const receipt = await lockReceipt(tx, input, 'cancel');
  if (!receipt) return undefined;
  // A draft awaits its issue, which another request has started.
  if (receipt.dueAt !== null)
    return renewLease(tx, receipt, tax.leaseMs, receipt.status === 'ACTIVE' ? input.idempotencyToken : undefined);
  if (receipt.status === 'DRAFT') return discardDraft(tx, receipt, input);
  if (receipt.documentModel !== '62') return cancelWithoutAuthority(tx, receipt, input);
  assertBeforeDeadline(receipt);
  return recordCancellation(tx, receipt, { command: input, tax });
}

function assertBeforeDeadline({ issuedAt, uf, now }: ReceiptSnapshot): void {
  const deadline = issuedAt && getCancellationDeadline(issuedAt, uf);
  if (deadline === null || now < deadline) return;
  throw conflict('It is too late: an NFCom can be cancelled until 120 hours after the month of its authorisation.', {
    code: 'cancellation-deadline-over',
    deadline: deadline.toISOString(),
  });
}
