import { anActiveLine } from '@linework/testing/a-line';
import { anOperator } from '@linework/testing/callers';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import type { InjectedFailure } from '@linework/testing/recording-network';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { closeOrder } from '../src/commands/close-order.ts';
import { retryOrder } from '../src/commands/retry-order.ts';
import { rollbackOrder } from '../src/commands/rollback-order.ts';
import { placeOrder } from './support/place-order.ts';
import { externalStep } from './support/test-order-types.ts';
import { defineTestOrder, subscriberOf } from './support/test-resource.ts';

const typeWithInput = defineTestOrder({
  code: 'TEST_INPUT',
  change: { request: 'block', pendingStatus: 'BLOCKING', successStatus: 'BLOCKED', failureStatus: 'BLOCKING_ERROR' },
  onFailure: 'halt',
  input: z.strictObject({
    msisdn: z.string(),
    place: z.strictObject({ floor: z.int().min(0).max(9) }),
    note: z.string().optional(),
  }),
  steps: [
    externalStep('A', {
      execute: ({ context, systems, ...call }) =>
        systems.network.changeMsisdn(call, subscriberOf(context), String(context.input.msisdn)),
      undo: ({ context, systems, ...call }) =>
        systems.network.changeMsisdn(call, subscriberOf(context), String(context.resource.facts['msisdn'])),
    }),
  ],
});
const caller = anOperator();
const input = { msisdn: '+5511987654321', place: { floor: 1 }, note: 'as it was' };

describe('a retry with corrected input', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await createTestEngine({ orderTypes: [typeWithInput] });
  });
  afterAll(() => engine.close());

  async function aFailedOrder(...before: readonly InjectedFailure[]): Promise<string> {
    const line = await anActiveLine(engine.db);
    const { orderId } = await placeOrder(engine.deps, {
      orderType: typeWithInput,
      caller,
      lineId: line.id,
      correlationId: '',
      input,
    });
    for (const failure of [...before, 'permanent' as const]) engine.network.failNext(`${orderId}-1:execute`, failure);
    await engine.runUntilSettled(orderId);
    return orderId;
  }

  const retry = (orderId: string, corrected: Record<string, unknown>) =>
    retryOrder(engine.deps, { caller, orderId, input: corrected });

  it('continues with it and records the difference without showing a number in clear', async () => {
    const orderId = await aFailedOrder();
    const corrected = { msisdn: '+5521912345678', place: { floor: 2 }, note: 'as it was' };
    expect(await retry(orderId, corrected)).toMatchObject({ status: 'IN_PROGRESS', input: corrected });
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'COMPLETED', input: corrected });
    const event = await engine.db.prisma.event.findFirstOrThrow({ where: { orderId, type: 'order.input_corrected' } });
    expect(event).toMatchObject({
      keyId: caller.keyId,
      details: { members: ['msisdn', 'place'], from: { place: { floor: 1 } }, to: { place: { floor: 2 } } },
    });
    expect(JSON.stringify(event.details)).not.toMatch(/987654321|912345678|as it was/);
  });

  it('calls the other system with a new key, because a system may compare the requests of one key', async () => {
    const orderId = await aFailedOrder();
    await retry(orderId, { ...input, msisdn: '+5521912345678' });
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'COMPLETED' });
    const keys = engine.network.calls.map(({ key }) => key).filter((key) => key.startsWith(orderId));
    expect(keys).toEqual([`${orderId}-1:execute`, `${orderId}-1:1:execute`]);
  });

  it('keeps its key when the order is retried again with the same input', async () => {
    const orderId = await aFailedOrder();
    await retry(orderId, { ...input, msisdn: '+5521912345678' });
    engine.network.failNext(`${orderId}-1:1:execute`, 'permanent');
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'FAILED' });
    await retryOrder(engine.deps, { caller, orderId });
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'COMPLETED' });
    expect(engine.network.effects.filter(({ key }) => key.startsWith(orderId)).map(({ key }) => key)).toEqual([
      `${orderId}-1:1:execute`,
    ]);
  });

  it('is undone together with every earlier call, so that none of them acts when it arrives late', async () => {
    const line = await anActiveLine(engine.db);
    const { orderId } = await placeOrder(engine.deps, {
      orderType: typeWithInput,
      caller,
      lineId: line.id,
      correlationId: '',
      input,
    });
    const held = engine.network.hold(`${orderId}-1:execute`);
    const lost = engine.advanceOrder({ orderId, epoch: 0 });
    await held.arrived;
    engine.network.failNext(`${orderId}-1:execute`, 'permanent');
    await engine.expireWaits(orderId);
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'FAILED' });
    engine.network.failNext(`${orderId}-1:1:execute`, 'permanent');
    await retry(orderId, { ...input, msisdn: '+5521912345678' });
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'FAILED' });
    await rollbackOrder(engine.deps, { caller, orderId });
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'ROLLED_BACK' });
    held.release();
    await lost;
    const acted = engine.network.effects.filter(({ key }) => key.startsWith(orderId));
    expect(acted).toMatchObject([
      { key: `${orderId}-1:undo`, undoes: [`${orderId}-1:execute`, `${orderId}-1:1:execute`] },
    ]);
  });

  it('is rejected with every invalid member and changes nothing', async () => {
    const orderId = await aFailedOrder();
    await expect(retry(orderId, { place: { floor: 10, door: 1 }, odd: true })).rejects.toMatchObject({
      name: 'validation-error',
      status: 422,
      members: {
        errors: expect.arrayContaining([
          { detail: '`input.msisdn` is missing.', pointer: '/input/msisdn' },
          { detail: expect.any(String), pointer: '/input/place/floor' },
          { detail: '`input.place.door` is not a known member.', pointer: '/input/place/door' },
          { detail: '`input.odd` is not a known member.', pointer: '/input/odd' },
        ]),
      },
    });
    expect(await engine.find(orderId)).toMatchObject({ status: 'FAILED', input });
  });

  it('is rejected while the order is being undone, because the undo uses the executed input', async () => {
    const orderId = await aFailedOrder('transient-after');
    engine.network.failNext(`${orderId}-1:undo`, 'permanent');
    await rollbackOrder(engine.deps, { caller, orderId });
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'ROLLBACK_FAILED' });
    await expect(retry(orderId, { ...input, note: 'other' })).rejects.toMatchObject({
      name: 'invalid-status-transition',
      members: { currentStatus: 'ROLLBACK_FAILED', requested: 'retry with input', allowed: ['retry', 'close'] },
    });
    expect(await engine.find(orderId)).toMatchObject({ status: 'ROLLBACK_FAILED', input });
    await closeOrder(engine.deps, { caller, orderId, reason: 'any' });
  });

  it('leaves no broken invariant in the database', () =>
    checkInvariants(engine.db, { effects: engine.network.effects, orderTypes: [typeWithInput] }));
});
