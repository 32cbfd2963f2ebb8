import type { CrashPoint } from '@linework/engine/model/crash-points';
import { lineworkClient } from '@linework/testing/processes/linework-client';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { needs } from '@linework/testing/run/needs';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertEndState, scenarios, waitForEnd } from './scenarios.ts';

needs('redis');

const points: readonly CrashPoint[] = ['before-call', 'before-commit', 'after-commit'];

describe('a programming error', () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem({ redisUrl: await testRedisUrl() });
  });
  afterAll(() => system?.close());

  it.each(points)('%s does not stop the worker and only delays the order', async (point) => {
    const worker = await system.startWorker({ CRASH_AT: `${point}:throw` });
    const { line, placeOrder } = await scenarios.block(system);
    await waitForEnd(system, 'block', await placeOrder());
    await assertEndState(system, 'block', line);
    await waitUntil('the worker has logged the error', () =>
      worker.lines.some((text) => text.includes(`thrown at the crash point ${point}`)),
    );
    expect(await worker.stop()).toBe(0);
  });

  it('while a request with a key places its order rolls everything back', async () => {
    const api = await system.startApi({ CRASH_AT: 'after-placing:throw' });
    const [line] = await system.lines(1);
    const ask = () =>
      lineworkClient(api.url, system.key).send('POST', `/lines/${line?.id}/block`, {
        headers: { 'Idempotency-Key': 'thrown' },
      });
    expect(await ask()).toMatchObject({ status: 500, text: expect.not.stringContaining('crash point') });
    expect(await system.db.prisma.order.count({ where: { lineId: line?.id ?? '' } })).toBe(0);
    expect(await ask()).toMatchObject({ status: 200 });
    await system.startWorker();
    await system.waitUntilSettled();
  });
});
