import type { KnownLine } from '@linework/testing/processes/lines-on-network';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { needs } from '@linework/testing/run/needs';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import type { NetworkFault } from '@linework/testing/simulators/network-simulator-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

needs('redis');

/** So long that no call takes it on a busy machine, unless a fault delays the call. */
const stepTimeoutMs = 3_000;

const transientFaults: readonly [string, NetworkFault, { readonly attempt: number }][] = [
  ['is slow', { fault: 'slow', ms: 150 }, { attempt: 1 }],
  ['responds after the timeout', { fault: 'slow', ms: stepTimeoutMs + 1_500 }, { attempt: 2 }],
  ['responds 503 without an effect', { fault: 'error-before', times: 2 }, { attempt: 3 }],
  ['responds 503 after its effect', { fault: 'error-after' }, { attempt: 2 }],
  ['acts and drops its response', { fault: 'drop-after', times: 2 }, { attempt: 3 }],
  ['accepts a call and makes it later', { fault: 'later', ms: 700 }, { attempt: 1 }],
  ['accepts a call and forgets it', { fault: 'later', ms: 3_600_000, deadlineMs: 700 }, { attempt: 2 }],
  ['is unavailable for a while', { fault: 'unavailable', ms: 900, times: 'always' }, { attempt: 3 }],
];

describe('a network that', () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem({ redisUrl: await testRedisUrl() });
    await system.startWorker({ STEP_TIMEOUT_MS: String(stepTimeoutMs), LEASE_MS: String(2 * stepTimeoutMs) });
  });
  afterEach(async () => {
    await system.network.clearFaults();
    await system.waitUntilSettled();
  });
  afterAll(() => system?.close());

  async function aLine(): Promise<KnownLine> {
    const [line] = await system.lines(1);
    if (!line) throw new Error('There is no line.');
    return line;
  }

  const lineStatus = async ({ id }: KnownLine) =>
    (await system.db.prisma.line.findUniqueOrThrow({ where: { id } })).status;

  /** A block that failed because of this network fault. */
  async function aFailedBlock(fault: NetworkFault = { fault: 'refuse', code: 'not-today' }) {
    const line = await aLine();
    await system.network.injectFault({ ...fault, match: { imsi: line.imsi, keySuffix: 'execute' } });
    const orderId = await system.client.placeOrder('block', line.id);
    await system.waitForOrder(orderId, 'FAILED');
    return { line, orderId };
  }

  /** A block whose call the network holds. */
  async function aHeldBlock(when: 'before' | 'after') {
    const line = await aLine();
    const hold = await system.network.injectFault({
      fault: 'hold',
      when,
      match: { imsi: line.imsi, keySuffix: 'execute' },
    });
    const orderId = await system.client.placeOrder('block', line.id);
    await system.network.waitForFault(hold);
    return { line, orderId, hold };
  }

  it.each(transientFaults)('%s only delays an order, and acts once', async (_name, fault, { attempt }) => {
    const line = await aLine();
    await system.network.injectFault({ ...fault, match: { imsi: line.imsi } });
    const orderId = await system.client.placeOrder('block', line.id);
    await system.waitForOrder(orderId, 'COMPLETED');
    const [step] = (await system.client.order(orderId)).steps;
    expect(step).toMatchObject({
      status: 'SUCCESS',
      error: null,
      attempt: fault.fault === 'unavailable' ? expect.any(Number) : attempt,
    });
    expect(await lineStatus(line)).toBe('BLOCKED');
    expect(await system.network.requestLog({ imsi: line.imsi })).toHaveLength(1);
  });

  it('refuses a call leaves order and line in error, and a retry completes both', async () => {
    const { line, orderId } = await aFailedBlock();
    const failed = await system.client.order(orderId);
    expect(failed.failure?.pendingSteps).toMatchObject([
      { status: 'FAILED', attempt: 1, error: { code: 'not-today' } },
      { status: 'PENDING' },
    ]);
    expect(await lineStatus(line)).toBe('BLOCKING_ERROR');
    expect(await system.client.requestOrderAction(orderId, 'retry')).toMatchObject({
      status: 'IN_PROGRESS',
      failure: null,
    });
    await system.waitForOrder(orderId, 'COMPLETED');
    expect(await lineStatus(line)).toBe('BLOCKED');
    expect(await system.network.subscriber(line.imsi)).toMatchObject({ serviceState: 'suspended' });
  });

  it('fails repeatedly uses up the attempts, and the order is FAILED', async () => {
    const { line, orderId } = await aFailedBlock({ fault: 'error-after', times: 'always' });
    expect((await system.client.order(orderId)).steps).toMatchObject([
      { status: 'FAILED', attempt: 5, error: { code: 'network-unavailable' } },
      { status: 'PENDING' },
    ]);
    expect(await system.network.requestLog({ imsi: line.imsi })).toHaveLength(1);
    await system.client.requestOrderAction(orderId, 'rollback');
    await system.waitForOrder(orderId, 'ROLLED_BACK');
    expect(await system.network.subscriber(line.imsi)).toMatchObject({ serviceState: 'active' });
  });

  it('refuses a call allows a rollback, which makes the line ACTIVE again', async () => {
    const { line, orderId } = await aFailedBlock();
    await system.client.requestOrderAction(orderId, 'rollback');
    await system.waitForOrder(orderId, 'ROLLED_BACK');
    expect(await lineStatus(line)).toBe('ACTIVE');
    expect(await system.network.subscriber(line.imsi)).toMatchObject({ serviceState: 'active' });
  });

  it('refuses the undo too leaves a ROLLBACK_FAILED order that can be retried', async () => {
    const { line, orderId } = await aFailedBlock({ fault: 'error-after', times: 'always' });
    await system.network.injectFault({
      fault: 'refuse',
      code: 'not-back-either',
      match: { imsi: line.imsi, keySuffix: 'undo' },
    });
    await system.client.requestOrderAction(orderId, 'rollback');
    await system.waitForOrder(orderId, 'ROLLBACK_FAILED');
    expect(await lineStatus(line)).toBe('BLOCKING_ERROR');
    await system.client.requestOrderAction(orderId, 'retry');
    await system.waitForOrder(orderId, 'ROLLED_BACK');
    expect(await lineStatus(line)).toBe('ACTIVE');
  });

  it.each(['before', 'after'] as const)('holds a call %s its effect allows a cancel of the order', async (when) => {
    const { line, orderId, hold } = await aHeldBlock(when);
    expect(await system.client.requestOrderAction(orderId, 'cancel')).toMatchObject({ status: 'CANCELLING' });
    await system.network.releaseFault(hold);
    await system.waitForOrder(orderId, 'CANCELLED');
    expect(await lineStatus(line)).toBe('ACTIVE');
    expect(await system.network.subscriber(line.imsi)).toMatchObject({ serviceState: 'active' });
  });

  it('is removing a line allows no cancel', async () => {
    const line = await aLine();
    const hold = await system.network.injectFault({ fault: 'hold', match: { imsi: line.imsi } });
    const orderId = await system.client.placeOrder('delete', line.id);
    await system.network.waitForFault(hold);
    expect(await system.client.send('POST', `/orders/${orderId}/cancel`)).toMatchObject({ status: 409 });
    await system.network.releaseFault(hold);
    await system.waitForOrder(orderId, 'COMPLETED');
    expect(await lineStatus(line)).toBe('TERMINATED');
  });
});
