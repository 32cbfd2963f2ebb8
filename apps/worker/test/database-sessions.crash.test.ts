import { randomUUID } from 'node:crypto';
import type { ClientResponse } from '@linework/testing/processes/linework-client';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { needs } from '@linework/testing/run/needs';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { describe, expect, it } from 'vitest';

describe.concurrent.each(['redis', 'postgres'])(
  'accepted orders with the queues in %s, while PostgreSQL sessions are terminated repeatedly,',
  (queues) => {
    if (queues === 'redis') needs('redis');

    it('are completed exactly once', async () => {
      const system = await startSystem(queues === 'redis' ? { redisUrl: await testRedisUrl() } : {});
      await Promise.all([system.startWorker(), system.startWorker()]);
      await system.network.injectFault({ fault: 'slow', ms: 15, times: 'always' });
      const lines = [...(await system.lines(40))];
      const placing = Promise.all(
        Array.from({ length: 4 }, async () => {
          for (let line = lines.pop(); line; line = lines.pop()) await blockUntilKnown(system, line.id);
        }),
      );
      for (const left of [30, 20, 10, 2]) {
        await waitUntil(`${left} lines are left`, () => lines.length <= left);
        await endEverySession(system);
      }
      await placing;
      await endEverySession(system);
      await system.waitUntilSettled();
      expect(await system.db.prisma.order.count({ where: { status: 'COMPLETED' } })).toBe(40);
      expect(await system.db.prisma.order.count()).toBe(40);
      await system.close();
    });
  },
);

/** Repeats the request with the same key, as a client has to, until its outcome is known. */
async function blockUntilKnown({ client }: System, lineId: string): Promise<void> {
  const headers = { 'Idempotency-Key': randomUUID() };
  await waitUntil('the outcome of the block is known', async () => {
    const response = await client.send('POST', `/lines/${lineId}/block`, { headers });
    return isKnown(response);
  });
}

function isKnown({ status, text }: ClientResponse): boolean {
  if (status < 300) return true;
  if (status >= 500 || text.includes('idempotency')) return false;
  throw new Error(`The block request got ${status}: ${text}`);
}

/** Terminates every session of the programs, at least one, but none of the test itself. */
async function endEverySession({ db }: System): Promise<void> {
  await waitUntil('sessions were ended', async () => {
    const { rows } = await db.pool.query<{ ended: number }>(
      `SELECT count(pg_terminate_backend(pid))::int AS ended FROM pg_stat_activity
       WHERE datname = current_database() AND application_name <> 'linework test' AND pid <> pg_backend_pid()`,
    );
    return rows[0] !== undefined && rows[0].ended > 0;
  });
}
