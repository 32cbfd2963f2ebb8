import { createRefund } from '@linework/payments/refunds/create-refund';
import { findRefund, listRefunds } from '@linework/payments/refunds/read-refunds';
import {
  createRefundRoute,
  getRefundRoute,
  listRefundEventsRoute,
  listRefundsRoute,
} from '@linework/schemas/refunds/refunds.routes';
import { accepted, eventsOf, page, record } from '../request/endpoint.ts';

export const refunds = {
  '/payments/{id}/refunds': {
    post: accepted(createRefundRoute, '/refunds', ({ params, body, caller }, { db }) =>
      createRefund(db, { caller, paymentId: params.id, ...body }),
    ),
  },
  '/refunds': {
    get: page(listRefundsRoute, ({ query, caller }, { db }) => listRefunds(db, caller, query)),
    '/{id}': {
      get: record(getRefundRoute, ({ params, caller }, { db }) => findRefund(db, { caller, refundId: params.id })),
      '/events': { get: eventsOf(listRefundEventsRoute, 'refund') },
    },
  },
} as const;
