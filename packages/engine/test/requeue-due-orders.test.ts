import type { Db } from '@linework/db/db';
import type { WakeUp } from '@linework/schemas/jobs';
import { aBroker } from '@linework/testing/a-broker';
import { anActiveLine } from '@linework/testing/a-line';
import { aCallerOf } from '@linework/testing/callers';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { brokerLimit, requeueDueOrders } from '../src/execution/requeue-due-orders.ts';
import { placeOrder } from './support/place-order.ts';
import { blockLine } from './support/test-order-types.ts';

let engine: TestEngine | undefined;
beforeEach(async () => {
  await engine?.close();
  engine = await createTestEngine({ orderTypes: [blockLine] });
});
afterAll(() => engine?.close());

async function place({ db, deps }: TestEngine): Promise<string> {
  const line = await anActiveLine(db);
  return (
    await placeOrder(deps, {
      orderType: blockLine,
      caller: aCallerOf({ id: line.brokerId }),
      lineId: line.id,
      correlationId: '',
    })
  ).orderId;
}

const makeAllDue = ({ db }: TestEngine) =>
  db.pool.query("UPDATE orders SET due_at = now() - interval '1 ms' WHERE due_at IS NOT NULL");

async function sweep({ db }: TestEngine): Promise<WakeUp[]> {
  const wakeUps: WakeUp[] = [];
  const count = await requeueDueOrders({
    db,
    notify: (added) => void wakeUps.push(...added),
    unavailableLimitMs: 60_000,
  });
  expect(count).toBe(wakeUps.length);
  return wakeUps;
}

/** Creates overdue orders without a line. The orders of brokers that are created first have been due for longer. */
const insertDueOrders = ({ db }: TestEngine, brokerId: string, count: number) =>
  db.pool.query(
    `INSERT INTO orders (id, broker_id, type, status, resource_type, resource_id, external_code, correlation_id, due_at)
     SELECT gen_random_uuid(), $1, 'LINE_BLOCK', 'PENDING', 'test', gen_random_uuid(), '', '', now() - interval '1 s'
     FROM generate_series(1, $2)`,
    [brokerId, count],
  );

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

/** The number of rows that each node of a plan returned. */
const listActualRows = ({ 'Actual Rows': rows, 'Actual Loops': loops, Plans = [] }: PlanNode): readonly number[] => [
  rows * loops,
  ...Plans.flatMap(listActualRows),
];

