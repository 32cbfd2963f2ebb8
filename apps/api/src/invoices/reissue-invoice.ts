import { implement } from '@linework/http/implement';
import { reissueInvoice as reissue } from '@linework/invoices/reissue-invoice';
import { reissueInvoiceRoute } from '@linework/schemas/invoices/invoices.routes';
import type { Deps } from '../deps.ts';

export const reissueInvoice = implement(reissueInvoiceRoute, async ({ params, caller }, { db }: Deps) => {
  const invoice = await reissue(db, { caller, invoiceId: params.id });
  return { status: 201, body: invoice, headers: { Location: `/invoices/${invoice.id}` } };
});
