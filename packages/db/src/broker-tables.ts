/** The tables and views whose rows each belong to one broker. A test compares them with the database. @internal */
export const brokerTables = [
  'allocation',
  'api_key',
  'bulk_operation',
  'drift',
  'event',
  'former_holder_detail',
  'former_line_holder',
  'held_record',
  'holder',
  'invoice',
  'legal_hold',
  'line',
  'line_check',
  'line_count',
  'line_holder',
  'line_open_order',
  'line_product',
  'move_in',
  'move_in_row',
  'number_range',
  'offer',
  'offer_version',
  'operator',
  'operator_role',
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
  'resource_import',
  'resource_state',
  'subscriber_check',
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
  'webhook_delivery',
  'webhook_endpoint',
] as const;

const brokerTablePattern = new RegExp(
  String.raw`\b(?:from|join|into|update|using)\s+(?:only\s+)?(?:"?public"?\.)?"?(?:${brokerTables.join('|')})\b"?(?!\s*\()`,
  'i',
);

/** Prisma writes this for an empty list, so the statement reads nothing. */
const isEmptyRead = (text: string): boolean => / IN \(NULL\)/.test(text) && !/ OR /i.test(text);

/**
 * The results by text. Most texts are few and repeat; the cache is cleared when texts of single requests have filled
 * it.
 */
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
