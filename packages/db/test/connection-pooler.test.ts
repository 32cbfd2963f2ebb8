import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { needs } from '@linework/testing/run/needs';
import { type RunningPgbouncer, startPgbouncer } from '@linework/testing/servers/start-pgbouncer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDb, openDb } from '../src/db.ts';
import { unprepared } from '../src/statement.ts';

needs('pgbouncer');

/** A time that no server has by default. */
const statementTimeoutMs = 12_345;
const readLimit = unprepared('read-limit', `SELECT current_setting('statement_timeout') AS "limit"`).returns<{
  limit: string;
}>();

describe('a database behind a connection pooler', () => {
  let testDb: TestDb;
  let pooler: RunningPgbouncer;
  let db: OpenDb;
  beforeAll(async () => {
    testDb = await createTestDb();
    pooler = await startPgbouncer(testDb.url, 'transaction');
    db = openDb({ url: pooler.url, directUrl: testDb.url, statementTimeoutMs });
  });
  afterAll(async () => {
    await db.close();
    await pooler.stop();
    await testDb.drop();
  });

  it('has sessions without settings, which a pooler would refuse', async () => {
    expect(await db.query(readLimit)).toEqual([{ limit: '0' }]);
    const withSettings = openDb({ url: pooler.url, statementTimeoutMs });
    await expect(withSettings.query(readLimit)).rejects.toThrow('options');
    await withSettings.close();
  });

  it('commits and rolls back transactions', async () => {
    expect(await db.transaction((tx) => tx.query(readLimit))).toHaveLength(1);
    await expect(
      db.transaction(() => {
        throw new Error('It is rolled back.');
      }),
    ).rejects.toThrow('rolled back');
  });

  it('is passed by a dedicated connection, which has its own settings', async () => {
    const [row] = await db.withDedicatedConnection((session) => session.query(readLimit));
    expect(row?.limit).toBe(`${statementTimeoutMs}ms`);
  });
});
