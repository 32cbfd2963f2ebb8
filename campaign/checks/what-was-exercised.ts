import { statement } from '@linework/db/statement';
import type { Findings } from '../findings.ts';
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
export async function whatWasExercised({ db, apis, workers, brokers }: World, findings: Findings): Promise<Readonly<Record<string, number>>> {
  const counted = (name: string) => [...apis, ...workers].reduce((sum, post) => sum + post.counted(name), 0);
  const [ofPauses] = await db.query<{ blocked: number; unblocked: number }>(pausedLinesStatement, []);
  const [invoices] = await db.query<{ made: number }>(invoicesStatement, []);
  const [rolledBack] = await db.query<{ count: number }>(rolledBackStatement, []);
  return {
    'leases taken over': counted('linework_leases_taken_over_total'),
    'overtaken workers turned away': counted('linework_overtaken_total'),
    'orders of an unknown version left': counted('linework_orders_of_unknown_version_total'),
    'old rings dropped': counted('linework_rings_dropped_total'),
    'looks saved while the network was away': counted('linework_orders_held_back_total'),
    'due orders rung again': counted('linework_due_orders_rung_total'),
    'resources given back when their reservation was over': counted('linework_reserved_given_back_total'),
    'orders taken back': rolledBack?.count ?? 0,
    'requests replayed': findings.times('idempotent replay'),
    'foreign IMSIs wanted for a line': findings.times('a foreign IMSI wanted for a line'),
    'lines on a foreign IMSI taken back': findings.times('a line on a foreign IMSI taken back'),
    'lines on a foreign IMSI deleted': findings.times('a line on a foreign IMSI deleted'),
    'orders closed': findings.times('an order mended by close'),
    'orders cancelled': findings.times('an order cancelled'),
    'reservations refused because they were over': findings.times('a reservation that was over refused'),
    'times that several numbers were reserved at once': findings.times('numbers reserved at once'),
    'orders accepted with Redis away': findings.times('accepted with Redis away'),
    ...(brokers[0].invoiceIds.length > 0 && { 'payments asked for': findings.times('an invoice to be paid') }),
    ...(brokers[0].receiptIds.length > 0 && {
      'receipts issued': findings.times('a receipt issued'),
      'receipts cancelled': findings.times('a receipt cancelled'),
    }),
    ...(brokers[0].subscriptionIds.length > 0 && {
      'usage counted': findings.times('usage counted'),
      'usage cut short': findings.times('usage cut short'),
      'credits added': findings.times('a credit added'),
      'lines that joined a subscription': findings.times('a line that joined a subscription'),
      'lines that left a subscription': findings.times('a line that left a subscription'),
      'subscriptions paused': findings.times('a subscription paused'),
      'subscriptions resumed': findings.times('a subscription resumed'),
      'lines blocked by a pause': ofPauses?.blocked ?? 0,
      'lines unblocked when it was over': ofPauses?.unblocked ?? 0,
      'invoices of cycles made': invoices?.made ?? 0,
      'products added to what is invoiced late': findings.times('a product added'),
      'products removed from it': findings.times('a product removed'),
      'numbers to be brought': findings.times('a number to be brought'),
      'numbers to be let go': findings.times('a number to be let go'),
    }),
  };
}
