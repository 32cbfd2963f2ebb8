import { defineRoute } from '@linework/http/define-route';
import { eventListRequest } from '../events/event-list.ts';

export const listInvoiceEventsRoute = defineRoute({
  ...eventListRequest,
  name: 'listInvoiceEvents',
  path: '/invoices/{id}/events',
  tag: 'subscriptions',
  summary: 'List the events of an invoice, oldest first',
  scope: 'subscriptions:read',
});
