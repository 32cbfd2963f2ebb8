import { cancelPayment } from '@linework/payments/cancel-payment';
import { findPayment } from '@linework/payments/find-payment';
import { listPayments } from '@linework/payments/list-payments';
import { makePaymentDue } from '@linework/payments/make-payment-due';
import { makePaymentMethodDue } from '@linework/payments/methods/request-activation';
import { payInvoice } from '@linework/payments/pay-invoice';
import { makeRefundDue } from '@linework/payments/refunds/due-refunds';
import {
  cancelPaymentRoute,
  getPaymentRoute,
  listPaymentEventsRoute,
  listPaymentsRoute,
  notifyPaymentsRoute,
  payInvoiceRoute,
} from '@linework/schemas/payments/payments.routes';
import { accepted, endpoint, eventsOf, page, record } from '../request/endpoint.ts';

export const payments = {
  '/invoices/{id}/pay': {
    post: accepted(payInvoiceRoute, '/payments', ({ params, body, caller }, { db }) =>
      payInvoice(db, { caller, invoiceId: params.id, ...body }),
    ),
  },
  '/payments': {
    get: page(listPaymentsRoute, ({ query, caller }, { db }) => listPayments(db, caller, query)),
    '/{id}': {
      get: record(getPaymentRoute, ({ params, caller }, { db }) => findPayment(db, { caller, paymentId: params.id })),
      '/events': { get: eventsOf(listPaymentEventsRoute, 'payment') },
      '/cancel': {
        post: accepted(cancelPaymentRoute, '/payments', ({ params, caller }, { db }) =>
          cancelPayment(db, { caller, paymentId: params.id }),
        ),
      },
    },
    '/notifications': {
      post: endpoint(notifyPaymentsRoute, async ({ body, caller }, { db }) => {
        const { paymentId, paymentMethodId, refundId } = body;
        if (paymentMethodId !== undefined) await makePaymentMethodDue(db, { caller, methodId: paymentMethodId });
        if (paymentId !== undefined) await makePaymentDue(db, { caller, paymentId });
        if (refundId !== undefined) await makeRefundDue(db, { caller, refundId });
        return { status: 204 };
      }),
    },
  },
} as const;
