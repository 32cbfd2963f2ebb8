import type { Caller } from '@linework/auth/caller';
import { addDays, toDate, toDay } from '@linework/billing/civil-day';
import type { Db } from '@linework/db/db';
import type { InvoiceModel } from '@linework/db/generated/models/Invoice';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { type Invoice, invoice, listedInvoice } from '@linework/schemas/invoices/invoice';
import { printRecord } from '@linework/schemas/print-record';

export interface InvoiceTarget {
  readonly caller: Caller;
  readonly invoiceId: string;
}

/** Returns the invoice with its lines. Raises not-found when it does not exist or belongs to another broker. */
export async function findInvoice(db: Pick<Db, 'prisma'>, { caller, invoiceId }: InvoiceTarget): Promise<Invoice> {
  const where = { AND: [{ id: invoiceId }, visibleTo(caller)] };
  const found = await db.prisma.invoice.findFirst({ where, include: { lines: { orderBy: { position: 'asc' } } } });
  if (!found) throw invoiceNotFound(invoiceId);
  return printRecord(invoice, { ...withPeriod(found), lines: found.lines.map(withPeriod) });
}

export const invoiceNotFound = (invoiceId: string) => notFound(`There is no invoice ${invoiceId}.`);

export const printListedInvoice = (record: InvoiceModel) => printRecord(listedInvoice, withPeriod(record));

/** The database stores the day after the last one; clients see the last day. */
const withPeriod = <Row extends { readonly periodUntil: Date }>(row: Row) =>
  ({ ...row, currency: 'BRL', periodUntil: toDate(addDays(toDay(row.periodUntil), -1)) }) as const;
