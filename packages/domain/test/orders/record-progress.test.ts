import { plannedEachTime } from '@linework/db/statement';
import { anActiveLine } from '@linework/testing/a-line';
import { aCallerOf } from '@linework/testing/callers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blockLine } from '../../src/order-types/block-line.ts';
import { loadOrders } from '../../src/orders/load-orders.ts';
import type { OrderAtHand } from '../../src/orders/order-at-hand.ts';
import { type OrderType, orderTypesByCode } from '../../src/orders/order-type.ts';
import { placeOrder } from '../../src/orders/place-order.ts';
import { planProgress } from '../../src/orders/plan-progress.ts';
import type { Progress } from '../../src/orders/progress.ts';
import { recordProgress } from '../../src/orders/record-progress.ts';
import { isUnknown } from '../../src/orders/unknown-version.ts';
import { type TestEngine, testEngine } from './test-engine.ts';
import { callsOut, orderTypeOf } from './test-order-types.ts';

const sixCalls = orderTypeOf('SIX_CALLS', 'halt', [callsOut('A'), callsOut('B'), callsOut('C'), callsOut('D'), callsOut('E'), callsOut('F')]);
const types = orderTypesByCode([blockLine, sixCalls]);

let engine: TestEngine;
beforeAll(async () => {
  engine = await testEngine({ orderTypes: [blockLine, sixCalls] });
});
afterAll(() => engine.close());

async function place(orderType: OrderType = blockLine): Promise<string> {
  const line = await anActiveLine(engine.db);
  const { orderId } = await placeOrder(engine.deps, { orderType, caller: aCallerOf({ id: line.brokerId }), lineId: line.id, correlationId: '' });
  return orderId;
}

async function read(orderId: string): Promise<OrderAtHand> {
  const [order] = await loadOrders(engine.db, types, [orderId]);
  if (!order || isUnknown(order)) throw new Error(`there is no order ${orderId}`);
  return order;
}

const stepsOf = (orderId: string) =>
  engine.db.query(
    plannedEachTime(`SELECT s.position, s.status, s.attempt, s.attempt_limit, s.undo_attempt, s.undo_attempt_limit, s.error,
      s.started_at - o.updated_at AS started, s.failed_at - o.updated_at AS failed, s.finished_at - o.updated_at AS finished
      FROM order_step s JOIN orders o ON o.id = s.order_id WHERE o.id = $1::uuid ORDER BY s.position`),
    [orderId],
  );

const takeOf = async (orderId: string): Promise<Progress> =>
  planProgress(await read(orderId), null, 'take', { leaseMs: 10_000, chance: 0, awayLimitMs: 60_000 }).progress;

