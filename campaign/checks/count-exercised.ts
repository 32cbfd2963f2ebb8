import { statement } from '@linework/db/statement';
import type { CampaignReport } from '../report.ts';
import type { World } from '../world/start-world.ts';

const rolledBackStatement = statement('campaign-rolled-back', "SELECT count(*)::int AS count FROM orders WHERE status IN ('ROLLED_BACK', 'CANCELLED')");
/** But for those that are to be paid, which the world began with. */
const invoicesStatement = statement(
  'campaign-invoices-made',
  `SELECT count(*)::int AS made FROM invoice i WHERE EXISTS (SELECT FROM event e WHERE e.resource_id = i.subscription_id AND e.type = 'subscription.renewed')`,
);
const pausedLinesStatement = statement(
  'campaign-paused-lines',
  `SELECT count(*) FILTER (WHERE type = 'LINE_BLOCK')::int AS blocked, count(*) FILTER (WHERE type = 'LINE_UNBLOCK')::int AS unblocked
   FROM orders WHERE status = 'COMPLETED' AND metadata ? 'subscriptionId'`,
);

/** How often each way of recovering was gone. One that was never gone makes a campaign void: it would have proved nothing. */
export async function countExercised({ db, apis, workers, brokers }: World, report: CampaignReport): Promise<Readonly<Record<string, number>>> {
  const sumMetric = (name: string) => [...apis, ...workers].reduce((sum, slot) => sum + slot.readMetric(name), 0);
  const [pausedLines] = await db.query<{ blocked: number; unblocked: number }>(pausedLinesStatement, []);
  const [invoices] = await db.query<{ made: number }>(invoicesStatement, []);
  const [rolledBack] = await db.query<{ count: number }>(rolledBackStatement, []);
  return {
    'leases taken over': sumMetric('linework_leases_taken_over_total'),
    'overtaken workers turned away': sumMetric('linework_fencing_conflicts_total'),
    'orders of an unknown version left': sumMetric('linework_orders_of_unknown_version_total'),
    'old rings dropped': sumMetric('linework_order_wakeups_stale_total'),
    'looks saved while the network was away': sumMetric('linework_orders_deferred_total'),
    'due orders rung again': sumMetric('linework_orders_requeued_total'),
    'resources given back when their reservation was over': sumMetric('linework_reservations_expired_total'),
    'orders taken back': rolledBack?.count ?? 0,
    'requests replayed': report.getCount('idempotent replay'),
    'foreign IMSIs wanted for a line': report.getCount('a foreign IMSI wanted for a line'),
    'lines on a foreign IMSI taken back': report.getCount('a line on a foreign IMSI taken back'),
    'lines on a foreign IMSI deleted': report.getCount('a line on a foreign IMSI deleted'),
    'orders closed': report.getCount('an order mended by close'),
    'orders cancelled': report.getCount('an order cancelled'),
    'reservations refused because they were over': report.getCount('a reservation that was over refused'),
    'times that several numbers were reserved at once': report.getCount('numbers reserved at once'),
    'orders accepted with Redis away': report.getCount('accepted with Redis away'),
    ...(brokers[0].invoiceIds.length > 0 && { 'payments asked for': report.getCount('an invoice to be paid') }),
    ...(brokers[0].receiptIds.length > 0 && {
      'receipts issued': report.getCount('a receipt issued'),
      'receipts cancelled': report.getCount('a receipt cancelled'),
    }),
    ...(brokers[0].subscriptionIds.length > 0 && {
      'usage counted': report.getCount('usage counted'),
      'usage cut short': report.getCount('usage cut short'),
      'credits added': report.getCount('a credit added'),
      'lines that joined a subscription': report.getCount('a line that joined a subscription'),
      'lines that left a subscription': report.getCount('a line that left a subscription'),
      'subscriptions paused': report.getCount('a subscription paused'),
      'subscriptions resumed': report.getCount('a subscription resumed'),
      'lines blocked by a pause': pausedLines?.blocked ?? 0,
      'lines unblocked when it was over': pausedLines?.unblocked ?? 0,
      'invoices of cycles made': invoices?.made ?? 0,
      'products added to what is invoiced late': report.getCount('a product added'),
      'products removed from it': report.getCount('a product removed'),
      'numbers to be brought': report.getCount('a number to be brought'),
      'numbers to be let go': report.getCount('a number to be let go'),
    }),
  };
}
