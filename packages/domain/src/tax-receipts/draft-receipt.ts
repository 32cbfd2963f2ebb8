import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { isUniqueViolation } from '@linework/db/errors';
import { conflict, impossibleRequest } from '@linework/problem-details/make-problem';
import { taxReceiptArrivals } from '@linework/schemas/events';
import type { Supplier } from '@linework/schemas/tax-receipts/supplier';
import type { DocumentModel, TaxReceipt } from '@linework/schemas/tax-receipts/tax-receipt';
import { v7 as newId } from 'uuid';
import { lockInvoice } from '../invoices/lock-invoice.ts';
import { listStandingReceipts } from '../invoices/standing-receipts.ts';
import { type BilledInvoice, findBilledInvoice } from './billed-invoice.ts';
import { drawUp } from './draw-up.ts';
import { refuseContent } from './refuse-content.ts';
import { showReceipt } from './show-receipt.ts';
import { showSupplier } from './show-supplier.ts';
import type { TaxSettings } from './tax-settings.ts';

export interface NewReceipt {
  readonly caller: Caller;
  readonly invoiceId: string;
  readonly documentModel: DocumentModel;
  readonly supplierId?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Drafts a receipt from an invoice, with what is on it as it is now. Raises 422 with everything that keeps it from being one, and conflict where the
 * invoice has a receipt of that model, or another that has standing before the tax authority, or is not owed.
 */
export function draftReceipt(db: Db, { environment }: Pick<TaxSettings, 'environment'>, wanted: NewReceipt): Promise<TaxReceipt> {
  const { caller, invoiceId, documentModel, metadata = {} } = wanted;
  return db.transaction(async (tx) => {
    // Who voids it waits for the same row; whoever comes second sees what the first has done.
    await lockInvoice(tx, invoiceId, caller.brokerId);
    const invoice = await findBilledInvoice(tx, { caller, invoiceId });
    const { brokerId, customerId, totalAmount } = invoice;
    const supplier = await supplierFor(tx, brokerId, wanted.supplierId);
    if (documentModel !== 'DEBIT_RECEIPT') await refuseFiscal(tx, invoice, documentModel);
    const content = drawUp({ documentModel, environment, supplier, invoice });
    refuseContent(content);
    const owners = { brokerId, customerId, supplierId: supplier.id, invoiceId };
    const told = { documentModel, uf: supplier.address.state, totalAmount, content: content as object, metadata: metadata as object };
    const made = await tx.prisma.taxReceipt.create({ data: { id: newId(), status: 'DRAFT', ...owners, ...told } }).catch(receiptExists);
    const event = { type: taxReceiptArrivals.DRAFT, resourceType: 'tax-receipt', resourceId: made.id, toStatus: 'DRAFT', brokerId, keyId: caller.keyId };
    await tx.prisma.event.create({ data: event });
    return showReceipt(made);
  });
}

/** A revenue has one fiscal document, and one that comes to nothing has none. The invoice is held. */
async function refuseFiscal(tx: Db, { id, totalAmount }: BilledInvoice, documentModel: DocumentModel): Promise<void> {
  const standing = await listStandingReceipts(tx, id);
  const other = standing.find((receipt) => receipt.documentModel !== documentModel && receipt.documentModel !== 'DEBIT_RECEIPT');
  if (other) throw conflict(`This invoice has a receipt of model ${other.documentModel}.`, { code: 'fiscal-receipt-exists', taxReceiptId: other.id });
  if (totalAmount.isZero()) throw impossibleRequest('The invoice comes to 0.00: a receipt has nothing to bill.', { code: 'nothing-to-bill' });
}

async function supplierFor(tx: Db, brokerId: string, asked: string | undefined): Promise<Supplier> {
  const [found, another] = await tx.prisma.supplier.findMany({ where: { brokerId, ...(asked !== undefined && { id: asked }) }, take: 2 });
  if (another) throw impossibleRequest('The broker has several suppliers: say which.', { code: 'several-suppliers' });
  if (found) return showSupplier(found);
  throw impossibleRequest(asked === undefined ? 'The broker has no supplier yet.' : `There is no supplier ${asked}.`, { code: 'unknown-supplier' });
}

function receiptExists(error: unknown): never {
  if (!isUniqueViolation(error, 'one_receipt_per_invoice')) throw error;
  throw conflict('This invoice has a receipt of this model.', { code: 'receipt-exists' });
}
