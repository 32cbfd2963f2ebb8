import { findInvoice } from '@linework/domain/invoices/find-invoice';
import { implement } from '@linework/http/implement';
import { getInvoiceRoute } from '@linework/schemas/invoices/get-invoice.route';
import type { Deps } from '../deps.ts';

export const getInvoice = implement(getInvoiceRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findInvoice(db, { caller, invoiceId: params.id }),
}));
