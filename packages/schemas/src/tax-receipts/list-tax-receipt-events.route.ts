import { defineRoute } from '@linework/http/define-route';
import { eventListRequest } from '../events/event-list.ts';

export const listTaxReceiptEventsRoute = defineRoute({
  ...eventListRequest,
  name: 'listTaxReceiptEvents',
  path: '/tax-receipts/{id}/events',
  tag: 'tax-receipts',
  summary: 'List the events of a tax receipt, oldest first',
  scope: 'tax-receipts:read',
});
