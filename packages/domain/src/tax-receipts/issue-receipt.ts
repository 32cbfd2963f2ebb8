import type { Db } from '@linework/db/db';
import { conflict } from '@linework/problem-details/make-problem';
import type { TaxReceipt } from '@linework/schemas/tax-receipts/tax-receipt';
import { reachCrashPoint } from '../orders/crash-points.ts';
import { assignNumber } from './assign-number.ts';
import { assertDone } from './authority-outcome.ts';
import { findBilledInvoice } from './billed-invoice.ts';
import { buildContent } from './build-content.ts';
import { callAuthority, type TaxDeps } from './call-authority.ts';
import { findReceipt } from './find-receipt.ts';
import { findSupplier } from './find-supplier.ts';
import type { ReceiptContent } from './receipt-content.ts';
import { renewLease } from './receipt-lease.ts';
import { lockReceipt, type ReceiptCommand, type ReceiptSnapshot } from './receipt-snapshot.ts';
import type { TaxSettings } from './tax-settings.ts';

/**
 * Issues a draft: its number is given in a transaction of its own, and model 62 is authorised after that. Raises 422 where the authority refuses, 503
 * where it does not answer (a job asks on), and conflict while somebody else is at it. A repetition of a request that the job has carried on is
 * answered as the request would have been.
 */
export async function issueReceipt(deps: TaxDeps, command: ReceiptCommand): Promise<TaxReceipt> {
  const pending = await deps.db.transaction((tx) => prepareIssue(tx, command, deps.tax));
  reachCrashPoint('after-number');
  if (pending) assertDone(await callAuthority(deps, pending));
  return findReceipt(deps.db, command);
}

/** The receipt that the authority has to be asked about; undefined where it is issued with this, or was before. */
async function prepareIssue(tx: Db, command: ReceiptCommand, tax: TaxSettings): Promise<ReceiptSnapshot | undefined> {
  const { caller } = command;
  const receipt = await lockReceipt(tx, command, 'issue');
  if (!receipt) return undefined;
  if (receipt.dueAt !== null) return renewLease(tx, receipt, tax.leaseMs, command.idempotencyToken);
  const invoice = await findBilledInvoice(tx, { caller, invoiceId: receipt.invoiceId });
  if (receipt.refusal === null) return assignNumber(tx, receipt, { content: receipt.content as ReceiptContent, command, tax });
  // What was refused was corrected where it comes from: with the holder or the supplier.
  const supplier = await findSupplier(tx, { caller, supplierId: receipt.supplierId });
  if (supplier.address.state !== receipt.uf)
    throw conflict('The supplier is in another state now: discard this draft and make another.', { code: 'supplier-moved' });
  const content = buildContent({ documentModel: receipt.documentModel, environment: tax.environment, supplier, invoice });
  return assignNumber(tx, receipt, { content, command, tax });
}
