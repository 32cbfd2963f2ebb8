import { statement } from '@linework/db/statement';
import { eventType } from '@linework/schemas/events';
import type { CampaignReport } from '../world/report.ts';
import type { World } from '../world/start-world.ts';

const rolledBackStatement = statement(
  'campaign-rolled-back',
  "SELECT count(*)::int AS count FROM orders WHERE status IN ('ROLLED_BACK', 'CANCELLED')",
).returns<{ count: number }>();
/** Without the unpaid invoices with which the campaign starts. */
const invoicesStatement = statement(
  'campaign-invoices-made',
  `SELECT count(*)::int AS made
   FROM invoice i
   WHERE EXISTS (
     SELECT
     FROM event e
     WHERE e.resource_id = i.subscription_id AND e.type = '${eventType('subscription.renewed')}')`,
).returns<{ made: number }>();
const pausedLinesStatement = statement(
  'campaign-paused-lines',
  `SELECT count(*) FILTER (WHERE type = 'LINE_BLOCK')::int AS blocked,
     count(*) FILTER (WHERE type = 'LINE_UNBLOCK')::int AS unblocked
   FROM orders WHERE status = 'COMPLETED' AND metadata ? 'subscriptionId'`,
).returns<{ blocked: number; unblocked: number }>();

/**
 * Counts how often each recovery happened. A campaign in which one never happened is void, because it proves nothing
 * about it.
 */
export async function countExercised(
  { db, apis, workers, brokers }: World,
  report: CampaignReport,
): Promise<Readonly<Record<string, number>>> {
  const sumMetric = (name: string) => [...apis, ...workers].reduce((sum, slot) => sum + slot.readMetric(name), 0);
  const [pausedLines] = await db.query(pausedLinesStatement);
  const [invoices] = await db.query(invoicesStatement);
  const [rolledBack] = await db.query(rolledBackStatement);
  return {
    'leases acquired after expiry': sumMetric('linework_leases_taken_over_total'),
    'fencing conflicts': sumMetric('linework_fencing_conflicts_total'),
    'orders of an unknown version skipped': sumMetric('linework_orders_of_unknown_version_total'),
    'stale wake-ups ignored': sumMetric('linework_order_wakeups_stale_total'),
    'orders deferred while the network was unavailable': sumMetric('linework_orders_deferred_total'),
    'due orders requeued': sumMetric('linework_orders_requeued_total'),
    'resources released after their reservation expired': sumMetric('linework_reservations_expired_total'),
    'orders rolled back or cancelled': rolledBack?.count ?? 0,
    'webhook events replayed': report.getCount('replay: done'),
    'samples to a hanging receiver': report.getCount('sample to a hanging receiver: done'),
    'requests replayed': report.getCount('idempotent replay'),
    'lines requested on a foreign IMSI': report.getCount('line requested on a foreign IMSI'),
    'lines on a foreign IMSI rolled back': report.getCount('line on a foreign IMSI rolled back'),
    'lines on a foreign IMSI deleted': report.getCount('line on a foreign IMSI deleted'),
    'take-overs of subscribers cancelled': report.getCount('take-over of a subscriber cancelled'),
    'take-overs of subscribers in service refused': report.getCount('take-over of a subscriber in service refused'),
    'orders closed': report.getCount('failed order resolved by close'),
    'orders cancelled': report.getCount('order cancelled'),
    'expired reservations rejected': report.getCount('expired reservation rejected'),
    'concurrent reservations of several numbers': report.getCount('numbers reserved concurrently'),
    'differences planted in the register': report.getCount('differences planted'),
    'drifts repaired': report.getCount('drift ended: REPAIRED'),
    'extra subscribers found': report.getCount('drift found: extra'),
    'lines adopted': report.getCount('adopted: lines'),
    'calls of orders on adopted lines': report.getCount('calls of orders on adopted lines'),
    'orders accepted while Redis was down': report.getCount('accepted while Redis was down'),
    ...(brokers[0].invoiceIds.length > 0 && { 'payments created': report.getCount('payment created') }),
    ...(brokers[0].receiptIds.length > 0 && {
      'receipts issued': report.getCount('receipt issued'),
      'receipts cancelled': report.getCount('receipt cancelled'),
    }),
    ...(brokers[0].subscriptionIds.length > 0 && {
      'orders with a claim closed': report.getCount('order with a claim closed'),
      'usage counted': report.getCount('usage counted'),
      'usage counted in part': report.getCount('usage counted in part'),
      'credits added': report.getCount('credit added'),
      'lines that joined a subscription': report.getCount('line joined a subscription'),
      'lines that left a subscription': report.getCount('line left a subscription'),
      'subscriptions paused': report.getCount('subscription paused'),
      'subscriptions resumed': report.getCount('subscription resumed'),
      'lines blocked by a pause': pausedLines?.blocked ?? 0,
      'lines unblocked after a pause': pausedLines?.unblocked ?? 0,
      'invoices of cycles created': invoices?.made ?? 0,
      'products added to overdue subscriptions': report.getCount('product added'),
      'products removed from overdue subscriptions': report.getCount('product removed'),
      'port-ins requested': report.getCount('port-in requested'),
      'port-outs requested': report.getCount('port-out requested'),
    }),
  };
}
