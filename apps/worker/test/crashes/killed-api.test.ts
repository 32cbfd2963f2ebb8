import { randomUUID } from 'node:crypto';
import type { CrashPoint } from '@linework/domain/orders/crash-points';
import { type LineworkClient, lineworkClient, readOrderId } from '@linework/testing/processes/linework-client';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { testRedisUrl } from '@linework/testing/test-redis-url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertEndState } from './scenarios.ts';

describe('an API killed while it places an order', () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem({ redisUrl: await testRedisUrl() });
    await system.startWorker();
  });
  afterAll(() => system?.close());

  /** Gives the order to an API that dies of it, then asks `client` for the same under the same key. */
  async function giveTwice(point: CrashPoint, name: 'block' | 'delete', keyed: boolean) {
    const victim = await system.startApi({ CRASH_AT: `${point}:kill` });
    const [line] = await system.lines(1);
    if (!line) throw new Error('There is no line.');
    const request = keyed ? { headers: { 'Idempotency-Key': randomUUID() } } : {};
    const given = lineworkClient(victim.url, system.key).placeOrder(name, line.id, request);
    await expect(given).rejects.toThrow('fetch failed');
    expect(await victim.ended).toBe('SIGKILL');
    const orders = await ordersOf(line.id);
    return {
      line,
      name,
      request,
      orders,
      again: (client: LineworkClient) => client.send('POST', `/lines/${line.id}${name === 'block' ? '/block' : ''}`, request),
    };
  }

  const ordersOf = async (lineId: string) => (await system.db.prisma.order.findMany({ where: { lineId } })).map(({ id }) => id);

  it('before the commit has placed nothing, and the same request again places it', async () => {
    const given = await Promise.all([giveTwice('after-placing', 'block', true), giveTwice('after-placing', 'delete', true)]);
    for (const { orders, again } of given) {
      expect(orders).toEqual([]);
      expect((await again(system.client)).headers.get('Idempotency-Replayed')).toBeNull();
    }
    await system.waitUntilSettled();
    for (const { name, line } of given) await assertEndState(system, name, line);
  });

  it('before it rings has placed it: the same request again is told so, and the order is carried out', async () => {
    const given = await Promise.all([
      giveTwice('before-notify', 'block', true),
      giveTwice('before-notify', 'delete', true),
      giveTwice('after-placing', 'block', false),
    ]);
    for (const { orders, again, request } of given) {
      expect(orders).toHaveLength(1);
      const answer = await again(system.client);
      if ('headers' in request)
        expect({ replayed: answer.headers.get('Idempotency-Replayed'), order: readOrderId(answer) }).toEqual({ replayed: 'true', order: orders[0] });
    }
    await system.waitUntilSettled();
    for (const { name, line } of given) {
      await assertEndState(system, name, line);
      expect(await ordersOf(line.id)).toHaveLength(1);
    }
  });
});