async function listBrokers({ db }: TestEngine, wakeUps: readonly WakeUp[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.pool.query('SELECT broker_id FROM orders WHERE id = ANY($1)', [
    wakeUps.map(({ orderId }) => orderId),
  ]);
  return new Set(rows.map((row) => row.broker_id));
}

describe('the sweep', () => {
  const requireEngine = () => engine as TestEngine;

  it('wakes up overdue orders with their next epoch, and no others', async () => {
    const [due, later] = [await place(requireEngine()), await place(requireEngine())];
    await requireEngine().db.pool.query("UPDATE orders SET due_at = now() - interval '1 ms' WHERE id = $1", [due]);
    expect(await sweep(requireEngine())).toEqual([{ orderId: due, epoch: 1 }]);
    expect(await sweep(requireEngine())).toEqual([]);
    await requireEngine().advanceOrder({ orderId: due, epoch: 1 });
    await requireEngine().advanceOrder({ orderId: later, epoch: 0 });
    await makeAllDue(requireEngine());
    expect(await sweep(requireEngine())).toEqual([]);
  });

  it('finds an order whose first wake-up is lost within 10 s', async () => {
    const orderId = await place(requireEngine());
    const { rows } = await requireEngine().db.pool.query(
      `SELECT
       FROM orders
       WHERE id = $1 AND due_at < now() + interval '10 s' AND next_sweep_at < now() + interval '10 s'`,
      [orderId],
    );
    expect(rows).toHaveLength(1);
  });

  it('leaves an order to the worker that holds it, though its next sweep has come', async () => {
    const { db } = requireEngine();
    const orderId = await place(requireEngine());
    await db.pool.query(
      `UPDATE orders
       SET status = 'IN_PROGRESS', epoch = 1, acquired_epoch = 1, next_sweep_at = now() - interval '1 s',
         due_at = now() + interval '1 min'
       WHERE id = $1`,
      [orderId],
    );
    expect(await sweep(requireEngine())).toEqual([]);
    await db.pool.query("UPDATE orders SET due_at = now() - interval '1 ms' WHERE id = $1", [orderId]);
    expect(await sweep(requireEngine())).toEqual([{ orderId, epoch: 2 }]);
  });

  it('overlooks no order whose due time moves before its next sweep', async () => {
    const orderId = await place(requireEngine());
    await requireEngine().db.pool.query(
      "UPDATE orders SET next_sweep_at = now() + interval '1 hour', due_at = now() - interval '1 ms' WHERE id = $1",
      [orderId],
    );
    expect(await sweep(requireEngine())).toEqual([{ orderId, epoch: 1 }]);
  });

  it('wakes up each order once if two sweeps run concurrently', async () => {
    const orders = [];
    for (let count = 0; count < 40; count += 1) orders.push(await place(requireEngine()));
    await makeAllDue(requireEngine());
    const swept = await Promise.all([sweep(requireEngine()), sweep(requireEngine()), sweep(requireEngine())]);
    expect(
      swept
        .flat()
        .map(({ orderId }) => orderId)
        .toSorted(),
    ).toEqual(orders.toSorted());
  });

  it('skips rows that another transaction has locked', async () => {
    const [held, free] = [await place(requireEngine()), await place(requireEngine())];
    await makeAllDue(requireEngine());
    await requireEngine().db.transaction(async (tx) => {
      await tx.prisma.order.updateMany({ where: { id: held }, data: { correlationId: 'busy' } });
      expect(await sweep(requireEngine())).toEqual([{ orderId: free, epoch: 1 }]);
    });
    expect(await sweep(requireEngine())).toEqual([{ orderId: held, epoch: 1 }]);
  });

  it('waits longer after each unused wake-up, up to 20 s, and all wake-ups stay valid', async () => {
    const orderId = await place(requireEngine());
    const waits: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      await makeAllDue(requireEngine());
      await sweep(requireEngine());
      const { rows } = await requireEngine().db.pool.query(
        'SELECT extract(epoch FROM due_at - now()) AS s FROM orders',
      );
      waits.push(Math.round(Number(rows[0].s)));
    }
    expect(waits).toEqual([10, 20, 20, 20]);
    await requireEngine().advanceOrder({ orderId, epoch: 0 });
    expect(await requireEngine().find(orderId)).toMatchObject({ status: 'COMPLETED' });
  });

  it('wakes up the only order of a broker before the second of another, and a limited number of each', async () => {
    const [many, one] = [await aBroker(requireEngine().db), await aBroker(requireEngine().db)];
    await insertDueOrders(requireEngine(), many.id, 2 * brokerLimit + 100);
    await insertDueOrders(requireEngine(), one.id, 1);
    const first = await sweep(requireEngine());
    expect(first).toHaveLength(brokerLimit + 1);
    expect(await listBrokers(requireEngine(), first.slice(0, 2))).toEqual(new Set([many.id, one.id]));
    expect(await sweep(requireEngine())).toHaveLength(brokerLimit);
    expect(await sweep(requireEngine())).toHaveLength(100);
  });

  it('reads about twice the share of each broker, however many orders are overdue', async () => {
    const { db } = requireEngine();
    const brokers = 60;
    for (let at = 0; at < brokers; at += 1) await insertDueOrders(requireEngine(), (await aBroker(db)).id, 40);
    await db.pool.query('VACUUM ANALYZE orders');
    let mostRows = 0;
    const explaining: Pick<Db, 'query'> = {
      async query(statement, ...[values]) {
        const { rows } = await db.pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement.text}`, [
          ...statement.inOrder((values ?? {}) as never),
        ]);
        mostRows = Math.max(mostRows, ...listActualRows(rows[0]['QUERY PLAN'][0].Plan));
        return [];
      },
    };
    await requeueDueOrders({ db: explaining, notify: () => {}, unavailableLimitMs: 60_000 });
    expect(mostRows).toBeGreaterThanOrEqual(500);
    expect(mostRows).toBeLessThanOrEqual(2 * 500 + brokers);
  });

  it('fences the worker whose lease has expired', async () => {
    const orderId = await place(requireEngine());
    const [step] = (await requireEngine().find(orderId)).steps;
    const held = requireEngine().network.hold(`${step?.id}:execute`);
    const worker = requireEngine().advanceOrder({ orderId, epoch: 0 });
    await held.arrived;
    await makeAllDue(requireEngine());
    const [wakeUp] = await sweep(requireEngine());
    held.release();
    await worker;
    expect(await requireEngine().find(orderId)).toMatchObject({
      status: 'IN_PROGRESS',
      steps: [{ status: 'RUNNING' }, { status: 'PENDING' }],
    });
    await requireEngine().advanceOrder(wakeUp as WakeUp);
    expect(await requireEngine().find(orderId)).toMatchObject({
      status: 'COMPLETED',
      steps: [{ attempt: 1 }, { attempt: 1 }],
    });
  });
});
