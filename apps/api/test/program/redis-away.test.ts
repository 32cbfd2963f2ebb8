import { startRedisServer } from '@linework/local-servers/redis-server';
import { silentLog } from '@linework/log/log';
import { openQueues } from '@linework/queue/open-queues';
import { blockLineRoute } from '@linework/schemas/lines/block-line.route';
import { deleteLineRoute } from '@linework/schemas/lines/delete-line.route';
import { anActiveLine } from '@linework/testing/a-line';
import { expect, it, onTestFinished } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

it('with Redis away orders are placed all the same, and as quickly', async () => {
  const redis = await startRedisServer();
  const queues = await openQueues({ redisUrl: redis.url, databaseUrl: '', log: silentLog });
  const api = await startTestApi({ deps: { ring: queues.ring } });
  onTestFinished(async () => {
    await queues.close();
    await redis.stop();
    await api.close();
  });
  const client = await api.aClient();
  await redis.stop();
  await expect.poll(() => queues.isUp().catch(() => false)).toBe(false);

  for (const { route, status } of [
    { route: blockLineRoute, status: 200 },
    { route: deleteLineRoute, status: 202 },
  ]) {
    for (let count = 0; count < 10; count += 1) {
      const { id } = await anActiveLine(api.db, { brokerId: client.broker.id });
      const startedMs = performance.now();
      expect((await client.call(route, { params: { id }, headers: { 'Idempotency-Key': `${route.name}-${count}` } })).status).toBe(status);
      expect(performance.now() - startedMs).toBeLessThan(500);
    }
  }
  await expect.poll(() => queues.lostRings()).toBeGreaterThan(0);
});
