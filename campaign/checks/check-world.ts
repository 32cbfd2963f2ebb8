import { statement } from '@linework/db/statement';
import { allOrderTypeVersions } from '@linework/lines/order-types/all-order-types';
import { findViolations } from '@linework/testing/invariants/check-invariants';
import type { Beside } from '../load/run-beside.ts';
import type { CampaignReport } from '../world/report.ts';
import type { World } from '../world/start-world.ts';
import { checkInvoices, checkPortOuts, checkReceipts, checkRefunds, checkUsage } from './check-billing.ts';
import { checkMoveIns } from './check-move-in.ts';
import { checkPortIns } from './check-port-ins.ts';
import { checkReconciliation } from './check-reconciliation.ts';
import { checkRegister } from './check-register.ts';
import { checkWebhooks } from './check-webhooks.ts';
import { findNumbersInLogs } from './find-numbers-in-logs.ts';

/** A line that has left the subscription since the block, or has joined it again, does not count. */
const leftBlockedStatement = statement(
  'campaign-left-blocked',
  `SELECT l.id, s.id AS "subscriptionId" FROM line l JOIN subscription s ON s.id = l.subscription_id
   CROSS JOIN LATERAL (
     SELECT *
     FROM orders o
     WHERE o.line_id = l.id
     ORDER BY o.created_at DESC, o.id DESC
     LIMIT 1) AS last
   WHERE s.status = 'ACTIVE' AND l.status = 'BLOCKED' AND last.type = 'LINE_BLOCK'
     AND last.metadata ->> 'subscriptionId' = s.id::text
     AND NOT EXISTS (
       SELECT
       FROM event e
       WHERE e.resource_id = l.id AND e.details -> 'changed' ? 'subscriptionId' AND e.at >= last.created_at)`,
);

/** Reports lines that are still blocked by a pause although their subscription was resumed. */
async function checkPauses({ db }: World, report: CampaignReport): Promise<void> {
  const stillBlocked = await db.query(leftBlockedStatement);
  if (stillBlocked.length > 0)
    report.addViolation(
      `${stillBlocked.length} lines stayed blocked after their subscription was resumed: ` +
        `${JSON.stringify(stillBlocked[0])}`,
    );
}

const paymentsStatement = statement('campaign-payments', 'SELECT id, invoice_id AS "invoiceId", status FROM payment');
/** An invoice of 0.00 is PAID without a payment. */
const unpaidStatement = statement(
  'campaign-paid',
  `SELECT i.id, i.status
   FROM invoice i
   LEFT JOIN payment p ON p.invoice_id = i.id AND p.status IN ('CONFIRMED', 'REFUNDED')
   WHERE (i.status = 'PAID') <> (p.id IS NOT NULL) AND i.total_amount > 0`,
).returns<{ id: string }>();

/** Reports invoices that were paid twice, and payments whose status differs from the provider's. */
async function checkMoney({ db, partners }: World, report: CampaignReport): Promise<void> {
  const charges = new Map(
    (await partners.requestLog({ kind: 'charge' })).map(({ record }) => [record.id, record.status]),
  );
  const payments = await db.query(paymentsStatement);
  const paidCounts = new Map<string, number>();
  for (const { id, invoiceId, status } of payments) {
    const charged = charges.get(id);
    if (charged === 'CONFIRMED') paidCounts.set(invoiceId, (paidCounts.get(invoiceId) ?? 0) + 1);
    const agrees = charged === undefined ? status === 'CANCELED' || status === 'FAILED' : status === charged;
    if (!agrees) report.addViolation(`payment ${id} is ${status}, but ${charged ?? 'unknown'} at the provider`);
  }
  for (const [invoiceId, times] of paidCounts)
    if (times > 1) report.addViolation(`invoice ${invoiceId} was paid ${times} times`);
  const unpaid = await db.query(unpaidStatement);
  if (unpaid.length > 0)
    report.addViolation(
      `invoices are PAID without a payment, or have a payment and are not PAID: ${JSON.stringify(unpaid.slice(0, 3))}`,
    );
}

/**
 * A step that other errors took attempts from may fail with a lost answer before three in a row count as unavailable
 * (decision 56). A call that did not reach the network has no such count: no step fails of it.
 */
