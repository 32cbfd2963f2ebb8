import { randomUUID } from 'node:crypto';
import type { CrashPoint } from '@linework/engine/model/crash-points';
import { type LineworkClient, lineworkClient, readOrderId } from '@linework/testing/processes/linework-client';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { needs } from '@linework/testing/run/needs';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertEndState } from './scenarios.ts';

needs('redis');

describe('an API killed while it places an order', () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem({ redisUrl: await testRedisUrl() });
    await system.startWorker();
  });
  afterAll(() => system?.close());

  /**
   * Requests the order from an API that is killed while it places it. `again` repeats the request with the same key.
   */
  async function requestFromVictim(point: CrashPoint, name: 'block' | 'delete', hasKey: boolean) {
    const victim = await system.startApi({ CRASH_AT: `${point}:kill` });
    const [line] = await system.lines(1);
    if (!line) throw new Error('There is no line.');
    const request = hasKey ? { headers: { 'Idempotency-Key': randomUUID() } } : {};
    const ask = (client: LineworkClient) =>
      client.send('POST', `/lines/${line.id}${name === 'block' ? '/block' : ''}`, request);
    await expect(ask(lineworkClient(victim.url, system.key))).rejects.toThrow('fetch failed');
    expect(await victim.ended).toBe('SIGKILL');
    const orders = await ordersOf(line.id);
    return { line, name, request, orders, again: ask };
  }

  const ordersOf = async (lineId: string) =>
    (await system.db.prisma.order.findMany({ where: { lineId } })).map(({ id }) => id);

  it('before the commit has placed no order, and a repetition of the request places it', async () => {
    const requests = await Promise.all([
      requestFromVictim('after-placing', 'block', true),
      requestFromVictim('after-placing', 'delete', true),
    ]);
    for (const { orders, again } of requests) {
      expect(orders).toEqual([]);
      expect((await again(system.client)).headers.get('Idempotency-Replayed')).toBeNull();
    }
    await system.waitUntilSettled();
    for (const { name, line } of requests) await assertEndState(system, name, line);
  });

  it('before it notifies the workers has placed the order: a repetition gets the stored response, and the order is executed', async () => {
    const requests = await Promise.all([
      requestFromVictim('before-notify', 'block', true),
      requestFromVictim('before-notify', 'delete', true),
      requestFromVictim('after-placing', 'block', false),
    ]);
    for (const { orders, again, request } of requests) {
      expect(orders).toHaveLength(1);
      const response = await again(system.client);
      if ('headers' in request)
        expect({ replayed: response.headers.get('Idempotency-Replayed'), order: readOrderId(response) }).toEqual({
          replayed: 'true',
          order: orders[0],
        });
    }
    await system.waitUntilSettled();
    for (const { name, line } of requests) {
      await assertEndState(system, name, line);
      expect(await ordersOf(line.id)).toHaveLength(1);
    }
  });
});
