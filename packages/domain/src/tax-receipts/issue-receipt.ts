import type { Db } from '@linework/db/db';
import { conflict } from '@linework/problem-details/make-problem';
import type { TaxReceipt } from '@linework/schemas/tax-receipts/tax-receipt';
import { crashPoint } from '../orders/crash-points.ts';
import { askAuthority, type TaxDeps } from './ask-authority.ts';
import { raiseUnlessDone } from './authority-outcome.ts';
import { findBilledInvoice } from './billed-invoice.ts';
import { drawUp } from './draw-up.ts';
import { findReceipt } from './find-receipt.ts';
import { findSupplier } from './find-supplier.ts';
import { giveNumber } from './give-number.ts';
import { takeOver } from './lease.ts';
import { lockReceipt, type ReceiptAtHand, type ReceiptRequested } from './receipt-at-hand.ts';
import type { ReceiptContent } from './receipt-content.ts';
import type { TaxSettings } from './tax-settings.ts';

/**
 * Issues a draft: its number is given in a transaction of its own, and model 62 is authorised after that. Raises 422 where the authority refuses, 503
 * where it does not answer (a job asks on), and conflict while somebody else is at it. A repetition of a request that the job has carried on is
 * answered as the request would have been.
 */
export async function issueReceipt(deps: TaxDeps, asked: ReceiptRequested): Promise<TaxReceipt> {
  const awaited = await deps.db.transaction((tx) => prepareIssue(tx, asked, deps.tax));
  crashPoint('after-number');
  if (awaited) raiseUnlessDone(await askAuthority(deps, awaited));
  return findReceipt(deps.db, asked);
}

/** The receipt that the authority has to be asked about; undefined where it is issued with this, or was before. */
async function prepareIssue(tx: Db, asked: ReceiptRequested, tax: TaxSettings): Promise<ReceiptAtHand | undefined> {
  const { caller } = asked;
  const receipt = await lockReceipt(tx, asked, 'issue');
  if (!receipt) return undefined;
  if (receipt.dueAt !== null) return takeOver(tx, receipt, tax.leaseMs, asked.askedUnder);
  const invoice = await findBilledInvoice(tx, { caller, invoiceId: receipt.invoiceId });
  if (receipt.refusal === null) return giveNumber(tx, receipt, { content: receipt.content as ReceiptContent, asked, tax });
  // What was refused was corrected where it comes from: with the holder or the supplier.
  const supplier = await findSupplier(tx, { caller, supplierId: receipt.supplierId });
  if (supplier.address.state !== receipt.uf)
    throw conflict('The supplier is in another state now: discard this draft and make another.', { code: 'supplier-moved' });
  const content = drawUp({ documentModel: receipt.documentModel, environment: tax.environment, supplier, invoice });
  return giveNumber(tx, receipt, { content, asked, tax });
}
