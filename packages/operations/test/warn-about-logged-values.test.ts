import { openDb } from '@linework/db/db';
import { createTestDb } from '@linework/testing/create-test-db';
import { afterAll, describe, expect, it } from 'vitest';
import { findLoudSettings, warnAboutLoggedValues } from '../src/warn-about-logged-values.ts';

const testDb = await createTestDb();
const db = openDb({ url: testDb.url, poolSize: 1 });
afterAll(async () => {
  await db.close();
  await testDb.drop();
});

describe('the settings of the log of PostgreSQL', () => {
  it('are quiet in the server of the tests and of npm start', async () => {
    expect(await findLoudSettings(db)).toEqual([]);
  });

  it.each([
    ['log_error_verbosity', 'default'],
    ['log_parameter_max_length', '-1'],
    ['log_parameter_max_length_on_error', '100'],
  ])('cause a warning where %s is %s', async (name, value) => {
    await db.pool.query(`SET ${name} = '${value}'`);
    const warnings: unknown[] = [];
    await warnAboutLoggedValues(db, { warn: (fields: unknown) => void warnings.push(fields), debug: () => undefined });
    await db.pool.query(`RESET ${name}`);
    expect(warnings).toEqual([{ settings: [expect.stringContaining(`${name} = `)] }]);
  });
});
