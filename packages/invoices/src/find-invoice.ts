import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import type { Invoice } from '@linework/schemas/invoices/invoice';
import { showInvoice } from './show-invoice.ts';

export interface InvoiceTarget {
  readonly caller: Caller;
  readonly invoiceId: string;
}

/** Returns the invoice with its lines. Raises not-found when it does not exist or belongs to another broker. */
export async function findInvoice(db: Pick<Db, 'prisma'>, { caller, invoiceId }: InvoiceTarget): Promise<Invoice> {
  const where = { AND: [{ id: invoiceId }, visibleTo(caller)] };
  const found = await db.prisma.invoice.findFirst({ where, include: { lines: { orderBy: { position: 'asc' } } } });
  if (!found) throw invoiceNotFound(invoiceId);
  return showInvoice(found);
}

export const invoiceNotFound = (invoiceId: string) => notFound(`There is no invoice ${invoiceId}.`);
