import { createLog } from '@linework/log/log';
import { anOperator } from '@linework/testing/callers';
import { aPlacedOrder } from '@linework/testing/engine/placed-order';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeOrder } from '../src/commands/close-order.ts';
import { retryOrder } from '../src/commands/retry-order.ts';
import { rollbackOrder } from '../src/commands/rollback-order.ts';
import type { OrderFailure } from '../src/model/engine-observer.ts';
import { placeOnNewLine } from './support/place-order.ts';
import { externalStep, testOrderType } from './support/test-order-types.ts';

const haltingType = testOrderType('TEST_HALTS', 'halt', [externalStep('A'), externalStep('B')]);
const compensatingType = testOrderType('TEST_TURNS_BACK', 'rollback', [externalStep('A'), externalStep('B')]);
const caller = anOperator();

const lines: { readonly level: string; readonly msg: string; readonly [field: string]: unknown }[] = [];
const failures: OrderFailure[] = [];
let engine: TestEngine;

beforeAll(async () => {
  const log = createLog({
    name: 'test',
    level: 'info',
    destination: { write: (line: string) => void lines.push(JSON.parse(line)) },
  });
  engine = await createTestEngine({
    place: placeOnNewLine,
    orderTypes: [haltingType, compensatingType],
    log,
    observer: { orderFailed: (failure) => failures.push(failure) },
    settings: { acquisitionLimit: 3 },
  });
});
afterAll(() => engine.close());
afterEach(() => {
  lines.length = 0;
  failures.length = 0;
});

async function findFailureRow(orderId: string): Promise<unknown> {
  const { rows } = await engine.db.pool.query(
    'SELECT step, error_code AS "errorCode" FROM order_failure WHERE order_id = $1',
    [orderId],
  );
  return rows[0];
}

async function anOrderThatFailedAt(position: 0 | 1, orderType = haltingType) {
  const order = await aPlacedOrder(orderType, engine);
  engine.network.failNext(order.keys[position]?.execute ?? '', 'permanent');
  await engine.runUntilSettled(order.orderId);
  return order;
}

describe('an order that failed', () => {
  it('is logged as a warning with its step and error code and counted by them', async () => {
    const { orderId, line } = await anOrderThatFailedAt(1);
    const failure = { step: 'TEST_HALTS.B', errorCode: 'unknown-subscriber' };
    expect(lines).toMatchObject([
      {
        level: 'warn',
        msg: 'order failed',
        orderId,
        lineId: line.id,
        orderType: 'TEST_HALTS',
        status: 'FAILED',
        ...failure,
      },
    ]);
    expect(failures).toEqual([failure]);
    expect(await findFailureRow(orderId)).toEqual(failure);
  });

  it('and was rolled back by its type is also a warning, but needs no attention', async () => {
    const { orderId } = await anOrderThatFailedAt(1, compensatingType);
    const failure = { step: 'TEST_TURNS_BACK.B', errorCode: 'unknown-subscriber' };
    expect(lines).toMatchObject([{ level: 'warn', status: 'ROLLED_BACK', ...failure }]);
    expect(failures).toEqual([failure]);
    expect(await findFailureRow(orderId)).toBeUndefined();
  });

  it('is found by the failed undo after a failed rollback', async () => {
    const { orderId, keys } = await anOrderThatFailedAt(1);
    await rollbackOrder(engine.deps, { caller, orderId });
    expect(await findFailureRow(orderId)).toBeUndefined();
    engine.network.failNext(keys[0]?.undo ?? '', { code: 'no-undo', detail: 'no' });
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'ROLLBACK_FAILED' });
    expect(await findFailureRow(orderId)).toEqual({ step: 'TEST_HALTS.A', errorCode: 'no-undo' });
    expect(failures.at(-1)).toEqual(await findFailureRow(orderId));
  });

  it('is found as poison if none of its steps had started', async () => {
    const { orderId } = await aPlacedOrder(haltingType, engine);
    await engine.db.pool.query('UPDATE orders SET acquisitions = 3, epoch = 1 WHERE id = $1', [orderId]);
    engine.wakeUps.length = 0;
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'FAILED' });
    expect(await findFailureRow(orderId)).toEqual({ step: 'none', errorCode: 'poison' });
    expect(failures).toEqual([await findFailureRow(orderId)]);
  });

  it('needs no attention after a successful retry or a close', async () => {
    const retried = await anOrderThatFailedAt(0);
    await retryOrder(engine.deps, { caller, orderId: retried.orderId });
    expect(await findFailureRow(retried.orderId)).toBeUndefined();
    expect(await engine.runUntilSettled(retried.orderId)).toMatchObject({ status: 'COMPLETED' });
    const closed = await anOrderThatFailedAt(0);
    await closeOrder(engine.deps, { caller, orderId: closed.orderId, reason: 'test' });
    expect(await findFailureRow(closed.orderId)).toBeUndefined();
  });
});

describe('an order that succeeded', () => {
  it('is not logged as a warning', async () => {
    const { orderId } = await aPlacedOrder(haltingType, engine);
    await engine.runUntilSettled(orderId);
    expect(lines).toMatchObject([{ level: 'info', orderId, status: 'COMPLETED' }]);
    expect(failures).toEqual([]);
  });
});
