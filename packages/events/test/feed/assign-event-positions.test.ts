import { assignAllEventPositions, assignEventPositions } from '@linework/events/feed/assign-event-positions';
import { aTestDb } from '@linework/testing/a-test-db';
import { countWaitingSessions } from '@linework/testing/count-waiting-sessions';
import { describe, expect, it } from 'vitest';
import { aFeed, aTransaction, emitEvent } from './raw-events.ts';

const db = await aTestDb();

describe('the sequencer of events', () => {
  it('gives an event that commits late a later position', async () => {
    const readFeed = await aFeed(db);
    const late = await aTransaction(db);
    await emitEvent(late, 'late');
    await emitEvent(db.pool, 'first');
    await assignAllEventPositions(db);
    await emitEvent(db.pool, 'second');
    await assignAllEventPositions(db);
    await late.query('COMMIT');
    await emitEvent(db.pool, 'third');
    await assignAllEventPositions(db);
    expect(await readFeed()).toEqual(['first', 'second', 'late', 'third']);
  });

  it('finds a late event of a transaction whose id no snapshot has named yet', async () => {
    const readFeed = await aFeed(db);
    const late = await aTransaction(db);
    // Both take their ids after the newest committed transaction, so the snapshot of the sequencer names neither.
    await late.query('SELECT pg_current_xact_id()');
    await emitEvent(late, 'late');
    await emitEvent(db.pool, 'first');
    await assignAllEventPositions(db);
    await late.query('COMMIT');
    await assignAllEventPositions(db);
    expect(await readFeed()).toEqual(['first', 'late']);
  });

  it('does not wait for a long transaction', async () => {
    const readFeed = await aFeed(db);
    const long = await aTransaction(db);
    await emitEvent(long, 'long');
    for (const text of ['a', 'b', 'c']) {
      await emitEvent(db.pool, text);
      await assignAllEventPositions(db);
    }
    expect(await readFeed()).toEqual(['a', 'b', 'c']);
    await long.query('COMMIT');
    await assignAllEventPositions(db);
    expect(await readFeed()).toEqual(['a', 'b', 'c', 'long']);
  });

  it('gives no position to an event that was rolled back', async () => {
    const readFeed = await aFeed(db);
    const broken = await aTransaction(db);
    await emitEvent(broken, 'broken');
    await emitEvent(db.pool, 'first');
    await assignAllEventPositions(db);
    await broken.query('ROLLBACK');
    await emitEvent(db.pool, 'second');
    await assignAllEventPositions(db);
    expect(await readFeed()).toEqual(['first', 'second']);
  });

  it('keeps the order within a record when the later change has the earlier transaction', async () => {
    const readFeed = await aFeed(db);
    await db.pool.query('CREATE TABLE IF NOT EXISTS record (id int PRIMARY KEY, text text)');
    await db.pool.query("INSERT INTO record VALUES (1, '') ON CONFLICT DO NOTHING");
    const [earlierId, between, laterId] = [await aTransaction(db), await aTransaction(db), await aTransaction(db)];
    for (const transaction of [earlierId, between, laterId]) await transaction.query('SELECT pg_current_xact_id()');
    await laterId.query('UPDATE record SET text = $1', ['one']);
    await emitEvent(laterId, 'one');
    const blocked = earlierId.query('UPDATE record SET text = $1', ['two']);
    await expect.poll(() => countWaitingSessions(db)).toBeGreaterThan(0);
    await laterId.query('COMMIT');
    await blocked;
    await emitEvent(earlierId, 'two');
    await earlierId.query('COMMIT');
    await assignAllEventPositions(db);
    await between.query('COMMIT');
    await assignAllEventPositions(db);
    expect(await readFeed()).toEqual(['one', 'two']);
  });

  it('works off a backlog in chunks, with a transaction that stays open all the time', async () => {
    const readFeed = await aFeed(db);
    const late = await aTransaction(db);
    await emitEvent(db.pool, 'first', { count: 5 });
    await emitEvent(late, 'late');
    await emitEvent(db.pool, 'second', { count: 5 });
    while ((await assignEventPositions(db, 3)) > 0);
    await late.query('COMMIT');
    while ((await assignEventPositions(db, 3)) > 0);
    expect(await readFeed()).toEqual([...Array(5).fill('first'), ...Array(5).fill('second'), 'late']);
  });

  it('writes nothing while there is nothing new', async () => {
    await emitEvent(db.pool, 'last');
    await assignAllEventPositions(db);
    // Transactions of other databases on this server may be open.
    await db.pool.query("UPDATE event_sequencer SET open_transactions = '{}', open_after = '{}'");
    const before = await readSequencer();
    await assignAllEventPositions(db);
    expect(await readSequencer()).toEqual(before);
  });
});

describe('two sequencers at once', () => {
  it('give each event one position', async () => {
    const readFeed = await aFeed(db);
    let isWriting = true;
    const sequencers = [1, 2, 3].map(async () => {
      while (isWriting) await assignEventPositions(db, 7);
    });
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let index = 0; index < 25; index++) await emitEvent(db.pool, `${writer}`);
      }),
    );
    isWriting = false;
    await Promise.all(sequencers);
    while ((await assignEventPositions(db, 7)) > 0);
    const texts = await readFeed();
    expect(texts).toHaveLength(200);
  });

  it('leave the work to the first when it commits while the second waits', async () => {
    const readFeed = await aFeed(db);
    await emitEvent(db.pool, 'only');
    const first = await aTransaction(db);
    await first.query('SELECT FROM event_sequencer FOR UPDATE');
    expect(await assignEventPositions(db)).toBe(0);
    await first.query('COMMIT');
    expect(await assignEventPositions(db)).toBe(1);
    expect(await readFeed()).toEqual(['only']);
  });
});

describe('a database that was restored into another server', () => {
  it('gets positions for the events that had none, also where ids of transactions begin lower', async () => {
    const readFeed = await aFeed(db);
    await db.pool.query(
      `WITH written AS (
         INSERT INTO event (type, resource_type, resource_id, details, transaction_id)
         SELECT 'line.changed', 'line', gen_random_uuid(), jsonb_build_object('text', text), id::xid8
         FROM (VALUES ('restored late', '4000000001'), ('had one', '4000000002')) AS v(text, id)
         RETURNING seq, details ->> 'text' AS text
       ), placed AS (
         INSERT INTO event_range (first_position, first_seq, event_count)
         SELECT newest_position + 1, seq, 1
         FROM written, event_sequencer
         WHERE text = 'had one'
       )
       UPDATE event_sequencer
       SET transaction_id = 4000000009, newest_position = newest_position + 1,
         newest_seq = (SELECT max(seq) FROM written),
         open_transactions = '{4000000001,4000000002}', open_after = ARRAY[newest_seq, newest_seq]`,
    );
    await emitEvent(db.pool, 'new');
    await assignAllEventPositions(db);
    expect(await readFeed()).toEqual(['had one', 'restored late', 'new']);
  });
});

async function readSequencer(): Promise<object> {
  const { rows } = await db.pool.query<object>('SELECT * FROM event_sequencer');
  return rows[0] ?? {};
}
