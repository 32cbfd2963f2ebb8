import { type OpenDb, openDb } from '@linework/db/db';
import { afterAll } from 'vitest';
import { createTestDb } from './create-test-db.ts';

/** Opens a migrated database of the calling file's own, which is dropped after the last of its tests. */
export async function aTestDb(): Promise<OpenDb> {
  const testDb = await createTestDb();
  const db = openDb({ url: testDb.url });
  afterAll(async () => {
    await db.close();
    await testDb.drop();
  });
  return db;
}
