import { implement } from '@linework/http/implement';
import { findInvoice } from '@linework/invoices/find-invoice';
import { getInvoiceRoute } from '@linework/schemas/invoices/invoices.routes';
import type { Deps } from '../deps.ts';

export const getInvoice = implement(getInvoiceRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findInvoice(db, { caller, invoiceId: params.id }),
}));
