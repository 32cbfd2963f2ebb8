import { randomUUID } from 'node:crypto';
import { assignAllEventPositions } from '@linework/events/feed/assign-event-positions';
import { type FeedFilter, matchesFilter } from '@linework/events/feed/feed-filter';
import { lookUpEvent } from '@linework/events/feed/find-event';
import { readFeed } from '@linework/events/feed/read-feed';
import { aBroker } from '@linework/testing/a-broker';
import { aTestDb } from '@linework/testing/a-test-db';
import { describe, expect, it } from 'vitest';

const db = await aTestDb();
const [own, other] = [(await aBroker(db)).id, (await aBroker(db)).id];
const [lineId, poolId, orderId] = [randomUUID(), randomUUID(), randomUUID()];

/** An event of each broker and of none, about each record, with and without an order. */
for (const brokerId of [own, other, null]) {
  for (const [type, resourceType, resourceId] of [
    ['line.changed', 'line', lineId],
    ['pool.changed', 'pool', poolId],
  ] as const) {
    for (const order of [orderId, null])
      await db.prisma.event.create({ data: { type, brokerId, resourceType, resourceId, orderId: order } });
  }
}
await assignAllEventPositions(db);
const { events: all } = await readFeed(db, {}, { after: 0, limit: 100 });
const ofNoBroker = all.filter(({ brokerId }) => brokerId === null);

describe('a filter of the feed', () => {
  const filters: readonly (readonly [string, FeedFilter])[] = [
    ['everything', {}],
    ['a broker', { brokerId: own }],
    ['a broker that has no events', { brokerId: randomUUID() }],
    ['a type', { types: ['line.changed'] }],
    ['no type', { types: [] }],
    ['a kind of record', { resourceType: 'pool' }],
    ['a record', { resourceId: lineId }],
    ['an order', { orderId }],
    ['an order of a broker about a record', { brokerId: own, resourceId: poolId, orderId }],
  ];

  it.each(filters)('for %s finds the same in memory as in the database', async (_, filter) => {
    const { events } = await readFeed(db, filter, { after: 0, limit: 100 });
    const inMemory = all.filter((event) => matchesFilter(filter, event));
    expect(inMemory.map(({ position }) => position)).toEqual(events.map(({ position }) => position));
  });
});

describe('an event of no broker', () => {
  it('is read by an operator', () => {
    expect(ofNoBroker).toHaveLength(4);
  });

  it.each([
    ['from memory', async () => all.filter((event) => matchesFilter({ brokerId: own }, event))],
    ['from the database', async () => (await readFeed(db, { brokerId: own }, { after: 0, limit: 100 })).events],
    [
      'about one record',
      async () => (await readFeed(db, { brokerId: own, resourceId: lineId }, { after: 0, limit: 100 })).events,
    ],
  ])('is not read by a broker, %s', async (_, read) => {
    expect(new Set((await read()).map(({ brokerId }) => brokerId))).toEqual(new Set([own]));
  });

  it('is not found by a broker that knows its id', async () => {
    const [event] = ofNoBroker;
    expect(await lookUpEvent(db, event?.id ?? '', own)).toBeUndefined();
    expect(await lookUpEvent(db, event?.id ?? '', null)).toMatchObject({ id: event?.id });
  });
});
