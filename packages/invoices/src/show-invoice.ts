import { addDays, toDay } from '@linework/billing/civil-day';
import type { Invoice, InvoiceLine, ListedInvoice } from '@linework/schemas/invoices/invoice';

interface Decimal {
  toFixed(places: number): string;
}

/** An invoice as Prisma returns it. */
export interface InvoiceRecord {
  readonly id: string;
  readonly brokerId: string;
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly status: string;
  readonly cycle: number;
  readonly periodFrom: Date;
  readonly periodUntil: Date;
  readonly totalAmount: Decimal;
  readonly dueDate: Date | null;
  readonly openedAt: Date | null;
  readonly paidAt: Date | null;
  readonly overdueAt: Date | null;
  readonly voidedAt: Date | null;
  readonly metadata: unknown;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface InvoiceLineRecord {
  readonly kind: string;
  readonly description: string;
  readonly subscriptionProductId: string;
  readonly productId: string;
  readonly discountId: string | null;
  readonly componentId: string | null;
  readonly amount: Decimal;
  readonly periodFrom: Date;
  readonly periodUntil: Date;
}

/** Maps an invoice to its API form in lists. Members without a value are left out. */
export function showListedInvoice(record: InvoiceRecord): ListedInvoice {
  const { id, brokerId, subscriptionId, customerId, cycle, dueDate, openedAt, paidAt, overdueAt, voidedAt } = record;
  return {
    ...{ id, brokerId, subscriptionId, customerId, cycle, ...periodOf(record) },
    status: record.status as ListedInvoice['status'],
    currency: 'BRL',
    totalAmount: record.totalAmount.toFixed(2),
    ...(dueDate && { dueDate: toDay(dueDate) }),
    ...(openedAt && { openedAt: openedAt.toISOString() }),
    ...(paidAt && { paidAt: paidAt.toISOString() }),
    ...(overdueAt && { overdueAt: overdueAt.toISOString() }),
    ...(voidedAt && { voidedAt: voidedAt.toISOString() }),
    metadata: record.metadata as ListedInvoice['metadata'],
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  };
}

/** Maps a single invoice to its API form, with its lines in order. */
export function showInvoice({
  lines,
  ...record
}: InvoiceRecord & { readonly lines: readonly InvoiceLineRecord[] }): Invoice {
  return { ...showListedInvoice(record), lines: lines.map(showLine) };
}

function showLine({
  discountId,
  componentId,
  description,
  subscriptionProductId,
  productId,
  ...line
}: InvoiceLineRecord): InvoiceLine {
  return {
    ...{ kind: line.kind as InvoiceLine['kind'], description, subscriptionProductId, productId },
    ...(discountId !== null && { discountId }),
    ...(componentId !== null && { componentId }),
    amount: line.amount.toFixed(2),
    ...periodOf(line),
  };
}

/** The database stores the day after the last one; clients see the last day. */
const periodOf = ({ periodFrom, periodUntil }: Pick<InvoiceRecord, 'periodFrom' | 'periodUntil'>) => ({
  periodFrom: toDay(periodFrom),
  periodUntil: addDays(toDay(periodUntil), -1),
});
