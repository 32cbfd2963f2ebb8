import type { Db } from '@linework/db/db';
import { anActiveLine } from '@linework/testing/a-line';
import { aCallerOf } from '@linework/testing/callers';
import { countWaitingSessions } from '@linework/testing/count-waiting-sessions';
import type { TestOrderType } from '@linework/testing/engine/test-engine';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { sql } from '@linework/testing/sql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isUnknownVersion } from '../src/model/engine-observer.ts';
import type { OrderSnapshot } from '../src/model/order-snapshot.ts';
import { indexOrderTypes } from '../src/model/order-type.ts';
import type { Transition } from '../src/model/transition.ts';
import { planTransition } from '../src/planning/plan-transition.ts';
import { commitTransition } from '../src/store/commit-transition.ts';
import { loadOrders } from '../src/store/load-orders.ts';
import { placeOrder } from './support/place-order.ts';
import { blockLine, externalStep, testOrderType } from './support/test-order-types.ts';

const sixCalls = testOrderType('SIX_CALLS', 'halt', [
  externalStep('A'),
  externalStep('B'),
  externalStep('C'),
  externalStep('D'),
  externalStep('E'),
  externalStep('F'),
]);
const types = indexOrderTypes([blockLine, sixCalls]);

let engine: TestEngine;
beforeAll(async () => {
  engine = await createTestEngine({ orderTypes: [blockLine, sixCalls] });
});
afterAll(() => engine.close());

async function place(orderType: TestOrderType = blockLine): Promise<string> {
  const line = await anActiveLine(engine.db);
  const { orderId } = await placeOrder(engine.deps, {
    orderType,
    caller: aCallerOf({ id: line.brokerId }),
    lineId: line.id,
    correlationId: '',
  });
  return orderId;
}

async function loadSnapshot(orderId: string): Promise<OrderSnapshot> {
  const [order] = await loadOrders(engine.db, types, [orderId]);
  if (!order || isUnknownVersion(order)) throw new Error(`there is no order ${orderId}`);
  return order;
}

const listSteps = (orderId: string) =>
  engine.db.query(sql`SELECT s.position, s.status, s.attempt, s.attempt_limit, s.undo_attempt, s.undo_attempt_limit,
      s.error,
      s.started_at - o.updated_at AS started, s.failed_at - o.updated_at AS failed,
        s.finished_at - o.updated_at AS finished
      FROM order_step s JOIN orders o ON o.id = s.order_id WHERE o.id = ${orderId}::uuid ORDER BY s.position`);

const planAcquisition = async (orderId: string): Promise<Transition> =>
  planTransition(await loadSnapshot(orderId), null, 'acquire', {
    leaseMs: 10_000,
    chance: 0,
    unavailableLimitMs: 60_000,
  }).transition;

