import { implement } from '@linework/http/implement';
import { approveInvoice as approve } from '@linework/invoices/approve-invoice';
import { approveInvoiceRoute } from '@linework/schemas/invoices/invoices.routes';
import type { Deps } from '../deps.ts';

export const approveInvoice = implement(approveInvoiceRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await approve(db, { caller, invoiceId: params.id }),
}));
