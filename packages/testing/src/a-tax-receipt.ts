import type { Db } from '@linework/db/db';
import { cancelReceipt } from '@linework/domain/tax-receipts/cancel-receipt';
import { draftReceipt } from '@linework/domain/tax-receipts/draft-receipt';
import { issueReceipt } from '@linework/domain/tax-receipts/issue-receipt';
import type { TaxAuthority } from '@linework/partners/tax-authority';
import type { DocumentModel, TaxReceipt } from '@linework/schemas/tax-receipts/tax-receipt';
import type { TaxReceiptStatus } from '@linework/schemas/tax-receipts/tax-receipt.lifecycle';
import { aBilledInvoice } from './a-billed-invoice.ts';
import { aSupplier } from './a-supplier.ts';
import { anOperator } from './callers.ts';
import { testTaxSettings } from './test-tax-settings.ts';

export interface ReceiptOptions {
  readonly brokerId: string;
  readonly customerId?: string;
  readonly documentModel?: DocumentModel;
  readonly amount?: string;
  /** Needed for model 62, unless the receipt stays a draft. */
  readonly taxAuthority?: TaxAuthority;
}

/** A receipt of a new invoice. It reached its status by the functions of the domain. The default model needs no tax authority. */
export async function aTaxReceipt(db: Db, status: TaxReceiptStatus, options: ReceiptOptions): Promise<TaxReceipt> {
  const { brokerId, customerId, documentModel = 'DEBIT_RECEIPT', amount, taxAuthority = unusedTaxAuthority } = options;
  const invoice = await aBilledInvoice(db, { brokerId, ...(customerId !== undefined && { customerId }), ...(amount !== undefined && { amount }) });
  const [existing] = await db.prisma.supplier.findMany({ where: { brokerId }, take: 1 });
  const caller = anOperator();
  const { id: supplierId } = existing ?? (await aSupplier(db, { brokerId }));
  const draft = await draftReceipt(db, testTaxSettings, { caller, invoiceId: invoice.id, documentModel, supplierId });
  if (status === 'DRAFT') return draft;
  const deps = { db, taxAuthority, tax: testTaxSettings };
  const request = { caller, receiptId: draft.id };
  const issued = await issueReceipt(deps, request);
  return status === 'ACTIVE' ? issued : cancelReceipt(deps, { ...request, reason: 'Emitida por engano no teste' });
}

function throwUnused(): never {
  throw new Error('this receipt needs a tax authority; pass one as `taxAuthority`');
}

const unusedTaxAuthority: TaxAuthority = { authorise: throwUnused, registerCancellation: throwUnused, findReceipt: throwUnused };