describe('transitions of many orders in one statement', () => {
  it('are applied only to the orders with the expected epoch and status', async () => {
    const [one, stale, three] = [await place(), await place(), await place()];
    const transitions = [
      await planAcquisition(one),
      { ...(await planAcquisition(stale)), epoch: 7 },
      await planAcquisition(three),
    ];
    expect(await commitTransition(engine.db, transitions)).toEqual([true, false, true]);
    expect(await loadSnapshot(stale)).toMatchObject({
      status: 'PENDING',
      epoch: 0,
      steps: [{ status: 'PENDING' }, { status: 'PENDING' }],
    });
    expect(await loadSnapshot(three)).toMatchObject({
      status: 'IN_PROGRESS',
      epoch: 1,
      acquiredEpoch: 1,
      acquisitions: 1,
      steps: [{ status: 'RUNNING', attempt: 1 }, { status: 'PENDING' }],
    });
  });

  it('are sent once, so that a worker that is lost leaves no order without its events', async () => {
    const sent: string[] = [];
    const query = (...[statement, ...values]: Parameters<Db['query']>) => {
      sent.push(statement.name);
      return engine.db.query(statement, ...values);
    };
    const orderId = await place();
    expect(await commitTransition({ query } as Pick<Db, 'query'>, [await planAcquisition(orderId)])).toEqual([true]);
    expect(sent).toHaveLength(1);
    expect(await engine.db.prisma.event.count({ where: { orderId, type: 'order.started' } })).toBe(1);
  });

  it('write the same whether steps are combined into an advance or written one by one', async () => {
    const orders = [await place(sixCalls), await place(sixCalls)] as const;
    await commitTransition(engine.db, [await planAcquisition(orders[0]), await planAcquisition(orders[1])]);
    await engine.db.pool.query(
      `UPDATE order_step SET error = '{"code": "timeout", "detail": ""}', failed_at = now() WHERE order_id = ANY($1)`,
      [orders],
    );
    const onward = async (orderId: string) =>
      planTransition(await loadSnapshot(orderId), { outcome: 'done' }, 'renew', {
        leaseMs: 10_000,
        chance: 0,
        unavailableLimitMs: 60_000,
      }).transition;
    const [advance, other] = [await onward(orders[0]), await onward(orders[1])];
    expect(await commitTransition(engine.db, [advance, { ...other, steps: other.steps.toReversed() }])).toEqual([
      true,
      true,
    ]);
    const [first, second] = [await listSteps(orders[0]), await listSteps(orders[1])];
    expect(first).toMatchObject([
      { status: 'SUCCESS', error: null },
      { status: 'RUNNING', attempt: 1 },
      ...Array(4).fill({ status: 'PENDING' }),
    ]);
    expect(second).toEqual(first);
  });

  it('write the same for one order as for several', async () => {
    const [alone, other, third] = [await place(sixCalls), await place(sixCalls), await place(sixCalls)];
    const refused = async (orderId: string) =>
      planTransition(
        await loadSnapshot(orderId),
        { outcome: 'refused', error: { code: 'refused', detail: "it's no" } },
        'renew',
        {
          leaseMs: 10_000,
          chance: 0,
          unavailableLimitMs: 60_000,
        },
      ).transition;
    await commitTransition(engine.db, [await planAcquisition(alone)]);
    await commitTransition(engine.db, [await planAcquisition(other), await planAcquisition(third)]);
    await commitTransition(engine.db, [await refused(alone)]);
    await commitTransition(engine.db, [await refused(other), await refused(third)]);
    // The start times differ.
    const withoutBegin = async (orderId: string) =>
      (await listSteps(orderId)).map((step) => ({ ...(step as object), started: undefined }));
    expect(await listSteps(alone)).toMatchObject([
      { status: 'FAILED', error: { detail: "it's no" } },
      ...Array(5).fill({ status: 'PENDING' }),
    ]);
    expect(await withoutBegin(other)).toEqual(await withoutBegin(alone));
    const eventsOf = (orderId: string) =>
      engine.db.prisma.event.findMany({
        where: { orderId },
        select: { type: true, fromStatus: true, toStatus: true, details: true },
        orderBy: { seq: 'asc' },
      });
    expect(await eventsOf(other)).toEqual(await eventsOf(alone));
  });

  it('are applied once if the batch has two for one order', async () => {
    const orderId = await place();
    const take = await planAcquisition(orderId);
    const applied = await commitTransition(engine.db, [take, take]);
    expect(applied.toSorted()).toEqual([false, true]);
    expect(await engine.db.prisma.event.count({ where: { orderId, type: 'order.started' } })).toBe(1);
  });

  const refused: readonly [string, (take: Transition) => Transition, string][] = [
    [
      'makes a move that the lifecycle does not allow',
      (take) => ({ ...take, to: 'ROLLED_BACK', due: null }),
      'may not move from PENDING to ROLLED_BACK',
    ],
    ['has no due time', (take) => ({ ...take, due: null }), 'due_while_open'],
    [
      'expects a wrong step status',
      (take) => ({ ...take, steps: take.steps.map((step) => ({ ...step, from: 'SUCCESS', to: 'ROLLING_BACK' })) }),
      'a step does not have the expected status',
    ],
    [
      'ends a step that has not started',
      (take) => ({
        ...take,
        steps: take.steps.map((step) => ({ ...step, from: 'RUNNING', to: 'SUCCESS', attempts: 0, error: null })),
      }),
      'a step does not have the expected status',
    ],
    [
      'starts more attempts than the limit',
      (take) => ({ ...take, steps: take.steps.map((step) => ({ ...step, attempts: 99 })) }),
      'attempts_within_limit',
    ],
  ];
  it.each(refused)('write nothing when one of them %s', async (_, change, message) => {
    const [sound, invalid] = [await place(), await place()];
    await expect(
      commitTransition(engine.db, [await planAcquisition(sound), change(await planAcquisition(invalid))]),
    ).rejects.toThrow(message);
    expect(await loadSnapshot(sound)).toMatchObject({ status: 'PENDING', epoch: 0 });
    expect(await loadSnapshot(invalid)).toMatchObject({ status: 'PENDING', epoch: 0 });
  });

  it('write nothing when the line has another status', async () => {
    const orderId = await place();
    const take = await planAcquisition(orderId);
    const { id: resourceId } = (await loadSnapshot(orderId)).context.resource;
    const invalid: Transition = { ...take, resourceMoves: [{ resourceId, from: 'ACTIVATING', to: 'ACTIVE' }] };
    await expect(commitTransition(engine.db, [invalid])).rejects.toThrow('a line does not have the expected status');
    expect(await loadSnapshot(orderId)).toMatchObject({ status: 'PENDING', epoch: 0 });
  });
});

