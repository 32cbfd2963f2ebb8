import { createLog } from '@linework/log/log';
import { anOperator } from '@linework/testing/callers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeOrder } from '../../src/orders/close-order.ts';
import type { OrderFailure } from '../../src/orders/failure-of-order.ts';
import { retryOrder } from '../../src/orders/retry-order.ts';
import { rollbackOrder } from '../../src/orders/rollback-order.ts';
import { anOrderOf } from './order-on-line.ts';
import { type TestEngine, testEngine } from './test-engine.ts';
import { callsOut, orderTypeOf } from './test-order-types.ts';

const halts = orderTypeOf('TEST_HALTS', 'halt', [callsOut('A'), callsOut('B')]);
const turnsBack = orderTypeOf('TEST_TURNS_BACK', 'rollback', [callsOut('A'), callsOut('B')]);
const caller = anOperator();

const lines: { readonly level: string; readonly msg: string; readonly [field: string]: unknown }[] = [];
const failures: OrderFailure[] = [];
let engine: TestEngine;

beforeAll(async () => {
  const log = createLog({ name: 'test', level: 'info', destination: { write: (line: string) => void lines.push(JSON.parse(line)) } });
  engine = await testEngine({ orderTypes: [halts, turnsBack], log, witness: { orderFailed: (failure) => failures.push(failure) }, settings: { takeLimit: 3 } });
});
afterAll(() => engine.close());
afterEach(() => {
  lines.length = 0;
  failures.length = 0;
});

async function kept(orderId: string): Promise<unknown> {
  const { rows } = await engine.db.pool.query('SELECT step, error_code AS "errorCode" FROM order_failure WHERE order_id = $1', [orderId]);
  return rows[0];
}

async function anOrderThatFailedAt(position: 0 | 1, orderType = halts) {
  const order = await anOrderOf(orderType, engine);
  engine.network.trouble(order.keys[position]?.execute ?? '', 'refusal');
  await engine.carryOut(order.orderId);
  return order;
}

describe('an order that failed', () => {
  it('is a warning with its step and error code, and is counted by them', async () => {
    const { orderId, line } = await anOrderThatFailedAt(1);
    const failure = { step: 'TEST_HALTS.B', errorCode: 'unknown-subscriber' };
    expect(lines).toMatchObject([{ level: 'warn', msg: 'order failed', orderId, lineId: line.id, orderType: 'TEST_HALTS', status: 'FAILED', ...failure }]);
    expect(failures).toEqual([failure]);
    expect(await kept(orderId)).toEqual(failure);
  });

  it('and was rolled back by its own type is a warning too, and needs no attention', async () => {
    const { orderId } = await anOrderThatFailedAt(1, turnsBack);
    const failure = { step: 'TEST_TURNS_BACK.B', errorCode: 'unknown-subscriber' };
    expect(lines).toMatchObject([{ level: 'warn', status: 'ROLLED_BACK', ...failure }]);
    expect(failures).toEqual([failure]);
    expect(await kept(orderId)).toBeUndefined();
  });

  it('is found by the undo that failed, once it was rolled back in vain', async () => {
    const { orderId, keys } = await anOrderThatFailedAt(1);
    await rollbackOrder(engine.deps, { caller, orderId });
    expect(await kept(orderId)).toBeUndefined();
    engine.network.trouble(keys[0]?.undo ?? '', { code: 'no-undo', detail: 'no' });
    expect(await engine.carryOut(orderId)).toMatchObject({ status: 'ROLLBACK_FAILED' });
    expect(await kept(orderId)).toEqual({ step: 'TEST_HALTS.A', errorCode: 'no-undo' });
    expect(failures.at(-1)).toEqual(await kept(orderId));
  });

  it('is found as poison where no step of it had started', async () => {
    const { orderId } = await anOrderOf(halts, engine);
    await engine.db.pool.query('UPDATE orders SET takes = 3, run = 1 WHERE id = $1', [orderId]);
    engine.rings.length = 0;
    expect(await engine.carryOut(orderId)).toMatchObject({ status: 'FAILED' });
    expect(await kept(orderId)).toEqual({ step: 'none', errorCode: 'poison' });
    expect(failures).toEqual([await kept(orderId)]);
  });

  it('needs no attention any more once it was retried with success, or closed', async () => {
    const retried = await anOrderThatFailedAt(0);
    await retryOrder(engine.deps, { caller, orderId: retried.orderId });
    expect(await kept(retried.orderId)).toBeUndefined();
    expect(await engine.carryOut(retried.orderId)).toMatchObject({ status: 'COMPLETED' });
    const closed = await anOrderThatFailedAt(0);
    await closeOrder(engine.deps, { caller, orderId: closed.orderId, reason: 'test' });
    expect(await kept(closed.orderId)).toBeUndefined();
  });
});

describe('an order that succeeded', () => {
  it('is no warning', async () => {
    const { orderId } = await anOrderOf(halts, engine);
    await engine.carryOut(orderId);
    expect(lines).toMatchObject([{ level: 'info', orderId, status: 'COMPLETED' }]);
    expect(failures).toEqual([]);
  });
});
