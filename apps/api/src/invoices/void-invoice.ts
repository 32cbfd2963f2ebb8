import { implement } from '@linework/http/implement';
import { voidInvoice as voidById } from '@linework/invoices/void-invoice';
import { voidInvoiceRoute } from '@linework/schemas/invoices/invoices.routes';
import type { Deps } from '../deps.ts';

export const voidInvoice = implement(voidInvoiceRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await voidById(db, { caller, invoiceId: params.id }),
}));