describe('orders executed concurrently', () => {
  it('are not delayed by an order that the database rejects', async () => {
    const orders = await Promise.all(Array.from({ length: 12 }, () => place()));
    // This order cannot be acquired: its step has no attempt left.
    const [rejectedOrder] = orders;
    await engine.db.pool.query('UPDATE order_step SET attempt_limit = 0 WHERE order_id = $1', [rejectedOrder]);
    const outcomes = await Promise.allSettled(orders.map((orderId) => engine.advanceOrder({ orderId, epoch: 0 })));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'rejected',
      ...Array.from({ length: 11 }, () => 'fulfilled'),
    ]);
    for (const orderId of orders.slice(1)) expect(await engine.find(orderId)).toMatchObject({ status: 'COMPLETED' });
    expect(await engine.find(rejectedOrder as string)).toMatchObject({ status: 'PENDING' });
  });
});

describe('the end of a step', () => {
  /** Plans the end of the running step for a worker whose lease ends after this time. */
  const planEnd = async (orderId: string, leaseLeftMs: number): Promise<Transition> =>
    planTransition(await loadSnapshot(orderId), { outcome: 'done' }, 'renew', {
      leaseMs: 10_000,
      leaseLeftMs,
      chance: 0,
      unavailableLimitMs: 60_000,
    }).transition;

  async function anAcquiredOrder(change = 'true'): Promise<string> {
    const orderId = await place(sixCalls);
    await commitTransition(engine.db, [await planAcquisition(orderId)]);
    await engine.db.pool.query(
      `UPDATE orders SET due_at = now() + interval '9 s'${change === 'true' ? '' : `, ${change}`} WHERE id = $1`,
      [orderId],
    );
    return orderId;
  }

  /** The place of the row in its table, which every update changes. */
  async function readRow(orderId: string) {
    const { rows } = await engine.db.pool.query(
      `SELECT ctid::text AS place, acquisitions, unavailable_since AS "unavailableSince",
         extract(epoch FROM due_at - updated_at)::float8 AS seconds
       FROM orders
       WHERE id = $1`,
      [orderId],
    );
    return rows[0];
  }

  it('leaves the row of its order as it is while three quarters of the lease are left', async () => {
    const orderIds = [await anAcquiredOrder(), await anAcquiredOrder(), await anAcquiredOrder()] as const;
    const before = await Promise.all(orderIds.map(readRow));
    const [one, ...two] = await Promise.all(orderIds.map((orderId) => planEnd(orderId, 7_500)));
    expect(await commitTransition(engine.db, [one as Transition])).toEqual([true]);
    expect(await commitTransition(engine.db, two)).toEqual([true, true]);
    expect(await Promise.all(orderIds.map(readRow))).toEqual(before);
    for (const orderId of orderIds)
      expect(await loadSnapshot(orderId)).toMatchObject({
        steps: [{ status: 'SUCCESS' }, { status: 'RUNNING' }, {}, {}, {}, {}],
      });
  });

  it('renews the lease in full when less is left', async () => {
    const orderId = await anAcquiredOrder();
    await commitTransition(engine.db, [await planEnd(orderId, 7_499)]);
    expect(await readRow(orderId)).toMatchObject({ seconds: 10, acquisitions: 0 });
  });

  it.each([
    ['that was acquired twice', 'acquisitions = 2'],
    ['that waited for a system', 'unavailable_since = now()'],
  ])('writes the row of an order %s, so that neither is counted any longer', async (_, change) => {
    const orderId = await anAcquiredOrder(change);
    await commitTransition(engine.db, [await planEnd(orderId, 10_000)]);
    expect(await readRow(orderId)).toMatchObject({ acquisitions: 0, unavailableSince: null });
  });

  it('changes nothing when the order has another epoch or status', async () => {
    const [one, ...others] = [await anAcquiredOrder(), await anAcquiredOrder(), await anAcquiredOrder()] as const;
    const plans = await Promise.all([one, ...others].map((orderId) => planEnd(orderId, 10_000)));
    await engine.db.pool.query('UPDATE orders SET epoch = epoch + 1 WHERE id = $1', [one]);
    await engine.db.pool.query("UPDATE orders SET status = 'CANCELLING' WHERE id = $1", [others[0]]);
    expect(await commitTransition(engine.db, plans.slice(0, 1))).toEqual([false]);
    expect(await commitTransition(engine.db, plans)).toEqual([false, false, true]);
    expect(await loadSnapshot(one)).toMatchObject({
      steps: [{ status: 'RUNNING' }, { status: 'PENDING' }, {}, {}, {}, {}],
    });
  });

  it('is written once if the batch has it twice', async () => {
    const orderId = await anAcquiredOrder();
    const end = await planEnd(orderId, 10_000);
    expect((await commitTransition(engine.db, [end, end])).toSorted()).toEqual([false, true]);
  });

  it('waits for a cancel that has not committed, and is then rejected', async () => {
    const orderId = await anAcquiredOrder();
    const end = await planEnd(orderId, 10_000);
    const cancel = await engine.db.pool.connect();
    try {
      await cancel.query('BEGIN');
      await cancel.query("UPDATE orders SET status = 'CANCELLING' WHERE id = $1", [orderId]);
      const ended = commitTransition(engine.db, [end]);
      await expect.poll(() => countWaitingSessions(engine.db)).toBe(1);
      await cancel.query('COMMIT');
      expect(await ended).toEqual([false]);
    } finally {
      cancel.release(true);
    }
  });
});

