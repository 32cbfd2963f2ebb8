import { type OpenDb, openDb } from '@linework/db/db';
import { afterAll } from 'vitest';
import { createTestDb } from './create-test-db.ts';

/** Opens a new migrated database for the calling file. It is dropped after the last test of the file. */
export async function aTestDb(): Promise<OpenDb> {
  const testDb = await createTestDb();
  const db = openDb({ url: testDb.url });
  afterAll(async () => {
    await db.close();
    await testDb.drop();
  });
  return db;
}
