import { unprepared } from '@linework/db/statement';
import { anActiveLine } from '@linework/testing/a-line';
import { aCallerOf } from '@linework/testing/callers';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isUnknownVersion } from '../src/model/engine-observer.ts';
import { indexOrderTypes } from '../src/model/order-type.ts';
import { planTransition } from '../src/planning/plan-transition.ts';
import { createPendingOrderAcquirer } from '../src/store/acquire-pending-orders.ts';
import { commitTransition } from '../src/store/commit-transition.ts';
import { loadOrders } from '../src/store/load-orders.ts';
import { placeOrder } from './support/place-order.ts';
import { blockLine } from './support/test-order-types.ts';

const leaseMs = 20_000;
const orderTypes = indexOrderTypes([blockLine]);

const writtenRowsStatement = unprepared(
  'test-written-rows',
  { id: 'uuid' },
  `SELECT o.status, o.epoch, o.acquired_epoch, o.acquisitions, o.due_at - o.updated_at AS lease, o.failed_at,
      o.not_before,
    l.status AS line_status,
    (
      SELECT json_agg(json_build_array(s.position, s.status, s.attempt, s.started_at = o.updated_at, s.finished_at,
        s.error)
        ORDER BY s.position)
      FROM order_step s WHERE s.order_id = o.id) AS steps,
    (
      SELECT json_agg(json_build_array(e.type, e.resource_type, e.resource_id = o.id, e.from_status, e.to_status,
        e.details)
        ORDER BY e.seq)
      FROM event e WHERE e.order_id = o.id) AS events
  FROM orders o JOIN line l ON l.id = o.line_id WHERE o.id = :id`,
);

describe('acquiring pending orders', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await createTestEngine({ orderTypes: [blockLine] });
  });
  afterAll(() => engine.close());

  async function anOrder(notBefore?: Date): Promise<string> {
    const { id: lineId, brokerId } = await anActiveLine(engine.db);
    const request = { orderType: blockLine, caller: aCallerOf({ id: brokerId }), lineId, correlationId: '', notBefore };
    return (await placeOrder(engine.deps, request)).orderId;
  }

  const acquirePending = (ids: readonly string[]) =>
    createPendingOrderAcquirer(engine.db, orderTypes, { leaseMs })(ids);
  const findWrittenRow = async (orderId: string) => (await engine.db.query(writtenRowsStatement, { id: orderId }))[0];

  it('writes the same as the plan for them and returns them as they were before', async () => {
    const [acquired, planned] = [await anOrder(), await anOrder()];
    const [read] = await loadOrders(engine.db, orderTypes, [acquired]);
    expect(await acquirePending([acquired])).toEqual([read]);
    const [order] = await loadOrders(engine.db, orderTypes, [planned]);
    if (!order || isUnknownVersion(order)) throw new Error('the order was not found');
    await commitTransition(engine.db, [
      planTransition(order, null, 'acquire', { leaseMs, chance: 0, unavailableLimitMs: 60_000 }).transition,
    ]);
    expect(await findWrittenRow(acquired)).toEqual(await findWrittenRow(planned));
  });

  it('gives an order to only one of several concurrent requests and to none later', async () => {
    const orderId = await anOrder();
    const [first, second] = await acquirePending([orderId, orderId]);
    expect([first?.context.orderId, second, ...(await acquirePending([orderId]))]).toEqual([
      orderId,
      undefined,
      undefined,
    ]);
  });

  it('does not change a scheduled order', async () => {
    const orderId = await anOrder(new Date(Date.now() + 60_000));
    const before = await findWrittenRow(orderId);
    expect(await acquirePending([orderId])).toEqual([undefined]);
    expect(await findWrittenRow(orderId)).toEqual(before);
  });

  it('does not change an order of an unknown type', async () => {
    const orderId = await anOrder();
    expect(await createPendingOrderAcquirer(engine.db, new Map(), { leaseMs })([orderId])).toEqual([undefined]);
    expect(await findWrittenRow(orderId)).toMatchObject({ status: 'PENDING', epoch: 0 });
  });
});
