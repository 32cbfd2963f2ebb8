import { approveInvoice } from '@linework/invoices/approve-invoice';
import { findInvoice } from '@linework/invoices/find-invoice';
import { listInvoices } from '@linework/invoices/list-invoices';
import { reissueInvoice } from '@linework/invoices/reissue-invoice';
import { voidInvoice } from '@linework/invoices/void-invoice';
import {
  approveInvoiceRoute,
  getInvoiceRoute,
  listInvoiceEventsRoute,
  listInvoicesRoute,
  listSubscriptionInvoicesRoute,
  reissueInvoiceRoute,
  voidInvoiceRoute,
} from '@linework/schemas/invoices/invoices.routes';
import { findSubscription } from '@linework/subscriptions/find-subscription';
import { created, eventsOf, page, record } from '../request/endpoint.ts';

export const invoices = {
  '/invoices': {
    get: page(listInvoicesRoute, ({ query, caller }, { db }) => listInvoices(db, caller, query)),
    '/{id}': {
      get: record(getInvoiceRoute, ({ params, caller }, { db }) => findInvoice(db, { caller, invoiceId: params.id })),
      '/events': { get: eventsOf(listInvoiceEventsRoute, 'invoice') },
      '/approve': {
        post: record(approveInvoiceRoute, ({ params, caller }, { db }) =>
          approveInvoice(db, { caller, invoiceId: params.id }),
        ),
      },
      '/void': {
        post: record(voidInvoiceRoute, ({ params, caller }, { db }) =>
          voidInvoice(db, { caller, invoiceId: params.id }),
        ),
      },
      '/reissue': {
        post: created(reissueInvoiceRoute, '/invoices', ({ params, caller }, { db }) =>
          reissueInvoice(db, { caller, invoiceId: params.id }),
        ),
      },
    },
  },
  '/subscriptions/{id}/invoices': {
    get: page(listSubscriptionInvoicesRoute, async ({ params: { id: subscriptionId }, query, caller }, { db }) => {
      await findSubscription(db, { caller, subscriptionId });
      return listInvoices(db, caller, { ...query, subscriptionId: [subscriptionId] });
    }),
  },
} as const;
