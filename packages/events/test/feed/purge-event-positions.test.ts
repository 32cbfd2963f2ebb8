import { assignAllEventPositions } from '@linework/events/feed/assign-event-positions';
import { purgeEventPositions } from '@linework/events/feed/purge-event-positions';
import { aTestDb } from '@linework/testing/a-test-db';
import { expect, it } from 'vitest';
import { aFeed, emitEvent } from './raw-events.ts';

const db = await aTestDb();

it('removes old events from the feed, up to the first young one, and keeps the events', async () => {
  const old = { at: new Date(Date.now() - 91 * 86_400_000) };
  await emitEvent(db.pool, 'old', old);
  await emitEvent(db.pool, 'young');
  await emitEvent(db.pool, 'old, committed late', old);
  await assignAllEventPositions(db);
  expect(await purgeEventPositions(db)).toBe(1);
  const { rows } = await db.pool.query("SELECT details ->> 'text' AS text FROM event_position p JOIN event e ON e.seq = p.seq ORDER BY position");
  expect(rows).toEqual([{ text: 'young' }, { text: 'old, committed late' }]);
  expect((await db.pool.query('SELECT FROM event')).rowCount).toBe(3);
});

it('goes on with the next position when nothing is left', async () => {
  await db.pool.query('DELETE FROM event_position');
  const readFeed = await aFeed(db);
  await emitEvent(db.pool, 'next');
  await assignAllEventPositions(db);
  expect(await readFeed()).toEqual(['next']);
});
