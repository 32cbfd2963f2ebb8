import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { isUniqueViolation } from '@linework/db/errors';
import { writeEvent } from '@linework/events/insert-event';
import { listEffectiveReceipts } from '@linework/invoices/effective-receipts';
import { lockInvoice } from '@linework/invoices/lock-invoice';
import { conflict, unprocessableRequest } from '@linework/problem-details/make-problem';
import { taxReceiptStatusEvents } from '@linework/schemas/events';
import { printRecord } from '@linework/schemas/print-record';
import { type Supplier, supplier } from '@linework/schemas/tax-receipts/supplier';
import type { DocumentModel, TaxReceipt } from '@linework/schemas/tax-receipts/tax-receipt';
import { findStatesOfNumber } from '@linework/tax-documents/area-codes';
import type { TaxSettings } from '@linework/tax-documents/tax-settings';
import { v7 as newId } from 'uuid';
import { assertValidContent } from './content/assert-valid-content.ts';
import { type BilledInvoice, findBilledInvoice } from './content/billed-invoice.ts';
import { buildContent } from './content/build-content.ts';
import { toNationalNumber } from './content/build-customer.ts';
import { toIssuer } from './content/to-tax-address.ts';
import { printReceipt } from './find-receipt.ts';
import { readTaxRates } from './rates/read-tax-rates.ts';

export interface ReceiptInput {
  readonly caller: Caller;
  readonly invoiceId: string;
  readonly documentModel: DocumentModel;
  readonly supplierId?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Drafts a receipt from an invoice with its current content. Raises 422 with everything that keeps it from being a
 * receipt, and conflict when the invoice has a receipt of that model, has another fiscal document, or is not owed.
 */
export function draftReceipt(
  db: Db,
  { environment }: Pick<TaxSettings, 'environment'>,
  input: ReceiptInput,
): Promise<TaxReceipt> {
  const { caller, invoiceId, documentModel, metadata = {} } = input;
  return db.transaction(async (tx) => {
    // A request that voids the invoice waits for the same row; the second request sees the change of the first.
    await lockInvoice(tx, invoiceId, caller.brokerId);
    const invoice = await findBilledInvoice(tx, { caller, invoiceId });
    const { brokerId, customerId, totalAmount } = invoice;
    const supplier = await findSupplierOf(tx, invoice, input.supplierId);
    if (documentModel !== 'DEBIT_RECEIPT') await assertNoOtherFiscalReceipt(tx, invoice, documentModel);
    const taxRates = await readTaxRates(tx, toIssuer(supplier), new Date());
    const content = buildContent({ documentModel, environment, supplier, invoice, taxRates });
    assertValidContent(content);
    const owners = { brokerId, customerId, supplierId: supplier.id, invoiceId };
    const receiptValues = {
      documentModel,
      uf: supplier.address.state,
      totalAmount,
      content: content as object,
      metadata: metadata as object,
    };
    const created = await tx.prisma.taxReceipt
      .create({ data: { id: newId(), status: 'DRAFT', ...owners, ...receiptValues } })
      .catch(throwReceiptConflict);
    const event = { type: taxReceiptStatusEvents.DRAFT, id: created.id, brokerId, to: 'DRAFT', keyId: caller.keyId };
    await writeEvent(tx, event);
    return printReceipt(created);
  });
}

/** A revenue has one fiscal document; an invoice of zero has none. The invoice is locked. */
async function assertNoOtherFiscalReceipt(
  tx: Db,
  { id, totalAmount }: BilledInvoice,
  documentModel: DocumentModel,
): Promise<void> {
  const effectiveReceipts = await listEffectiveReceipts(tx, id);
  const other = effectiveReceipts.find(
    (receipt) => receipt.documentModel !== documentModel && receipt.documentModel !== 'DEBIT_RECEIPT',
  );
  if (other)
    throw conflict(`This invoice has a receipt of model ${other.documentModel}.`, {
      code: 'fiscal-receipt-exists',
      taxReceiptId: other.id,
    });
  if (totalAmount.isZero())
    throw unprocessableRequest('The invoice total is 0.00, so a receipt has nothing to bill.', {
      code: 'nothing-to-bill',
    });
}

/** The given supplier, the broker's only one, or the only one that is enrolled in the state of the line's area code. */
async function findSupplierOf(
  tx: Db,
  { brokerId, subscription }: BilledInvoice,
  supplierId: string | undefined,
): Promise<Supplier> {
  const all = await tx.prisma.supplier.findMany({
    where: { brokerId, ...(supplierId !== undefined && { id: supplierId }) },
  });
  const suppliers = all.map((record) => printRecord(supplier, record));
  const states = findStatesOfNumber(toNationalNumber(subscription.lines[0]?.msisdn ?? '') ?? '');
  const [found, another] =
    suppliers.length > 1 ? suppliers.filter(({ address }) => states.includes(address.state)) : suppliers;
  if (suppliers.length > 1 && (found === undefined || another))
    throw unprocessableRequest('The broker has several suppliers. Send `supplierId`.', { code: 'several-suppliers' });
  if (found) return found;
  throw unprocessableRequest(
    supplierId === undefined
      ? 'The broker has no supplier yet. Create one first.'
      : `There is no supplier ${supplierId}.`,
    {
      code: 'unknown-supplier',
    },
  );
}

function throwReceiptConflict(error: unknown): never {
  if (!isUniqueViolation(error, 'one_receipt_per_invoice')) throw error;
  throw conflict('This invoice has a receipt of this model.', { code: 'receipt-exists' });
}
