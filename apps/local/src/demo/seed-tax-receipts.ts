import { randomInt } from 'node:crypto';
import { cancelReceipt } from '@linework/tax-receipts/cancel-receipt';
import { draftReceipt } from '@linework/tax-receipts/draft-receipt';
import { issueReceipt } from '@linework/tax-receipts/issue-receipt';
import { createSupplier } from '@linework/tax-receipts/suppliers/create-supplier';
import { cnpj } from 'cpf-cnpj-validator';
import type { DemoContext } from './demo-context.ts';
import type { DemoInvoices } from './seed-invoices.ts';

/** One receipt for each status. */
export interface DemoTaxReceipts {
  readonly DRAFT: string;
  readonly ACTIVE: string;
  readonly CANCELED: string;
}

const address = {
  street: 'Avenida Paulista',
  number: '1000',
  district: 'Bela Vista',
  cityCode: '3550308',
  city: 'São Paulo',
  postalCode: '01310100',
  state: 'SP',
} as const;

/** Creates a supplier that issues receipts of model 62, and one receipt in each status. */
export async function seedTaxReceipts(
  context: DemoContext,
  invoices: DemoInvoices,
): Promise<{ readonly supplierId: string; readonly taxReceiptIds: DemoTaxReceipts }> {
  const { db, caller, tax, partners } = context;
  const supplier = {
    name: 'Linework Telecomunicações Ltda.',
    tradeName: 'Linework',
    stateTaxId: '110042490114',
    regime: 'NORMAL',
    collectorCode: '0482',
  } as const;
  const { id: supplierId } = await createSupplier(db, { caller, ...supplier, federalTaxId: randomCnpj(), address });
  const deps = { db, tax, taxAuthority: partners.taxAuthority };
  const draft = async (invoiceId: string) =>
    (await draftReceipt(db, tax, { caller, invoiceId, documentModel: '62', supplierId })).id;
  const issue = async (receiptId: string) => (await issueReceipt(deps, { caller, receiptId })).id;
  const taxReceiptIds = {
    DRAFT: await draft(invoices.open),
    ACTIVE: await issue(await draft(invoices.paid)),
    CANCELED: await issue(await draft(invoices.overdue)),
  };
  await cancelReceipt(deps, {
    caller,
    receiptId: taxReceiptIds.CANCELED,
    reason: 'Emitida para a demonstração do cancelamento',
  });
  return { supplierId, taxReceiptIds };
}

/**
 * The tax authority keeps its state longer than a deleted database. A random CNPJ makes each demo a new company, whose
 * numbers begin at 1.
 */
function randomCnpj(): string {
  const root = `${String(randomInt(10_000_000, 100_000_000))}0001`;
  const candidates = Array.from({ length: 100 }, (_, check) => `${root}${String(check).padStart(2, '0')}`);
  return candidates.find((digits) => cnpj.isValid(digits)) as string;
}
