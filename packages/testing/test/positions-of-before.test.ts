import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '@linework/db/migrate';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { createEmptyDb } from '../src/create-test-db.ts';

const migrations = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));

it('the migration to ranges keeps the position of every event', async () => {
  const db = await createEmptyDb();
  const folder = await mkdtemp(join(tmpdir(), 'linework-migrations-'));
  for (const name of await readdir(migrations)) if (name < '20261126060000') await cp(join(migrations, name), join(folder, name), { recursive: true });
  await migrate(db.url, folder);
  await rm(folder, { recursive: true });
  const client = new Client({ connectionString: db.url });
  await client.connect();
  // Position 11 is the oldest that is kept, number 13 committed late, and 2,500 numbers follow one another.
  await client.query(
    `INSERT INTO event_position (position, seq) VALUES (11, 11), (12, 12), (13, 14), (14, 13), (15, 15);
     INSERT INTO event_position (position, seq) SELECT n, n + 100 FROM generate_series(16, 2515) AS n`,
  );
  const before = (await client.query('SELECT position, seq FROM event_position ORDER BY position')).rows;
  await migrate(db.url);
  const after = await client.query(
    'SELECT first_position + n AS position, first_seq + n AS seq FROM event_range, generate_series(0, event_count - 1) AS n ORDER BY position',
  );
  expect(after.rows).toEqual(before);
  expect((await client.query('SELECT event_count FROM event_range ORDER BY first_position')).rows.map(({ event_count }) => event_count)).toEqual([
    2, 1, 1, 1, 1000, 1000, 500,
  ]);
  await client.end();
  await db.drop();
});