const failedWhileUnavailableStatement = statement(
  'campaign-failed-of-unavailable',
  `SELECT order_id, position, error
   FROM order_step
   WHERE status IN ('FAILED', 'ROLLBACK_FAILED')
     AND (error ->> 'code' = 'system-unavailable'
       OR error ->> 'code' IN ('network-unreachable', 'network-timeout')
         AND coalesce((error ->> 'unansweredInARow')::int, 3) >= 3)`,
);

/** Reports orders that failed because the network was unavailable, and calls that were made with an expired lease. */
async function checkCalls({ db, managedNetwork }: World, report: CampaignReport): Promise<void> {
  const failed = await db.query(failedWhileUnavailableStatement);
  if (failed.length > 0)
    report.addViolation(
      `${failed.length} steps failed because the network was unavailable: ${JSON.stringify(failed[0])}`,
    );
  // A call that was sent in time may arrive late. A call with a negative remaining lease was sent by a worker that did
  // not check its lease.
  const late = (await managedNetwork.lateCalls()).filter(({ leftMs }) => leftMs < 0);
  if (late.length > 0)
    report.addViolation(`${late.length} calls were sent after their lease had expired: ${JSON.stringify(late[0])}`);
}

const everyOrderStatement = statement('campaign-every-order', 'SELECT id FROM orders').returns<{ id: string }>();

/**
 * Without the orders that a bulk operation, a pause, a port-in or a port-out placed, because no client gets their ids.
 */
const ordersStatement = statement(
  'campaign-orders',
  `SELECT id
   FROM orders o
   WHERE NOT EXISTS (SELECT FROM bulk_item i WHERE i.order_id = o.id AND i.line_id IS NOT NULL)
     AND NOT o.metadata ? 'subscriptionId'
     AND NOT EXISTS (SELECT FROM port_in p WHERE p.order_id = o.id)
     AND NOT EXISTS (SELECT FROM port_out p WHERE p.order_id = o.id)`,
).returns<{ id: string }>();

/** Checks all invariants after the work has settled. */
export async function checkWorld(
  world: World,
  report: CampaignReport,
  { moveIns, differences }: Pick<Beside, 'moveIns' | 'differences'>,
): Promise<void> {
  const { db, network, apis, workers, brokers, speed } = world;
  await checkRegister(world, report, differences);
  await checkReconciliation(world, report, { differences, unregisteredLineIds: moveIns.unregisteredLineIds });
  await checkMoveIns(world, report, moveIns);
  await checkCalls(world, report);
  await checkMoney(world, report);
  await checkRefunds(world, report);
  await checkInvoices(world, report);
  await checkReceipts(world, report);
  await checkUsage(world, report);
  await checkPauses(world, report);
  await checkPortIns(world, report);
  await checkPortOuts(world, report);
  await checkWebhooks(world, report);
  const requestLog = {
    effects: await network.requestLog(),
    honoursKeys: world.keys === 'known',
    orderTypes: allOrderTypeVersions,
  };
  for (const { invariant, rows } of await findViolations(db, requestLog, speed)) {
    report.addViolation(
      `${invariant}: ${JSON.stringify(rows.slice(0, 3))}${rows.length > 3 ? ` and ${rows.length - 3} more` : ''}`,
    );
  }

  const orderIds = new Set((await db.query(ordersStatement)).map(({ id }) => id));
  const { acceptedOrderIds } = report;
  // A client gets the id of any order when it retries or closes the order.
  const everyOrderId = new Set((await db.query(everyOrderStatement)).map(({ id }) => id));
  const lost = [...acceptedOrderIds].filter((id) => !everyOrderId.has(id));
  if (lost.length > 0)
    report.addViolation(`I1: ${lost.length} orders that a client got in a response do not exist: ${lost[0]}`);
  // Every client repeated its request until it knew the outcome, so an unknown order was placed twice.
  const surplus = [...orderIds].filter((id) => !acceptedOrderIds.has(id));
  if (surplus.length > 0)
    report.addViolation(`I3: ${surplus.length} orders exist that no client got in a response: ${surplus[0]}`);

  const shown = await findNumbersInLogs(
    db,
    [...apis, ...workers].flatMap((slot) => slot.lines()),
    [...brokers, moveIns.state.broker].map(({ key }) => key),
  );
  if (shown.length > 0)
    report.addViolation(`I17: ${shown.length} log lines show a number or a key in clear: ${shown[0]}`);
}
