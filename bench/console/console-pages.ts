import type { Night } from '../../apps/console/test/a-night.ts';

export interface ConsolePage {
  readonly name: string;
  readonly path: string;
  /** What is on the page when its first data is there. */
  readonly shows: string | RegExp;
}

/** The pages of the console, and those of its lists that read the most. */
export const consolePages = (night: Night): readonly ConsolePage[] => [
  { name: 'overview', path: '/', shows: 'Largest incidents' },
  { name: 'incidents', path: '/incidents', shows: 'HLR_UNKNOWN_SUBSCRIBER' },
  { name: 'orders', path: '/orders', shows: 'HLR_UNKNOWN_SUBSCRIBER' },
  { name: 'orders of each status', path: '/orders?view=all', shows: /completed/i },
  { name: 'order', path: `/orders/${night.failedOrderId}`, shows: /attempt 1 of \d+ of the step/ },
  { name: 'line', path: `/lines/${night.lineId}`, shows: 'Blocking error' },
  { name: 'search by id', path: `/search?q=${night.lineId}`, shows: 'by its id' },
  { name: 'search by MSISDN', path: `/search?q=${encodeURIComponent(night.msisdn)}`, shows: 'by its number' },
  { name: 'batches', path: '/batches', shows: 'the barring is gone' },
  { name: 'batch', path: `/batches/${night.batchId}`, shows: 'the barring is gone' },
  { name: 'pools', path: '/pools', shows: 'São Paulo 11' },
  { name: 'reports', path: '/reports', shows: 'Orders a day, and time to completion' },
  { name: 'webhooks', path: '/webhooks', shows: 'CRM' },
  { name: 'webhook endpoint', path: `/webhooks/${night.endpointId}`, shows: 'Address' },
  { name: 'pauses', path: '/work', shows: 'Incident 4711' },
  { name: 'audit', path: '/audit', shows: 'Order retry requested' },
  { name: 'keys', path: '/keys', shows: 'night script' },
];
