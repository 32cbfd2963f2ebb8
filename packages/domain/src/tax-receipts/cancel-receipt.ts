import type { Db } from '@linework/db/db';
import { conflict } from '@linework/problem-details/make-problem';
import type { TaxReceipt } from '@linework/schemas/tax-receipts/tax-receipt';
import { cancellationDeadline } from '@linework/tax-documents/cancellation-deadline';
import { crashPoint } from '../orders/crash-points.ts';
import { askAuthority, type TaxDeps } from './ask-authority.ts';
import { raiseUnlessDone } from './authority-outcome.ts';
import { cancelAtOnce, discardDraft, noteCancellation } from './end-receipt.ts';
import { findReceipt } from './find-receipt.ts';
import { takeOver } from './lease.ts';
import { lockReceipt, type ReceiptAtHand, type ReceiptRequested } from './receipt-at-hand.ts';
import type { TaxSettings } from './tax-settings.ts';

export interface CancelAsked extends ReceiptRequested {
  /** 15 to 255 characters. */
  readonly reason: string;
}

/**
 * Discards a draft or cancels an issued receipt; of model 62 with the authority. A draft of which it is not known whether the authority has authorised
 * it is settled first, and cancelled like any issued one if it was. Raises conflict with the `deadline` when it is too late, 422 where the
 * authority refuses, 503 where it does not answer. A repetition of a request that the job has carried on is answered as the
 * request would have been.
 */
export async function cancelReceipt(deps: TaxDeps, asked: CancelAsked): Promise<TaxReceipt> {
  const awaited = await deps.db.transaction((tx) => prepareCancel(tx, asked, deps.tax));
  if (awaited === undefined) return findReceipt(deps.db, asked);
  crashPoint('after-canceling');
  const outcome = await askAuthority(deps, awaited);
  // A refused draft has no document at the authority, and is discarded next.
  if (awaited.status === 'ACTIVE' || outcome.kind === 'unanswered') raiseUnlessDone(outcome);
  return awaited.status === 'ACTIVE' ? findReceipt(deps.db, asked) : cancelReceipt(deps, asked);
}

/** The receipt that the authority has to be asked about; undefined where it is cancelled with this, or was before. */
async function prepareCancel(tx: Db, asked: CancelAsked, tax: TaxSettings): Promise<ReceiptAtHand | undefined> {
  const receipt = await lockReceipt(tx, asked, 'cancel');
  if (!receipt) return undefined;
  // What a draft awaits is its issue, which somebody else has asked for.
  if (receipt.dueAt !== null) return takeOver(tx, receipt, tax.leaseMs, receipt.status === 'ACTIVE' ? asked.askedUnder : undefined);
  if (receipt.status === 'DRAFT') return discardDraft(tx, receipt, asked);
  if (receipt.documentModel !== '62') return cancelAtOnce(tx, receipt, asked);
  refuseWhenTooLate(receipt);
  return noteCancellation(tx, receipt, { asked, tax });
}

function refuseWhenTooLate({ issuedAt, uf, now }: ReceiptAtHand): void {
  const deadline = issuedAt && cancellationDeadline(issuedAt, uf);
  if (deadline === null || now < deadline) return;
  throw conflict('It is too late: an NFCom is cancelled within 120 hours after the month of its authorisation.', {
    code: 'cancellation-deadline-over',
    deadline: deadline.toISOString(),
  });
}
