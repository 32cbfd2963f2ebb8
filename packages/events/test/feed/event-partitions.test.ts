import { aTestDb } from '@linework/testing/a-test-db';
import { describe, expect, it } from 'vitest';
import { assignAllEventPositions } from '../../src/feed/assign-event-positions.ts';
import { makeEventPartitions } from '../../src/make-event-partitions.ts';

const db = await aTestDb();

const size = 50_000_000;
const insertEvents = (count: number) =>
  db.pool.query(
    `INSERT INTO event (type, resource_type, resource_id)
     SELECT 'holder.created', 'holder', '018f0000-0000-7000-8000-000000000001'
     FROM generate_series(1, $1::int)`,
    [count],
  );
const partitions = async () =>
  (await db.pool.query('SELECT tableoid::regclass::text AS name, count(*)::int FROM event GROUP BY 1 ORDER BY 1')).rows;

describe('the partitions of events', () => {
  it('are made ahead of the numbers, and the feed goes on over their ends', async () => {
    expect(await makeEventPartitions(db)).toBe(0);
    await insertEvents(2);
    await db.pool.query("SELECT setval('event_seq_seq', $1)", [size - 2]);
    await insertEvents(4);
    await db.pool.query("SELECT setval('event_seq_seq', $1)", [2 * size - 1]);
    await insertEvents(1);
    expect(await partitions()).toEqual([
      { name: 'event_1', count: 3 },
      { name: 'event_2', count: 1 },
      { name: 'event_first', count: 3 },
    ]);
    expect(await makeEventPartitions(db)).toBe(2);
    expect(await makeEventPartitions(db)).toBe(0);
    await assignAllEventPositions(db);
    const { rows } = await db.pool.query(
      'SELECT sum(event_count)::int AS count, max(first_position + event_count - 1)::int AS newest FROM event_range',
    );
    expect(rows).toEqual([{ count: 7, newest: 7 }]);
  });

  it('accept no change', async () => {
    for (const change of ['DELETE FROM event', 'UPDATE event_1 SET job = NULL'])
      await expect(db.pool.query(change)).rejects.toThrow('append-only');
  });
});
