import { implement } from '@linework/http/implement';
import { payInvoice as pay } from '@linework/payments/pay-invoice';
import { payInvoiceRoute } from '@linework/schemas/payments/payments.routes';
import type { Deps } from '../deps.ts';

export const payInvoice = implement(payInvoiceRoute, async ({ params, body, caller }, { db }: Deps) => {
  const payment = await pay(db, { caller, invoiceId: params.id, ...body });
  return { status: 202, body: payment, headers: { Location: `/payments/${payment.id}` } };
});
