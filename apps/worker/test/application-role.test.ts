import { createRoles } from '@linework/db/create-roles';
import { openDb } from '@linework/db/db';
import { migrate } from '@linework/db/migrate';
import { statement } from '@linework/db/statement';
import { silentLog } from '@linework/log/log';
import { openQueues } from '@linework/queue/open-queues';
import { createEmptyDb, createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const privilegesStatement = statement(
  'test-own-privileges',
  'SELECT rolsuper OR rolcreatedb OR rolcreaterole OR rolbypassrls AS "isMighty" FROM pg_roles WHERE rolname = current_user',
);

/** A role of this file's own, with a password that has to be quoted. */
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

const origins = { 'made by the owner from the first migration on': createEmptyDb, 'that a superuser has migrated': createTestDb } as const;

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
    // A second time, as the next release does.
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

  it('API and worker, their queues in it too, do their work with a role that may read and change rows', async () => {
    await system.startWorker();
    const lines = await system.lines(5);
    await Promise.all(lines.map(({ id }) => system.client.placeOrder('block', id)));
    await system.waitUntilSettled();
    expect(await system.db.prisma.line.count({ where: { status: 'BLOCKED' } })).toBe(5);
  });

  it('that role is no superuser, and may neither create, change nor drop a table', async () => {
    const db = openDb({ url: applicationUrl });
    expect(await db.query(privilegesStatement, [])).toEqual([{ isMighty: false }]);
    for (const text of ['CREATE TABLE mine ()', 'ALTER TABLE line ADD mine int', 'DROP TABLE event', 'TRUNCATE event', 'CREATE SCHEMA mine'])
      await expect(db.query({ name: '', text }, [])).rejects.toThrow(/permission denied|must be owner/);
    await db.close();
  });

  it('the owner is no superuser either', async () => {
    const db = openDb({ url: ownerUrl });
    expect(await db.query(privilegesStatement, [])).toEqual([{ isMighty: false }]);
    await db.close();
  });
});