/** The updates of tables in this database, and those that wrote no index. A session reports them when it is told to. */
async function countUpdates({ db }: TestEngine): Promise<readonly { relname: string; updates: number; hot: number }[]> {
  await db.pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await db.pool.query(
    `SELECT relname, n_tup_upd::int AS updates, n_tup_hot_upd::int AS hot
     FROM pg_stat_user_tables
     WHERE relname IN ('line', 'orders', 'order_step')
     ORDER BY relname`,
  );
  return rows;
}

describe('an order that blocks a line', () => {
  it('updates rows in place and writes indexes only once, when it settles', async () => {
    // One session, so that its statistics can be read.
    const alone = await createTestEngine({ orderTypes: [sixCalls], poolSize: 1 });
    try {
      const line = await anActiveLine(alone.db);
      await expect.poll(async () => (await countUpdates(alone))[0]?.updates).toBeGreaterThan(0);
      const [before] = await countUpdates(alone);
      const { orderId } = await placeOrder(alone.deps, {
        orderType: sixCalls,
        caller: aCallerOf({ id: line.brokerId }),
        lineId: line.id,
        correlationId: '',
      });
      await alone.runUntilSettled(orderId);
      await expect.poll(async () => (await countUpdates(alone))[2]?.updates).toBeGreaterThan(1);
      const [ofLine, ...ofOrder] = await countUpdates(alone);
      // To BLOCKING and to BLOCKED.
      expect(ofLine).toEqual({ relname: 'line', updates: (before?.updates ?? 0) + 2, hot: (before?.hot ?? 0) + 2 });
      // Acquired and settled: only the last update changes indexed columns.
      expect(ofOrder).toEqual([
        { relname: 'order_step', updates: 12, hot: 12 },
        { relname: 'orders', updates: 2, hot: 1 },
      ]);
    } finally {
      await alone.close();
    }
  });
});
