import { createHash, randomUUID } from 'node:crypto';
import { assignAllEventPositions } from '@linework/events/feed/assign-event-positions';
import { createFeedTail } from '@linework/events/feed/feed-tail';
import { readNext } from '@linework/events/feed/list-events';
import { type FeedEvent, type FeedPage, readFeed } from '@linework/events/feed/read-feed';
import { listAudit } from '@linework/events/list-audit';
import { readEvents } from '@linework/events/read-events';
import { decodePosition } from '@linework/http/cursor';
import { decodeEventCursor } from '@linework/schemas/events/event-cursor';
import { aTestDb } from '@linework/testing/a-test-db';
import { anOperator } from '@linework/testing/callers';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { describe, expect, it, onTestFinished } from 'vitest';

const db = await aTestDb();
const caller = anOperator();

async function emit(
  details: object,
  { resourceId = randomUUID(), keyId, count = 1 }: { resourceId?: string; keyId?: string; count?: number } = {},
) {
  await db.pool.query(
    `INSERT INTO event (type, resource_type, resource_id, key_id, details)
     SELECT 'line.changed', 'line', $1, $2, $3
     FROM generate_series(1, $4)`,
    [resourceId, keyId, JSON.stringify(details), count],
  );
  return resourceId;
}

/** Writes events as long as those of a release before the rule. */
async function emitLong(count: number, given: { resourceId?: string; keyId?: string } = {}) {
  await db.pool.query('ALTER TABLE event DISABLE TRIGGER event_has_short_values');
  const resourceId = await emit({ text: 'x'.repeat(124_000) }, { ...given, count });
  await db.pool.query('ALTER TABLE event ENABLE TRIGGER event_has_short_values');
  return resourceId;
}

const detailsOf = async (resourceId: string) =>
  (await readEvents(db, resourceId, { caller, limit: 1 })).items[0]?.details;
const newestPosition = async () => (await readFeed(db, {}, { after: 0, limit: 1 })).newest;
const digest = (text: string) => ({
  length: [...text].length,
  sha256: createHash('sha256').update(text).digest('hex'),
});

describe('an event', () => {
  it('has the length and the digest of a long value, and the short values beside it', async () => {
    const [note, emoji] = ['a'.repeat(5_000), '\u{1f4f1}'.repeat(2_000)];
    const shown = await detailsOf(
      await emit({
        before: { attributes: { note, model: 'x' }, location: 'A' },
        after: { attributes: { note: emoji } },
        changed: 2,
      }),
    );
    expect(shown).toEqual({
      before: { attributes: { note: digest(note), model: 'x' }, location: 'A' },
      after: { attributes: { note: digest(emoji) } },
      changed: 2,
    });
  });

  it('has the digest of an object of so many members that it is long without a long one', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`member ${index}`, index]));
    const shown = await detailsOf(await emit({ before: {}, after: { metadata, location: 'A' } }));
    expect(shown).toEqual({
      before: {},
      after: {
        metadata: { length: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
        location: 'A',
      },
    });
  });

  it('stays as it is if all its values are short', async () => {
    const details = { text: 'a'.repeat(900), list: Array.from({ length: 30 }, (_, index) => index), none: null };
    expect(await detailsOf(await emit(details))).toEqual(details);
  });
});

const bytesOf = (events: readonly FeedEvent[]) => events.reduce((sum, { bytes }) => sum + bytes, 0);

/** Follows pages of events of 124 kB to their end, and checks that each has at most a MiB and one event. */
async function readAll(
  after: number,
  readPage: (after: number) => Promise<Pick<FeedPage, 'events' | 'readTo'>>,
): Promise<readonly number[]> {
  const positions: number[] = [];
  for (let readTo = after; ; ) {
    const page = await readPage(readTo);
    if (page.events.length === 0) return positions;
    expect(page.events.length).toBeLessThan(10);
    positions.push(...page.events.map(({ position }) => position));
    readTo = page.readTo;
  }
}

describe('pages of long events', () => {
  it('of the feed are limited by their bytes, and miss none', async () => {
    await assignAllEventPositions(db);
    const after = await newestPosition();
    const resourceId = await emitLong(30);
    await assignAllEventPositions(db);
    const expected = Array.from({ length: 30 }, (_, index) => after + 1 + index);
    expect(await readAll(after, (from) => readFeed(db, {}, { after: from, limit: 100 }))).toEqual(expected);
    expect(await readAll(after, (from) => readFeed(db, { resourceId }, { after: from, limit: 100 }))).toEqual(expected);
  });

  it('of a record have a link to the next one, until the last', async () => {
    const resourceId = await emitLong(20);
    let seen = 0;
    let cursor: string | undefined;
    do {
      const { items, pages } = await readEvents(db, resourceId, {
        caller,
        limit: 100,
        cursor: cursor === undefined ? undefined : decodeEventCursor(cursor),
      });
      expect(items.length).toBeLessThan(10);
      seen += items.length;
      cursor = pages.next?.cursor;
    } while (cursor !== undefined);
    expect(seen).toBe(20);
  });

  it('of the audit have a link to the next one, until the last', async () => {
    const keyId = randomUUID();
    await db.prisma.operator.create({ data: { id: keyId, name: 'Ana', role: 'viewer' } });
    await emitLong(20, { keyId });
    const seen = new Set<string>();
    let cursor: number | undefined;
    do {
      const { items, pages } = await listAudit(db, caller, { limit: 100, keyId: [keyId], cursor });
      expect(items.length).toBeLessThan(10);
      for (const { id } of items) seen.add(id);
      cursor = pages.next && decodePosition(pages.next.cursor);
    } while (cursor !== undefined);
    expect(seen.size).toBe(20);
  });
});

describe('the end of the feed in memory', () => {
  it('never has more bytes than its limit, and gives pages as long as the database', async () => {
    const keptBytes = 4 * 1024 * 1024;
    const tail = createFeedTail({ db, keptBytes, onError: (error) => expect.unreachable(String(error)) });
    onTestFinished(tail.follow());
    const after = await newestPosition();
    await waitUntil('it follows', async () => tail.take(after) !== undefined);
    for (let round = 0; round < 3; round += 1) {
      await emitLong(30);
      await assignAllEventPositions(db);
      const newest = await newestPosition();
      await waitUntil('the events have arrived', async () => tail.take(newest) !== undefined);
      const oldest =
        Array.from({ length: newest - after }, (_, index) => after + index).find(
          (position) => tail.take(position) !== undefined,
        ) ?? newest;
      const kept = bytesOf(tail.take(oldest) ?? []);
      expect(kept).toBeLessThan(keptBytes);
      // It is not emptied either.
      expect(kept).toBeGreaterThan(keptBytes / 2);
      const inMemory = Array.from({ length: newest - oldest }, (_, index) => oldest + 1 + index);
      expect(await readAll(oldest, (from) => readNext({ db, tail }, { filter: {}, after: from, limit: 100 }))).toEqual(
        inMemory,
      );
    }
  });
});
