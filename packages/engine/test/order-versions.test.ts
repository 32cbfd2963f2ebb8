import { createLog } from '@linework/log/log';
import { anActiveLine } from '@linework/testing/a-line';
import { aCallerOf, anOperator } from '@linework/testing/callers';
import type { TestOrderType } from '@linework/testing/engine/test-engine';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancelOrder } from '../src/commands/cancel-order.ts';
import { closeOrder } from '../src/commands/close-order.ts';
import { retryOrder } from '../src/commands/retry-order.ts';
import { rollbackOrder } from '../src/commands/rollback-order.ts';
import { skipStep } from '../src/commands/skip-step.ts';
import { createUnknownVersionReporter, noObserver } from '../src/model/engine-observer.ts';
import { indexOrderTypes } from '../src/model/order-type.ts';
import { placeOrder } from './support/place-order.ts';
import { externalStep, testOrderType } from './support/test-order-types.ts';

const executedSteps: string[] = [];
const step = (code: string, fails = false) =>
  externalStep(code, {
    async execute({ context }) {
      executedSteps.push(`${context.orderId} ${code}`);
      if (fails) throw new Error('a step that fails');
    },
  });

const first = testOrderType('TEST_VERSIONS', 'halt', [step('A'), step('C')]);
/** A later release inserts a step, so the second step becomes the third. */
const second: TestOrderType = {
  ...testOrderType('TEST_VERSIONS', 'halt', [step('A'), step('B'), step('C')]),
  version: 2,
};

let engine: TestEngine;
let oldWorker: TestEngine['advanceOrder'];
let newWorker: TestEngine['advanceOrder'];
const skippedVersions: string[] = [];
beforeAll(async () => {
  engine = await createTestEngine({
    orderTypes: [first],
    observer: { unknownVersionSkipped: (type, version) => void skippedVersions.push(`${type} ${version}`) },
  });
  oldWorker = engine.createWorker([first]);
  newWorker = engine.createWorker([first, second]);
});
afterAll(() => engine.close());
beforeEach(() => {
  engine.wakeUps.length = 0;
  skippedVersions.length = 0;
});

async function place(orderType: TestOrderType): Promise<string> {
  const { id: lineId, brokerId } = await anActiveLine(engine.db);
  return (await placeOrder(engine.deps, { orderType, caller: aCallerOf({ id: brokerId }), lineId, correlationId: '' }))
    .orderId;
}

const listRows = async (orderId: string) => {
  const { rows } = await engine.db.pool.query(
    `SELECT o.status, o.acquired_epoch, o.acquisitions, s.code, s.status AS step_status, s.attempt, s.error
     FROM orders o JOIN order_step s ON s.order_id = o.id WHERE o.id = $1 ORDER BY s.position`,
    [orderId],
  );
  return rows;
};
const listExecutedSteps = (orderId: string) =>
  executedSteps.filter((one) => one.startsWith(orderId)).map((one) => one.slice(orderId.length + 1));

/** Every wake-up reaches the older worker first. */
async function handleWakeUps(): Promise<void> {
  for (let wakeUp = engine.wakeUps.shift(); wakeUp; wakeUp = engine.wakeUps.shift()) {
    await oldWorker(wakeUp);
    await newWorker(wakeUp);
  }
}

