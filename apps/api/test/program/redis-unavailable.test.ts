import { startRedisServer } from '@linework/local-servers/redis-server';
import { silentLog } from '@linework/log/log';
import { openQueues } from '@linework/queue/open-queues';
import { blockLineRoute, deleteLineRoute } from '@linework/schemas/lines/lines.routes';
import { anActiveLine } from '@linework/testing/a-line';
import { needs } from '@linework/testing/run/needs';
import { expect, it, onTestFinished } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

needs('redis-server');

/** The timeout of a wake-up. */
const notifyLimitMs = 2_000;

it('while Redis does not respond, orders are placed and no request waits for its wake-up', async () => {
  const redis = await startRedisServer();
  const queues = await openQueues({ redisUrl: redis.url, databaseUrl: '', log: silentLog });
  const api = await startTestApi({ deps: { notify: queues.notify } });
  onTestFinished(async () => {
    process.kill(redis.pid, 'SIGCONT');
    await queues.close();
    await redis.stop();
    await api.close();
  });
  const client = await api.aClient();
  process.kill(redis.pid, 'SIGSTOP');
  await expect.poll(() => queues.isUp().catch(() => false)).toBe(false);

  let tookMs = 0;
  for (const { route, status } of [
    { route: blockLineRoute, status: 200 },
    { route: deleteLineRoute, status: 202 },
  ]) {
    for (let count = 0; count < 10; count += 1) {
      const { id } = await anActiveLine(api.db, { brokerId: client.broker.id });
      const startedMs = performance.now();
      expect(
        (await client.call(route, { params: { id }, headers: { 'Idempotency-Key': `${route.name}-${count}` } })).status,
      ).toBe(status);
      tookMs += performance.now() - startedMs;
    }
  }
  expect(tookMs).toBeLessThan(20 * notifyLimitMs);
  await expect.poll(() => queues.failedWakeUps()).toBeGreaterThan(0);
});
