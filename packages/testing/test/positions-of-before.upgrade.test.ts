import { migrate } from '@linework/db/migrate';
import { expect, it } from 'vitest';
import { aDatabaseBefore } from './a-database-before.ts';

it('the migration to ranges keeps the position of every event', async () => {
  const { url, client } = await aDatabaseBefore('20261126060000');
  // Position 11 is the oldest that is kept, number 13 committed late, and 2,500 numbers follow one another.
  await client.query(
    `INSERT INTO event_position (position, seq) VALUES (11, 11), (12, 12), (13, 14), (14, 13), (15, 15);
     INSERT INTO event_position (position, seq) SELECT n, n + 100 FROM generate_series(16, 2515) AS n`,
  );
  const before = (await client.query('SELECT position, seq FROM event_position ORDER BY position')).rows;
  await migrate(url);
  const after = await client.query(
    `SELECT first_position + n AS position, first_seq + n AS seq
     FROM event_range, generate_series(0, event_count - 1) AS n
     ORDER BY position`,
  );
  expect(after.rows).toEqual(before);
  const ranges = await client.query<{ event_count: number }>(
    'SELECT event_count FROM event_range ORDER BY first_position',
  );
  expect(ranges.rows.map(({ event_count }) => event_count)).toEqual([2, 1, 1, 1, 1000, 1000, 500]);
});
