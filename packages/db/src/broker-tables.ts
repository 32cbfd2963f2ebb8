/** The tables, and the views on them, whose rows are each of one broker. A test compares them with the database. */
export const brokerTables = [
  'allocation',
  'api_key',
  'bulk_operation',
  'event',
  'holder',
  'invoice',
  'line',
  'line_product',
  'line_work',
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

const touched = new RegExp(String.raw`\b(?:from|join|into|update|using)\s+(?:only\s+)?(?:"?public"?\.)?"?(?:${brokerTables.join('|')})\b"?(?!\s*\()`, 'i');

/** What Prisma writes for an empty list: nothing is read. */
const readsNothing = (text: string): boolean => / IN \(NULL\)/.test(text) && !/ OR /i.test(text);

/** Texts are few and come again and again. Those that were put together for one request are let go when there are many. */
const known = new Map<string, boolean>();
const mostKnown = 5_000;

/** Whether a statement reads or writes one of these tables. */
export function touchesBrokersTable(text: string): boolean {
  const before = known.get(text);
  if (before !== undefined) return before;
  if (known.size >= mostKnown) known.clear();
  const touches = touched.test(text) && !readsNothing(text);
  known.set(text, touches);
  return touches;
}
