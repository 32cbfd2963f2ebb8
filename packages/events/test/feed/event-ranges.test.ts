import { assignAllEventPositions } from '@linework/events/feed/assign-event-positions';
import { readFeed } from '@linework/events/feed/read-feed';
import { aTestDb } from '@linework/testing/a-test-db';
import { expect, it } from 'vitest';
import { aTransaction, emitEvent } from './raw-events.ts';

const db = await aTestDb();

async function listRanges(): Promise<readonly number[]> {
  const { rows } = await db.pool.query<{ count: number }>(
    'SELECT event_count AS count FROM event_range ORDER BY first_position',
  );
  return rows.map(({ count }) => count);
}

it('have events whose numbers follow one another, and 1,000 at most', async () => {
  const open = await aTransaction(db);
  await emitEvent(db.pool, 'first', { count: 3 });
  await emitEvent(open, 'between');
  await emitEvent(db.pool, 'last', { count: 2_002 });
  await assignAllEventPositions(db);
  await open.query('COMMIT');
  await assignAllEventPositions(db);
  // The limit counts from the first event of the run.
  expect(await listRanges()).toEqual([3, 997, 1_000, 5, 1]);
});

it('are read from any position, across their ends', async () => {
  for (const after of [0, 1, 3, 500, 999, 1_000, 1_001, 2_004, 2_005, 2_006]) {
    const { events, readTo } = await readFeed(db, {}, { after, limit: 1_500 });
    const expected = Array.from({ length: Math.min(1_500, 2_006 - after) }, (_, index) => after + 1 + index);
    expect(events.map(({ position }) => position)).toEqual(expected);
    expect(readTo).toBe(expected.at(-1) ?? after);
  }
});

it.each([
  [
    'two positions to one event',
    'one_position_per_event',
    'SELECT first_position + 1000000, first_seq + 1, 1 FROM event_range WHERE first_position = 1',
  ],
  [
    'two events to one position',
    'one_event_per_position',
    'SELECT first_position + 1, first_seq + 1000000, 1 FROM event_range WHERE first_position = 1',
  ],
])('never give %s', async (_, constraint, values) => {
  await expect(
    db.pool.query(`INSERT INTO event_range (first_position, first_seq, event_count) ${values}`),
  ).rejects.toMatchObject({ constraint });
});
