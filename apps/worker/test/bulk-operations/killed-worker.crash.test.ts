import { type System, startSystem } from '@linework/testing/processes/start-system';
import { needs } from '@linework/testing/run/needs';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBulkClient } from './create-bulk-client.ts';

needs('redis');

const lineCount = 75;

describe('two workers that place the orders of one bulk operation', () => {
  let system: System;
  beforeAll(async () => {
    // At this rate the job has to run five times: it places 25 orders at first, then 12 or 13 each time.
    system = await startSystem({ redisUrl: await testRedisUrl(), settings: { BULK_ORDERS_PER_SECOND: '50' } });
  });
  afterAll(() => system?.close());

  async function expectOneOrderPerLine(id: string): Promise<void> {
    const { counts } = await createBulkClient(system).waitUntil(
      id,
      'has ended',
      ({ status }) => status === 'COMPLETED',
    );
    expect(counts).toMatchObject({ total: lineCount, completed: lineCount });
    await system.waitUntilSettled();
    const { rows } = await system.db.pool.query(
      `SELECT count(o.id)::int AS orders, count(DISTINCT o.line_id)::int AS lines
       FROM bulk_item i
       JOIN orders o ON o.line_id = i.line_id
       WHERE i.bulk_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ orders: lineCount, lines: lineCount }]);
  }

  it('place one for each line', async () => {
    const workers = await Promise.all([system.startWorker(), system.startWorker()]);
    const { id } = await createBulkClient(system).block(await system.lines(lineCount));
    await expectOneOrderPerLine(id);
    await Promise.all(workers.map((worker) => worker.stop()));
  });

  it.each(['after-placing', 'before-notify'])(
    'place one for each line when one of them is killed %s',
    async (point) => {
      const victim = await system.startWorker({ CRASH_AT: `${point}:kill` });
      const { id } = await createBulkClient(system).block(await system.lines(lineCount));
      expect(await victim.ended).toBe('SIGKILL');
      const survivor = await system.startWorker();
      await expectOneOrderPerLine(id);
      await survivor.stop();
    },
  );
});
