import type { Db } from '@linework/db/db';
import { aBroker } from '@linework/testing/a-broker';
import { anActiveLine } from '@linework/testing/a-line';
import { aCallerOf } from '@linework/testing/callers';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { blockLine } from '../../src/order-types/block-line.ts';
import type { WakeUp } from '../../src/orders/advance-order.ts';
import { placeOrder } from '../../src/orders/place-order.ts';
import { brokerLimit, requeueDueOrders } from '../../src/orders/requeue-due-orders.ts';
import { createTestEngine, type TestEngine } from './test-engine.ts';

let engine: TestEngine | undefined;
beforeEach(async () => {
  await engine?.close();
  engine = await createTestEngine({ orderTypes: [blockLine] });
});
afterAll(() => engine?.close());

async function place({ db, deps }: TestEngine): Promise<string> {
  const line = await anActiveLine(db);
  return (await placeOrder(deps, { orderType: blockLine, caller: aCallerOf({ id: line.brokerId }), lineId: line.id, correlationId: '' })).orderId;
}

const makeAllDue = ({ db }: TestEngine) => db.pool.query("UPDATE orders SET due_at = now() - interval '1 ms' WHERE due_at IS NOT NULL");

async function sweep({ db }: TestEngine): Promise<WakeUp[]> {
  const wakeUps: WakeUp[] = [];
  const count = await requeueDueOrders({ db, notify: (added) => void wakeUps.push(...added), awayLimitMs: 60_000 });
  expect(count).toBe(wakeUps.length);
  return wakeUps;
}

/** Orders of other things than lines, which have been due for longer than those of brokers asked for later. */
const insertDueOrders = ({ db }: TestEngine, brokerId: string, count: number) =>
  db.pool.query(
    `INSERT INTO orders (id, broker_id, type, status, resource_type, resource_id, external_code, correlation_id, due_at)
     SELECT gen_random_uuid(), $1, 'LINE_BLOCK', 'PENDING', 'test', gen_random_uuid(), '', '', now() - interval '1 s' FROM generate_series(1, $2)`,
    [brokerId, count],
  );

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

/** How many rows came out of each part of a plan. */
const listActualRows = ({ 'Actual Rows': rows, 'Actual Loops': loops, Plans = [] }: PlanNode): readonly number[] => [
  rows * loops,
  ...Plans.flatMap(listActualRows),
];

async function listBrokers({ db }: TestEngine, rings: readonly WakeUp[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.pool.query('SELECT broker_id FROM orders WHERE id = ANY($1)', [rings.map(({ orderId }) => orderId)]);
  return new Set(rows.map((row) => row.broker_id));
}

describe('the sweep', () => {
  const given = () => engine as TestEngine;

  it('rings for orders that are due, under their next run, and for no other', async () => {
    const [due, later] = [await place(given()), await place(given())];
    await given().db.pool.query("UPDATE orders SET due_at = now() - interval '1 ms' WHERE id = $1", [due]);
    expect(await sweep(given())).toEqual([{ orderId: due, epoch: 1 }]);
    expect(await sweep(given())).toEqual([]);
    await given().advanceOrder({ orderId: due, epoch: 1 });
    await given().advanceOrder({ orderId: later, epoch: 0 });
    await makeAllDue(given());
    expect(await sweep(given())).toEqual([]);
  });

  it('rings for each order once when two sweep at once', async () => {
    const orders = [];
    for (let count = 0; count < 40; count += 1) orders.push(await place(given()));
    await makeAllDue(given());
    const swept = await Promise.all([sweep(given()), sweep(given()), sweep(given())]);
    expect(
      swept
        .flat()
        .map(({ orderId }) => orderId)
        .toSorted(),
    ).toEqual(orders.toSorted());
  });

  it('passes over what somebody is just writing', async () => {
    const [held, free] = [await place(given()), await place(given())];
    await makeAllDue(given());
    await given().db.transaction(async (tx) => {
      await tx.prisma.order.updateMany({ where: { id: held }, data: { correlationId: 'busy' } });
      expect(await sweep(given())).toEqual([{ orderId: free, epoch: 1 }]);
    });
    expect(await sweep(given())).toEqual([{ orderId: held, epoch: 1 }]);
  });

  it('waits longer for each ring that nobody takes, up to 20 s, and all rings stay good', async () => {
    const orderId = await place(given());
    const waits: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      await makeAllDue(given());
      await sweep(given());
      const { rows } = await given().db.pool.query('SELECT extract(epoch FROM due_at - now()) AS s FROM orders');
      waits.push(Math.round(Number(rows[0].s)));
    }
    expect(waits).toEqual([10, 20, 20, 20]);
    await given().advanceOrder({ orderId, epoch: 0 });
    expect(await given().find(orderId)).toMatchObject({ status: 'COMPLETED' });
  });

  it('rings for the one order of a broker before the second of another, and for a limited number of each', async () => {
    const [many, one] = [await aBroker(given().db), await aBroker(given().db)];
    await insertDueOrders(given(), many.id, 2 * brokerLimit + 100);
    await insertDueOrders(given(), one.id, 1);
    const first = await sweep(given());
    expect(first).toHaveLength(brokerLimit + 1);
    expect(await listBrokers(given(), first.slice(0, 2))).toEqual(new Set([many.id, one.id]));
    expect(await sweep(given())).toHaveLength(brokerLimit);
    expect(await sweep(given())).toHaveLength(100);
  });

  it('reads of each broker about twice its share, however many are due', async () => {
    const { db } = given();
    const brokers = 60;
    for (let at = 0; at < brokers; at += 1) await insertDueOrders(given(), (await aBroker(db)).id, 40);
    await db.pool.query('VACUUM ANALYZE orders');
    let mostRows = 0;
    const explaining: Pick<Db, 'query'> = {
      async query({ text }, values) {
        const { rows } = await db.pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values as unknown[]);
        mostRows = Math.max(mostRows, ...listActualRows(rows[0]['QUERY PLAN'][0].Plan));
        return [];
      },
    };
    await requeueDueOrders({ db: explaining, notify: () => {}, awayLimitMs: 60_000 });
    expect(mostRows).toBeGreaterThanOrEqual(500);
    expect(mostRows).toBeLessThanOrEqual(2 * 500 + brokers);
  });

  it('turns away the worker whose lease is over', async () => {
    const orderId = await place(given());
    const [step] = (await given().find(orderId)).steps;
    const held = given().network.hold(`${step?.id}:execute`);
    const worker = given().advanceOrder({ orderId, epoch: 0 });
    await held.arrived;
    await makeAllDue(given());
    const [ring] = await sweep(given());
    held.release();
    await worker;
    expect(await given().find(orderId)).toMatchObject({ status: 'IN_PROGRESS', steps: [{ status: 'RUNNING' }, { status: 'PENDING' }] });
    await given().advanceOrder(ring as WakeUp);
    expect(await given().find(orderId)).toMatchObject({ status: 'COMPLETED', steps: [{ attempt: 1 }, { attempt: 1 }] });
  });
});
