import { statement } from '@linework/db/statement';
import { everyVersion } from '@linework/domain/order-types/all';
import { findViolations } from '@linework/testing/invariants/check-invariants';
import type { Findings } from '../findings.ts';
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
import { numbersInLogs } from './numbers-in-logs.ts';

/** But for those that a bulk operation, a pause or a port-in or -out placed, of which nobody is told: each of a port-in or -out by its one order. */
const ordersStatement = statement(
  'campaign-orders',
  `SELECT id FROM orders o WHERE NOT EXISTS (SELECT FROM bulk_item i WHERE i.order_id = o.id AND i.line_id IS NOT NULL) AND NOT o.metadata ? 'subscriptionId'
     AND NOT EXISTS (SELECT FROM port_in p WHERE p.order_id = o.id) AND NOT EXISTS (SELECT FROM port_out p WHERE p.order_id = o.id)`,
);

/** Notes everything that does not hold, once all is at rest. */
export async function checkWorld(world: World, findings: Findings): Promise<void> {
  const { db, network, apis, workers, brokers } = world;
  await checkRegister(world, findings);
  await checkCalls(world, findings);
  await checkMoney(world, findings);
  await checkRefunds(world, findings);
  await checkInvoices(world, findings);
  await checkReceipts(world, findings);
  await checkUsage(world, findings);
  await checkPauses(world, findings);
  await checkPortIns(world, findings);
  await checkPortOuts(world, findings);
  for (const { invariant, rows } of await findViolations(db, {
    effects: await network.ledger(),
    knowsKeys: world.keys === 'known',
    orderTypes: everyVersion,
  })) {
    findings.wrong(`${invariant}: ${JSON.stringify(rows.slice(0, 3))}${rows.length > 3 ? ` and ${rows.length - 3} more` : ''}`);
  }

  const there = new Set((await db.query<{ id: string }>(ordersStatement, [])).map(({ id }) => id));
  const { promised } = findings;
  const lost = [...promised].filter((id) => !there.has(id));
  if (lost.length > 0) findings.wrong(`I1: ${lost.length} orders that a client was told of are not there: ${lost[0]}`);
  // Every client asked until it knew: an order that none was told of was placed twice.
  const surplus = [...there].filter((id) => !promised.has(id));
  if (surplus.length > 0) findings.wrong(`I3: ${surplus.length} orders that no client was told of: ${surplus[0]}`);

  const shown = await numbersInLogs(
    db,
    [...apis, ...workers].flatMap((post) => post.lines()),
    brokers.map(({ key }) => key),
  );
  if (shown.length > 0) findings.wrong(`I17: ${shown.length} lines of the log show a number or a key in clear: ${shown[0]}`);
}