describe('progress of many orders in one statement', () => {
  it('is applied to those that stand where it says, and not to the others', async () => {
    const [one, overtaken, three] = [await place(), await place(), await place()];
    const progress = [await takeOf(one), { ...(await takeOf(overtaken)), run: 7 }, await takeOf(three)];
    expect(await recordProgress(engine.db, progress)).toEqual([true, false, true]);
    expect(await read(overtaken)).toMatchObject({ status: 'PENDING', run: 0, steps: [{ status: 'PENDING' }, { status: 'PENDING' }] });
    expect(await read(three)).toMatchObject({
      status: 'IN_PROGRESS',
      run: 1,
      takenRun: 1,
      takes: 1,
      steps: [{ status: 'RUNNING', attempt: 1 }, { status: 'PENDING' }],
    });
  });

  it('writes the same whether its steps are told as a stretch or one by one', async () => {
    const orders = [await place(sixCalls), await place(sixCalls)] as const;
    await recordProgress(engine.db, [await takeOf(orders[0]), await takeOf(orders[1])]);
    await engine.db.pool.query(`UPDATE order_step SET error = '{"code": "timeout", "detail": ""}', failed_at = now() WHERE order_id = ANY($1)`, [orders]);
    const onward = async (orderId: string) =>
      planProgress(await read(orderId), { outcome: 'done' }, 'keep', { leaseMs: 10_000, chance: 0, awayLimitMs: 60_000 }).progress;
    const [stretch, other] = [await onward(orders[0]), await onward(orders[1])];
    expect(await recordProgress(engine.db, [stretch, { ...other, steps: other.steps.toReversed() }])).toEqual([true, true]);
    const [first, second] = [await stepsOf(orders[0]), await stepsOf(orders[1])];
    expect(first).toMatchObject([{ status: 'SUCCESS', error: null }, { status: 'RUNNING', attempt: 1 }, ...Array(4).fill({ status: 'PENDING' })]);
    expect(second).toEqual(first);
  });

  it('writes the same for an order alone as among others', async () => {
    const [alone, other, third] = [await place(sixCalls), await place(sixCalls), await place(sixCalls)];
    const refused = async (orderId: string) =>
      planProgress(await read(orderId), { outcome: 'refused', error: { code: 'refused', detail: "it's no" } }, 'keep', {
        leaseMs: 10_000,
        chance: 0,
        awayLimitMs: 60_000,
      }).progress;
    await recordProgress(engine.db, [await takeOf(alone)]);
    await recordProgress(engine.db, [await takeOf(other), await takeOf(third)]);
    await recordProgress(engine.db, [await refused(alone)]);
    await recordProgress(engine.db, [await refused(other), await refused(third)]);
    // When it began is another moment for each.
    const withoutBegin = async (orderId: string) => (await stepsOf(orderId)).map((step) => ({ ...(step as object), started: undefined }));
    expect(await stepsOf(alone)).toMatchObject([{ status: 'FAILED', error: { detail: "it's no" } }, ...Array(5).fill({ status: 'PENDING' })]);
    expect(await withoutBegin(other)).toEqual(await withoutBegin(alone));
    const eventsOf = (orderId: string) =>
      engine.db.prisma.event.findMany({ where: { orderId }, select: { type: true, fromStatus: true, toStatus: true, details: true }, orderBy: { seq: 'asc' } });
    expect(await eventsOf(other)).toEqual(await eventsOf(alone));
  });

  it('is applied once where an order is in it twice', async () => {
    const orderId = await place();
    const take = await takeOf(orderId);
    const applied = await recordProgress(engine.db, [take, take]);
    expect(applied.toSorted()).toEqual([false, true]);
    expect(await engine.db.prisma.event.count({ where: { orderId, type: 'order.started' } })).toBe(1);
  });

  const refused: readonly [string, (take: Progress) => Progress, string][] = [
    ['makes a move that is not listed', (take) => ({ ...take, to: 'ROLLED_BACK', due: null }), 'may not move from PENDING to ROLLED_BACK'],
    ['forgets when it is due', (take) => ({ ...take, due: null }), 'due_while_at_work'],
    [
      'names a step that is elsewhere',
      (take) => ({ ...take, steps: take.steps.map((step) => ({ ...step, from: 'SUCCESS', to: 'ROLLING_BACK' })) }),
      'a step is not where its order left it',
    ],
    [
      'ends a step that has not begun',
      (take) => ({ ...take, steps: take.steps.map((step) => ({ ...step, from: 'RUNNING', to: 'SUCCESS', attempts: 0, error: null })) }),
      'a step is not where its order left it',
    ],
    ['begins more attempts than there are', (take) => ({ ...take, steps: take.steps.map((step) => ({ ...step, attempts: 99 })) }), 'attempts_within_limit'],
  ];
  it.each(refused)('leaves nothing when one of them %s', async (_, spoil, message) => {
    const [sound, spoilt] = [await place(), await place()];
    await expect(recordProgress(engine.db, [await takeOf(sound), spoil(await takeOf(spoilt))])).rejects.toThrow(message);
    expect(await read(sound)).toMatchObject({ status: 'PENDING', run: 0 });
    expect(await read(spoilt)).toMatchObject({ status: 'PENDING', run: 0 });
  });

  it('leaves nothing when its line is elsewhere', async () => {
    const orderId = await place();
    const take = await takeOf(orderId);
    const lineId = (await read(orderId)).known.line?.id as string;
    const spoilt: Progress = { ...take, lineMoves: [{ lineId, from: 'ACTIVATING', to: 'ACTIVE' }] };
    await expect(recordProgress(engine.db, [spoilt])).rejects.toThrow('a line is not where its order left it');
    expect(await read(orderId)).toMatchObject({ status: 'PENDING', run: 0 });
  });
});

describe('orders carried on at once', () => {
  it('are not held up by one of them that the database refuses', async () => {
    const orders = await Promise.all(Array.from({ length: 12 }, () => place()));
    // Nobody may take this one: its only step has no attempt left.
    const [poisoned] = orders;
    await engine.db.pool.query('UPDATE order_step SET attempt_limit = 0 WHERE order_id = $1', [poisoned]);
    const outcomes = await Promise.allSettled(orders.map((orderId) => engine.advanceOrder({ orderId, run: 0 })));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', ...Array.from({ length: 11 }, () => 'fulfilled')]);
    for (const orderId of orders.slice(1)) expect(await engine.find(orderId)).toMatchObject({ status: 'COMPLETED' });
    expect(await engine.find(poisoned as string)).toMatchObject({ status: 'PENDING' });
  });
});

describe('the middle of an order', () => {
  it('changes rows in place, without touching an index', async () => {
    // One session, so that its numbers can be asked for.
    const alone = await testEngine({ orderTypes: [sixCalls], poolSize: 1 });
    try {
      const line = await anActiveLine(alone.db);
      const { orderId } = await placeOrder(alone.deps, { orderType: sixCalls, caller: aCallerOf({ id: line.brokerId }), lineId: line.id, correlationId: '' });
      await alone.carryOut(orderId);
      await alone.db.pool.query('SELECT pg_stat_force_next_flush()');
      await expect
        .poll(async () => (await alone.db.pool.query("SELECT n_tup_upd::int AS n FROM pg_stat_user_tables WHERE relname = 'orders'")).rows[0].n)
        .toBeGreaterThan(6);
      const { rows } = await alone.db.pool.query(
        "SELECT relname, n_tup_upd::int AS updates, n_tup_hot_upd::int AS hot FROM pg_stat_user_tables WHERE relname IN ('orders', 'order_step') ORDER BY relname",
      );
      // Taken, five steps passed on, and at rest: the first and the last move the order into and out of indexes.
      expect(rows).toEqual([
        { relname: 'order_step', updates: 12, hot: 12 },
        { relname: 'orders', updates: 7, hot: 5 },
      ]);
    } finally {
      await alone.close();
    }
  });
});