describe('concurrent orders of two versions of a type', () => {
  it('execute exactly the steps with which they were placed, whichever worker gets the wake-up first', async () => {
    const orders = await Promise.all(
      [first, second, first, second].map(async (orderType) => ({ orderType, orderId: await place(orderType) })),
    );
    await handleWakeUps();
    for (const { orderType, orderId } of orders) {
      const codes = orderType.steps.map(({ code }) => code);
      expect(listExecutedSteps(orderId)).toEqual(codes);
      expect(await engine.find(orderId)).toMatchObject({
        status: 'COMPLETED',
        steps: codes.map((code) => ({ orderTypeStepCode: `TEST_VERSIONS.${code}`, status: 'SUCCESS' })),
      });
    }
  });

  it('are not changed by a worker that does not know their version, and the sweep re-queues them', async () => {
    const orderId = await place(second);
    const before = await listRows(orderId);
    await oldWorker({ orderId, epoch: 0 });
    for (let round = 0; round < 3; round += 1) {
      await engine.expireWaits(orderId);
      const wakeUp = engine.wakeUps.findLast((one) => one.orderId === orderId);
      expect(wakeUp).toBeDefined();
      if (wakeUp) await oldWorker(wakeUp);
    }
    expect(await listRows(orderId)).toEqual(before);
    expect(skippedVersions).toEqual(Array(4).fill('TEST_VERSIONS 2'));
    const last = engine.wakeUps.findLast((one) => one.orderId === orderId);
    if (last) await newWorker(last);
    expect(listExecutedSteps(orderId)).toEqual(['A', 'B', 'C']);
  });

  it('are not changed either after the worker of one was lost halfway', async () => {
    const orderId = await place(second);
    const fails = { ...second, steps: [step('A'), step('B', true), step('C')] as const };
    await expect(engine.createWorker([fails])({ orderId, epoch: 0 })).rejects.toThrow('a step that fails');
    const before = await listRows(orderId);
    expect(before.map(({ step_status }) => step_status)).toEqual(['SUCCESS', 'RUNNING', 'PENDING']);
    await engine.expireWaits(orderId);
    for (const wakeUp of engine.wakeUps.splice(0)) await oldWorker(wakeUp);
    expect(await listRows(orderId)).toEqual(before);
  });

  it.each([
    ['before they are acquired', false],
    ['after a sweep', true],
  ])('are not changed by a worker whose steps of the same version have other codes, %s', async (_, isSwept) => {
    const orderId = await place(first);
    const before = await listRows(orderId);
    if (isSwept) await engine.expireWaits(orderId);
    const changed = { ...first, steps: [step('A'), step('CHANGED')] as const };
    for (const wakeUp of engine.wakeUps.splice(0)) await engine.createWorker([changed])(wakeUp);
    expect(listExecutedSteps(orderId)).toEqual([]);
    expect(await listRows(orderId)).toEqual(before);
    expect(skippedVersions).not.toEqual([]);
  });

  it.each(['cancel', 'retry', 'rollback', 'skip', 'close'])(
    'reject a %s with 503 if the program does not know their version',
    async (request) => {
      const orderId = await place(second);
      const command = { caller: anOperator(), orderId };
      const ask = {
        cancel: () => cancelOrder(engine.deps, { ...command, reason: 'any' }),
        retry: () => retryOrder(engine.deps, command),
        rollback: () => rollbackOrder(engine.deps, command),
        skip: () => skipStep(engine.deps, { ...command, stepId: `${orderId}-1`, reason: 'any' }),
        close: () => closeOrder(engine.deps, { ...command, reason: 'any' }),
      }[request];
      await expect(ask?.()).rejects.toMatchObject({
        status: 503,
        code: 'order-version-unknown',
        members: { orderType: 'TEST_VERSIONS', orderTypeVersion: 2 },
        headers: { 'Retry-After': '5' },
      });
    },
  );

  it('are shown with their own steps even if the program does not know their version', async () => {
    const { steps } = await engine.find(await place(second));
    expect(steps.map(({ orderTypeStepCode }) => orderTypeStepCode)).toEqual([
      'TEST_VERSIONS.A',
      'TEST_VERSIONS.B',
      'TEST_VERSIONS.C',
    ]);
  });
});

describe('a worker that does not know a version', () => {
  it('warns once for each version', () => {
    const lines: string[] = [];
    const log = createLog({ name: 'test', level: 'info', destination: { write: (line) => void lines.push(line) } });
    const report = createUnknownVersionReporter({ observer: noObserver, log });
    for (const version of [2, 2, 3, 2]) report({ orderId: 'any', type: 'TEST_VERSIONS', version, unknown: 'version' });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(
      [2, 3].map((orderTypeVersion) => ({ level: 'warn', orderType: 'TEST_VERSIONS', orderTypeVersion })),
    );
  });
});

describe('the order types of a program', () => {
  it('are sorted newest first, whatever the order in which they are listed', () => {
    expect(indexOrderTypes([first, second]).get('TEST_VERSIONS')).toEqual([second, first]);
    expect(indexOrderTypes([second, first]).get('TEST_VERSIONS')).toEqual([second, first]);
  });

  it('are rejected if a version is declared twice', () => {
    expect(() => indexOrderTypes([first, second, { ...first }])).toThrow(
      'version 1 of the order type TEST_VERSIONS is declared twice',
    );
  });
});
