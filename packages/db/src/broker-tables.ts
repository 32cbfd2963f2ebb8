/** The tables, and the views on them, whose rows are each of one broker. A test compares them with the database. */
export const brokerTables = [
  'allocation',
  'api_key',
  'bulk_operation',
  'event',
  'holder',
  'invoice',
  'line',
  'line_open_order',
  'line_product',
  'number_range',
  'offer',
  'offer_version',
  'orders',
  'paused_line',
  'payment',
  'payment_method',
  'pool',
  'port_in',
  'port_out',
  'refund',
  'reservation',
  'resource',
  'resource_state',
  'subscription',
  'subscription_charge',
  'subscription_line',
  'subscription_pause',
  'subscription_product',
  'supplier',
  'tax_receipt',
  'unanswered_call',
  'usage_account',
  'usage_record',
] as const;

const brokerTablePattern = new RegExp(
  String.raw`\b(?:from|join|into|update|using)\s+(?:only\s+)?(?:"?public"?\.)?"?(?:${brokerTables.join('|')})\b"?(?!\s*\()`,
  'i',
);

/** What Prisma writes for an empty list: nothing is read. */
const isEmptyRead = (text: string): boolean => / IN \(NULL\)/.test(text) && !/ OR /i.test(text);

/** Texts are few and come again and again. Those that were put together for one request are let go when there are many. */
const cache = new Map<string, boolean>();
const cacheLimit = 5_000;

/** Whether a statement reads or writes one of these tables. */
export function touchesBrokerTable(text: string): boolean {
  const cached = cache.get(text);
  if (cached !== undefined) return cached;
  if (cache.size >= cacheLimit) cache.clear();
  const isTouched = brokerTablePattern.test(text) && !isEmptyRead(text);
  cache.set(text, isTouched);
  return isTouched;
}
