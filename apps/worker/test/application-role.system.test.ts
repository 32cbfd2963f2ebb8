import { createRoles } from '@linework/db/create-roles';
import { openDb } from '@linework/db/db';
import { migrate } from '@linework/db/migrate';
import { assembled, statement } from '@linework/db/statement';
import { silentLog } from '@linework/log/log';
import { openQueues } from '@linework/queue/open-queues';
import { createEmptyDb, createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { longLease } from '@linework/testing/processes/start-worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const privilegesStatement = statement(
  'test-own-privileges',
  `SELECT rolsuper OR rolcreatedb OR rolcreaterole OR rolbypassrls AS "isPrivileged"
   FROM pg_roles
   WHERE rolname = current_user`,
);

/** The URL of a role that only this test file uses. Its password has to be quoted. */
function urlOf(testDb: TestDb, role: string): string {
  const url = new URL(testDb.url);
  url.username = `${role}_${url.pathname.slice(-8)}`;
  url.password = encodeURIComponent(`it's "${role}"`);
  return url.href;
}

async function dropRoles(testDb: TestDb, urls: readonly string[]): Promise<void> {
  const admin = openDb({ url: testDb.url });
  const names = urls.map((url) => new URL(url).username);
  for (const name of names) await admin.pool.query(`REASSIGN OWNED BY "${name}" TO CURRENT_USER`);
  for (const name of names) await admin.pool.query(`DROP OWNED BY "${name}"`);
  for (const name of names) await admin.pool.query(`DROP ROLE "${name}"`);
  await admin.close();
}

const origins = {
  'that its owner has migrated from the start': createEmptyDb,
  'that a superuser has migrated': createTestDb,
} as const;

describe.each(Object.entries(origins))('in a database %s', (_name, create) => {
  let testDb: TestDb;
  let ownerUrl: string;
  let applicationUrl: string;
  let system: System;

  beforeAll(async () => {
    testDb = await create();
    [ownerUrl, applicationUrl] = [urlOf(testDb, 'owner'), urlOf(testDb, 'application')];
    const roles = { adminUrl: testDb.url, ownerUrl, applicationUrl };
    await createRoles(roles);
    // The next release creates the roles again.
    await createRoles(roles);
    await migrate(ownerUrl);
    await (await openQueues({ databaseUrl: ownerUrl, log: silentLog })).close();
    system = await startSystem({ databaseUrl: testDb.url, settings: { DATABASE_URL: applicationUrl } });
  });
  afterAll(async () => {
    await system?.close();
    await dropRoles(testDb, [ownerUrl, applicationUrl]);
    await testDb.drop();
  });

  it('the role of the programs has time limits of its own, for sessions of a connection pooler', async () => {
    const pooled = openDb({ url: applicationUrl, directUrl: applicationUrl });
    const { rows } = await pooled.pool.query('SHOW statement_timeout');
    await pooled.close();
    expect(rows).toEqual([{ statement_timeout: '5s' }]);
  });

  it('API, worker and queues work with a role that can only read and change rows', async () => {
    await system.startWorker(longLease);
    const lines = await system.lines(5);
    await Promise.all(lines.map(({ id }) => system.client.placeOrder('block', id)));
    await system.waitUntilSettled();
    expect(await system.db.prisma.line.count({ where: { status: 'BLOCKED' } })).toBe(5);
  });

  it('the role of the programs is no superuser and cannot create, change or drop a table', async () => {
    const db = openDb({ url: applicationUrl });
    expect(await db.query(privilegesStatement)).toEqual([{ isPrivileged: false }]);
    for (const text of [
      'CREATE TABLE mine ()',
      'ALTER TABLE line ADD mine int',
      'DROP TABLE event',
      'TRUNCATE event',
      'CREATE SCHEMA mine',
    ])
      await expect(db.query(assembled({ text, values: [] }))).rejects.toThrow(/permission denied|must be owner/);
    await db.close();
  });

  it('the owner is no superuser either', async () => {
    const db = openDb({ url: ownerUrl });
    expect(await db.query(privilegesStatement)).toEqual([{ isPrivileged: false }]);
    await db.close();
  });
});
