import type { Db } from '@linework/db/db';
import { silentLog } from '@linework/log/log';
import { anActiveLine } from '@linework/testing/a-line';
import { aCallerOf, anOperator } from '@linework/testing/callers';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelOrder } from '../src/commands/cancel-order.ts';
import { createOrderAdvancer } from '../src/execution/advance-order.ts';
import { noObserver } from '../src/model/engine-observer.ts';
import { indexOrderTypes } from '../src/model/order-type.ts';
import { placeOrder } from './support/place-order.ts';
import { externalStep, testOrderType } from './support/test-order-types.ts';

const twoCalls = testOrderType('TWO_CALLS', 'halt', [externalStep('A'), externalStep('B')]);
const settings = { leaseMs: 10_000, stepTimeoutMs: 5_000, acquisitionLimit: 50, unavailableLimitMs: 60_000 };

describe('a worker that was suspended between acquiring an order and its call', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await createTestEngine({ orderTypes: [twoCalls], settings });
  });
  afterAll(() => engine.close());

  async function place() {
    const line = await anActiveLine(engine.db);
    const { orderId } = await placeOrder(engine.deps, {
      orderType: twoCalls,
      caller: aCallerOf({ id: line.brokerId }),
      lineId: line.id,
      correlationId: '',
    });
    engine.wakeUps.length = 0;
    return orderId;
  }

  /**
   * A worker whose clock the test sets. It stops after the statements with these numbers until the test releases it.
   */
  function aPausedWorker(pauses: Readonly<Record<number, () => unknown>>) {
    const clock = { nowMs: 1_000, tooShort: 0, statements: 0 };
    const leaseTooShort = () => {
      clock.tooShort += 1;
    };
    const query: Db['query'] = async (statement, ...given) => {
      const rows = await engine.db.query(statement, ...given);
      clock.statements += 1;
      await pauses[clock.statements]?.();
      return rows;
    };
    const advance = createOrderAdvancer({
      db: { query },
      orderTypes: indexOrderTypes([twoCalls]),
      systems: { network: engine.network },
      notify: () => undefined,
      observer: { ...noObserver, leaseTooShort },
      log: silentLog,
      settings,
      monotonicMs: () => clock.nowMs,
    });
    return { clock, advance };
  }

  const listCalls = (orderId: string) =>
    engine.network.calls.filter(({ key }) => key.startsWith(orderId)).map(({ key }) => key.slice(orderId.length));

  it.each([
    ['makes the call if it ends before the lease', 4_900, 0],
    ['renews its lease first when the call could end after it', 5_100, 1],
    ['renews an expired lease if no other worker has acquired the order', 60_000, 1],
  ])('%s', async (_name, stoppedMs, tooShort) => {
    const orderId = await place();
    const { clock, advance } = aPausedWorker({ 1: () => (clock.nowMs += stoppedMs) });
    await advance({ orderId, epoch: 0 });
    expect(clock.tooShort).toBe(tooShort);
    expect(listCalls(orderId)).toEqual(['-1:execute', '-2:execute']);
    expect(await engine.find(orderId)).toMatchObject({ status: 'COMPLETED', steps: [{ attempt: 1 }, { attempt: 1 }] });
  });

  it('counts the lease from the last write that renewed it', async () => {
    const orderId = await place();
    // The end of the first step leaves the lease of 8 s as it is. Then 4 s are left for a call of up to 5 s.
    const { clock, advance } = aPausedWorker({ 1: () => (clock.nowMs += 2_000), 2: () => (clock.nowMs += 4_000) });
    await advance({ orderId, epoch: 0 });
    expect(clock.tooShort).toBe(1);
    expect(listCalls(orderId)).toEqual(['-1:execute', '-2:execute']);
  });

  it('makes no call if another worker has acquired the order meanwhile', async () => {
    const orderId = await place();
    const { clock, advance } = aPausedWorker({
      1: async () => {
        clock.nowMs += 60_000;
        await engine.expireWaits(orderId);
        await engine.runUntilSettled(orderId);
      },
    });
    await advance({ orderId, epoch: 0 });
    expect(clock.tooShort).toBe(1);
    expect(listCalls(orderId)).toEqual(['-1:execute', '-2:execute']);
    expect(await engine.find(orderId)).toMatchObject({ status: 'COMPLETED' });
  });

  it('compensates without a call if the order was cancelled meanwhile', async () => {
    const orderId = await place();
    const { clock, advance } = aPausedWorker({
      1: async () => {
        clock.nowMs += 60_000;
        await cancelOrder(engine.deps, { caller: anOperator(), orderId, reason: 'any' });
      },
    });
    await advance({ orderId, epoch: 0 });
    expect(listCalls(orderId)).toEqual(['-1:undo']);
    expect(await engine.find(orderId)).toMatchObject({ status: 'CANCELLED' });
  });
});
