import { assignAllEventPositions } from '@linework/events/feed/assign-event-positions';
import { purgeEventPositions } from '@linework/events/feed/purge-event-positions';
import { aTestDb } from '@linework/testing/a-test-db';
import { expect, it } from 'vitest';
import { aFeed, emitEvent } from './raw-events.ts';

const db = await aTestDb();

const readTexts = `SELECT e.details ->> 'text' AS text
  FROM event_range r
  JOIN event e ON e.seq >= r.first_seq AND e.seq < r.first_seq + r.event_count
  ORDER BY r.first_position, e.seq`;

it('removes old events from the feed, up to the first young one, and keeps the events', async () => {
  const old = { at: new Date(Date.now() - 91 * 86_400_000) };
  await emitEvent(db.pool, 'old', { ...old, count: 3 });
  await assignAllEventPositions(db);
  await emitEvent(db.pool, 'young');
  await emitEvent(db.pool, 'old, committed late', old);
  await assignAllEventPositions(db);
  await emitEvent(db.pool, 'old, of a later run', old);
  await assignAllEventPositions(db);
  expect(await purgeEventPositions(db)).toBe(3);
  const texts = (await db.pool.query<{ text: string }>(readTexts)).rows.map(({ text }) => text);
  expect(texts).toEqual(['young', 'old, committed late', 'old, of a later run']);
  expect((await db.pool.query('SELECT FROM event')).rowCount).toBe(6);
});

it('goes on with the next position when nothing is left', async () => {
  await db.pool.query('DELETE FROM event_range');
  const readFeed = await aFeed(db);
  await emitEvent(db.pool, 'next');
  await assignAllEventPositions(db);
  expect(await readFeed()).toEqual(['next']);
});
