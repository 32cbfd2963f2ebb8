import type { Night } from '../../apps/console/test/a-night.ts';

export interface ConsolePage {
  readonly name: string;
  readonly path: string;
  /** What is on the page when its first data is there; without it, a row of a list. */
  readonly shows?: string | RegExp;
}

/** The records of one customer among many. */
export interface CustomerOfPages {
  readonly holderId: string;
  readonly subscriptionId: string;
  readonly invoiceId: string;
}

/** The pages of the console, and those of its lists that read the most. */
export const consolePages = (night: Night, customer: CustomerOfPages): readonly ConsolePage[] => [
  { name: 'overview', path: '/', shows: 'Largest incidents' },
  { name: 'incidents', path: '/incidents', shows: 'HLR_UNKNOWN_SUBSCRIBER' },
  { name: 'orders', path: '/orders', shows: 'HLR_UNKNOWN_SUBSCRIBER' },
  { name: 'orders of each status', path: '/orders?status=any', shows: /completed/i },
  { name: 'order', path: `/orders/${night.failedOrderId}`, shows: /attempt 1 of \d+ of the step/ },
  { name: 'line', path: `/lines/${night.lineId}`, shows: 'Blocking error' },
  { name: 'search by id', path: `/search?q=${night.lineId}`, shows: 'by its id' },
  { name: 'search by MSISDN', path: `/search?q=${encodeURIComponent(night.msisdn)}`, shows: 'by its number' },
  { name: 'batches', path: '/batches', shows: 'the barring is gone' },
  { name: 'batch', path: `/batches/${night.batchId}`, shows: 'the barring is gone' },
  { name: 'pools', path: '/pools', shows: 'São Paulo 11' },
  { name: 'reports', path: '/reports', shows: 'Time to completion' },
  { name: 'webhooks', path: '/webhooks', shows: 'CRM' },
  { name: 'webhook endpoint', path: `/webhooks/${night.endpointId}`, shows: 'Address' },
  { name: 'pauses', path: '/work', shows: 'Incident 4711' },
  { name: 'audit', path: '/audit?actor=any', shows: 'Someone asked to run the failed order again' },
  { name: 'lines', path: '/lines' },
  { name: 'lines of a status', path: '/lines?status=ACTIVE' },
  { name: 'holders', path: '/holders' },
  { name: 'holder', path: `/holders/${customer.holderId}`, shows: 'Overdue' },
  { name: 'subscriptions', path: '/subscriptions' },
  { name: 'subscription', path: `/subscriptions/${customer.subscriptionId}`, shows: 'Active' },
  { name: 'invoices', path: '/invoices' },
  { name: 'invoice', path: `/invoices/${customer.invoiceId}`, shows: 'Controle 10 GB' },
  { name: 'resources', path: '/resources' },
  { name: 'payments', path: '/payments', shows: 'There is no payment' },
  { name: 'tax receipts', path: '/tax-receipts', shows: 'There is no tax receipt' },
  { name: 'port-ins', path: '/port-ins', shows: 'There is no port-in' },
  { name: 'port windows', path: '/port-windows', shows: 'No number is about to move' },
  { name: 'offers', path: '/offers' },
  { name: 'move-ins', path: '/move-ins', shows: 'There is no move-in' },
  { name: 'drifts', path: '/drifts', shows: 'There is no drift' },
  { name: 'people', path: '/people', shows: 'Ana Souza' },
  { name: 'brokers', path: '/brokers', shows: 'Norte Telecom' },
  { name: 'unanswered calls', path: '/unanswered', shows: 'No call waits for a decision' },
  { name: 'keys', path: '/keys', shows: 'night script' },
];
