import { silentLog } from '@linework/log/log';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { needs } from '@linework/testing/run/needs';
import { type RunningPgbouncer, startPgbouncer } from '@linework/testing/servers/start-pgbouncer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openQueues } from '../src/open-queues.ts';

needs('pgbouncer');

describe('queues in a PostgreSQL behind a connection pooler', () => {
  let db: TestDb;
  let pooler: RunningPgbouncer;
  beforeAll(async () => {
    db = await createTestDb();
    pooler = await startPgbouncer(db.url, 'transaction');
  });
  afterAll(async () => {
    await pooler.stop();
    await db.drop();
  });

  it('are refused in one sentence that names the remedy', async () => {
    const opening = openQueues({ databaseUrl: pooler.url, log: silentLog });
    await expect(opening).rejects.toMatchObject({
      code: 'CONNECTION_POOLER',
      message: expect.stringContaining('set DATABASE_DIRECT_URL'),
    });
  });

  it('open past it', async () => {
    const queues = await openQueues({ databaseUrl: db.url, log: silentLog });
    expect(await queues.isUp()).toBe(true);
    await queues.close();
  });
});
