import type { Db } from '@linework/db/db';
import { conflict } from '@linework/problem-details/make-problem';
import type { TaxReceipt } from '@linework/schemas/tax-receipts/tax-receipt';
import { getCancellationDeadline } from '@linework/tax-documents/get-cancellation-deadline';
import { reachCrashPoint } from '../orders/crash-points.ts';
import { assertDone } from './authority-outcome.ts';
import { callAuthority, type TaxDeps } from './call-authority.ts';
import { cancelWithoutAuthority, discardDraft, recordCancellation } from './end-receipt.ts';
import { findReceipt } from './find-receipt.ts';
import { renewLease } from './receipt-lease.ts';
import { lockReceipt, type ReceiptCommand, type ReceiptSnapshot } from './receipt-snapshot.ts';
import type { TaxSettings } from './tax-settings.ts';

export interface CancelReceiptInput extends ReceiptCommand {
  /** 15 to 255 characters. */
  readonly reason: string;
}

/**
 * Discards a draft or cancels an issued receipt; of model 62 with the authority. A draft of which it is not known whether the authority has authorised
 * it is settled first, and cancelled like any issued one if it was. Raises conflict with the `deadline` when it is too late, 422 where the
 * authority refuses, 503 where it does not answer. A repetition of a request that the job has carried on is answered as the
 * request would have been.
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

/** The receipt that the authority has to be asked about; undefined where it is cancelled with this, or was before. */
async function prepareCancel(tx: Db, input: CancelReceiptInput, tax: TaxSettings): Promise<ReceiptSnapshot | undefined> {
  const receipt = await lockReceipt(tx, input, 'cancel');
  if (!receipt) return undefined;
  // What a draft awaits is its issue, which somebody else has asked for.
  if (receipt.dueAt !== null) return renewLease(tx, receipt, tax.leaseMs, receipt.status === 'ACTIVE' ? input.idempotencyToken : undefined);
  if (receipt.status === 'DRAFT') return discardDraft(tx, receipt, input);
  if (receipt.documentModel !== '62') return cancelWithoutAuthority(tx, receipt, input);
  assertBeforeDeadline(receipt);
  return recordCancellation(tx, receipt, { command: input, tax });
}

function assertBeforeDeadline({ issuedAt, uf, now }: ReceiptSnapshot): void {
  const deadline = issuedAt && getCancellationDeadline(issuedAt, uf);
  if (deadline === null || now < deadline) return;
  throw conflict('It is too late: an NFCom is cancelled within 120 hours after the month of its authorisation.', {
    code: 'cancellation-deadline-over',
    deadline: deadline.toISOString(),
  });
}
