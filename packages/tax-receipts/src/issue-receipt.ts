import type { Db } from '@linework/db/db';
import { reachCrashPoint } from '@linework/engine/model/crash-points';
import { conflict } from '@linework/problem-details/make-problem';
import type { TaxReceipt } from '@linework/schemas/tax-receipts/tax-receipt';
import type { TaxSettings } from '@linework/tax-documents/tax-settings';
import { assignNumber } from './assign-number.ts';
import { assertDone } from './authority-outcome.ts';
import { callAuthority, type TaxDeps } from './call-authority.ts';
import { findBilledInvoice } from './content/billed-invoice.ts';
import { buildContent } from './content/build-content.ts';
import type { ReceiptContent } from './content/receipt-content.ts';
import { findReceipt } from './find-receipt.ts';
import { renewLease } from './receipt-lease.ts';
import { type LeasedReceipt, lockReceipt, type ReceiptCommand } from './receipt-snapshot.ts';
import { findSupplier } from './suppliers/find-supplier.ts';

/**
 * Issues a draft: its number is assigned in a separate transaction, and model 62 is authorised after that. Raises 422 when the authority refuses, 503
 * when it does not respond (a job repeats the call), and conflict while another request is issuing it. When the job has completed a request, its
 * repetition gets the response of that request.
 */
export async function issueReceipt(deps: TaxDeps, command: ReceiptCommand): Promise<TaxReceipt> {
  const pending = await deps.db.transaction((tx) => prepareIssue(tx, command, deps.tax));
  reachCrashPoint('after-number');
  if (pending) assertDone(await callAuthority(deps, pending));
  return findReceipt(deps.db, command);
}

/** The receipt for which the authority must be called; undefined when it is issued now or was before. */
async function prepareIssue(tx: Db, command: ReceiptCommand, tax: TaxSettings): Promise<LeasedReceipt | undefined> {
  const { caller } = command;
  const receipt = await lockReceipt(tx, command, 'issue');
  if (!receipt) return undefined;
  if (receipt.dueAt !== null) return renewLease(tx, receipt, tax.leaseMs, command.idempotencyToken);
  const invoice = await findBilledInvoice(tx, { caller, invoiceId: receipt.invoiceId });
  if (receipt.refusal === null) return assignNumber(tx, receipt, { content: receipt.content as ReceiptContent, command, tax });
  // The errors of a refused receipt are corrected at their source: the holder or the supplier.
  const supplier = await findSupplier(tx, { caller, supplierId: receipt.supplierId });
  if (supplier.address.state !== receipt.uf)
    throw conflict('The supplier has moved to another state. Discard this draft and create another.', { code: 'supplier-moved' });
  const content = buildContent({ documentModel: receipt.documentModel, environment: tax.environment, supplier, invoice });
  return assignNumber(tx, receipt, { content, command, tax });
}
