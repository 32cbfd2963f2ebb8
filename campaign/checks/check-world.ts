import { statement } from '@linework/db/statement';
import { allOrderTypeVersions } from '@linework/lines/order-types/all-order-types';
import { findViolations } from '@linework/testing/invariants/check-invariants';
import type { CampaignReport } from '../report.ts';
import type { World } from '../world/start-world.ts';
import { checkCalls } from './check-calls.ts';
import { checkInvoices } from './check-invoices.ts';
import { checkMoney } from './check-money.ts';
import { checkPauses } from './check-pauses.ts';
import { checkPortIns } from './check-port-ins.ts';
import { checkPortOuts } from './check-port-outs.ts';
import { checkReceipts } from './check-receipts.ts';
import { checkRefunds } from './check-refunds.ts';
import { checkRegister } from './check-register.ts';
import { checkUsage } from './check-usage.ts';
import { checkWebhooks } from './check-webhooks.ts';
import { findNumbersInLogs } from './find-numbers-in-logs.ts';

const everyOrderStatement = statement('campaign-every-order', 'SELECT id FROM orders');

/** Without the orders that a bulk operation, a pause, a port-in or a port-out placed, because no client gets their ids. */
const ordersStatement = statement(
  'campaign-orders',
  `SELECT id FROM orders o WHERE NOT EXISTS (SELECT FROM bulk_item i WHERE i.order_id = o.id AND i.line_id IS NOT NULL) AND NOT o.metadata ? 'subscriptionId'
     AND NOT EXISTS (SELECT FROM port_in p WHERE p.order_id = o.id) AND NOT EXISTS (SELECT FROM port_out p WHERE p.order_id = o.id)`,
);

/** Checks all invariants after the work has settled. */
export async function checkWorld(world: World, report: CampaignReport): Promise<void> {
  const { db, network, apis, workers, brokers, pace } = world;
  await checkRegister(world, report);
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
  for (const { invariant, rows } of await findViolations(db, requestLog, pace)) {
    report.addViolation(
      `${invariant}: ${JSON.stringify(rows.slice(0, 3))}${rows.length > 3 ? ` and ${rows.length - 3} more` : ''}`,
    );
  }

  const orderIds = new Set((await db.query<{ id: string }>(ordersStatement, [])).map(({ id }) => id));
  const { acceptedOrderIds } = report;
  // A client gets the id of any order when it retries or closes the order.
  const everyOrderId = new Set((await db.query<{ id: string }>(everyOrderStatement, [])).map(({ id }) => id));
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
    brokers.map(({ key }) => key),
  );
  if (shown.length > 0)
    report.addViolation(`I17: ${shown.length} log lines show a number or a key in clear: ${shown[0]}`);
}
