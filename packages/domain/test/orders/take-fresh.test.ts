import { plannedEachTime } from '@linework/db/statement';
import { anActiveLine } from '@linework/testing/a-line';
import { aCallerOf } from '@linework/testing/callers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blockLine } from '../../src/order-types/block-line.ts';
import { loadOrders } from '../../src/orders/load-orders.ts';
import { orderTypesByCode } from '../../src/orders/order-type.ts';
import { placeOrder } from '../../src/orders/place-order.ts';
import { planProgress } from '../../src/orders/plan-progress.ts';
import { recordProgress } from '../../src/orders/record-progress.ts';
import { freshTaker } from '../../src/orders/take-fresh.ts';
import { isUnknown } from '../../src/orders/unknown-version.ts';
import { type TestEngine, testEngine } from './test-engine.ts';

const leaseMs = 20_000;
const orderTypes = orderTypesByCode([blockLine]);

const whatIsWritten = plannedEachTime(`SELECT o.status, o.run, o.taken_run, o.takes, o.due_at - o.updated_at AS lease, o.failed_at, o.not_before,
    l.status AS line_status,
    (SELECT json_agg(json_build_array(s.position, s.status, s.attempt, s.started_at = o.updated_at, s.finished_at, s.error) ORDER BY s.position)
      FROM order_step s WHERE s.order_id = o.id) AS steps,
    (SELECT json_agg(json_build_array(e.type, e.resource_type, e.resource_id = o.id, e.from_status, e.to_status, e.details) ORDER BY e.seq)
      FROM event e WHERE e.order_id = o.id) AS events
  FROM orders o JOIN line l ON l.id = o.line_id WHERE o.id = $1::uuid`);

describe('taking orders that nobody has taken', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await testEngine({ orderTypes: [blockLine] });
  });
  afterAll(() => engine.close());

  async function anOrder(notBefore?: Date): Promise<string> {
    const { id: lineId, brokerId } = await anActiveLine(engine.db);
    const request = { orderType: blockLine, caller: aCallerOf({ id: brokerId }), lineId, correlationId: '', notBefore };
    return (await placeOrder(engine.deps, request)).orderId;
  }

  const takeFresh = (ids: readonly string[]) => freshTaker(engine.db, orderTypes, { leaseMs })(ids);
  const written = async (orderId: string) => (await engine.db.query(whatIsWritten, [orderId]))[0];

  it('writes what a plan for them would have written, and reads them as they were', async () => {
    const [fresh, planned] = [await anOrder(), await anOrder()];
    const [read] = await loadOrders(engine.db, orderTypes, [fresh]);
    expect(await takeFresh([fresh])).toEqual([read]);
    const [order] = await loadOrders(engine.db, orderTypes, [planned]);
    if (!order || isUnknown(order)) throw new Error('it is not there');
    await recordProgress(engine.db, [planProgress(order, null, 'take', { leaseMs, chance: 0, awayLimitMs: 60_000 }).progress]);
    expect(await written(fresh)).toEqual(await written(planned));
  });

  it('hands an order to one of those who ask for it together, and to nobody later', async () => {
    const orderId = await anOrder();
    const [first, second] = await takeFresh([orderId, orderId]);
    expect([first?.known.orderId, second, ...(await takeFresh([orderId]))]).toEqual([orderId, undefined, undefined]);
  });

  it('leaves an order alone that waits for its time', async () => {
    const orderId = await anOrder(new Date(Date.now() + 60_000));
    const before = await written(orderId);
    expect(await takeFresh([orderId])).toEqual([undefined]);
    expect(await written(orderId)).toEqual(before);
  });

  it('leaves an order of a type alone that it does not know', async () => {
    const orderId = await anOrder();
    expect(await freshTaker(engine.db, new Map(), { leaseMs })([orderId])).toEqual([undefined]);
    expect(await written(orderId)).toMatchObject({ status: 'PENDING', run: 0 });
  });
});
