import { randomUUID } from 'node:crypto';
import { assignAllEventPositions } from '@linework/events/feed/assign-event-positions';
import { eventTypes } from '@linework/schemas/events';
import { getEventRoute, listEventsRoute, listEventTypesRoute } from '@linework/schemas/events/events.routes';
import { aBroker } from '@linework/testing/a-broker';
import { anActiveLine } from '@linework/testing/a-line';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestClient } from '../support/test-api.ts';
import { emitEvent, newestPosition, readFeed } from './feed-tools.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const brokerId = client.broker.id;

describe('the feed of events', () => {
  it('has the events of all records of the broker, oldest first, with dense positions', async () => {
    const after = await newestPosition(api.db);
    const line = await anActiveLine(api.db, { brokerId });
    await assignAllEventPositions(api.db);
    const { items, meta } = await readFeed(client, { after, resourceType: 'line' });
    expect(items.map(({ type }) => type)).toEqual([
      'line.created',
      'line.standby',
      'line.activation_started',
      'line.activated',
    ]);
    expect(items.at(-1)?.data).toMatchObject({
      record: { type: 'line', id: line.id, brokerId, status: 'ACTIVE' },
      previous: { status: 'ACTIVATING' },
    });
    expect(items.every(({ position }, index) => index === 0 || position > (items[index - 1]?.position ?? 0))).toBe(
      true,
    );
    expect(meta).toEqual({ nextAfter: await newestPosition(api.db), hasMore: false });
  });

  it('is read page by page without gaps', async () => {
    const after = await newestPosition(api.db);
    const resourceId = randomUUID();
    for (const text of ['a', 'b', 'c', 'd', 'e']) await emitEvent(api.db, { brokerId, resourceId, text });
    await assignAllEventPositions(api.db);
    const texts: unknown[] = [];
    for (let next = after, hasMore = true; hasMore; ) {
      const { items, meta } = await readFeed(client, { after: next, limit: 2 });
      texts.push(...items.map(({ data }) => data.record.details?.['text']));
      [next, hasMore] = [meta.nextAfter, meta.hasMore];
    }
    expect(texts).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('is filtered by several types, with a star, by record and by order', async () => {
    const after = await newestPosition(api.db);
    const [resourceId, orderId] = [randomUUID(), randomUUID()];
    await emitEvent(api.db, { brokerId, resourceId, type: 'line.changed' });
    await emitEvent(api.db, { brokerId, resourceId, type: 'line.blocked', orderId });
    await emitEvent(api.db, { brokerId, type: 'order.completed', orderId });
    await emitEvent(api.db, { brokerId, type: 'invoice.paid' });
    await assignAllEventPositions(api.db);
    const typesOf = async (query: object) =>
      (await readFeed(client, { after, ...query })).items.map(({ type }) => type);
    expect(await typesOf({ type: ['line.*', 'invoice.paid'] })).toEqual([
      'line.changed',
      'line.blocked',
      'invoice.paid',
    ]);
    expect(await typesOf({ resourceId })).toEqual(['line.changed', 'line.blocked']);
    expect(await typesOf({ orderId })).toEqual(['line.blocked', 'order.completed']);
    expect(await typesOf({ orderId, type: ['line.blocked'] })).toEqual(['line.blocked']);
  });

  it('rejects a type that does not exist', async () => {
    const { status, body } = await client.call(listEventsRoute, { query: { type: ['line.blokced', 'line.*'] } });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      errors: [{ parameter: 'type', detail: expect.stringContaining('names no event type') }],
    });
  });
});

describe('another broker', () => {
  it('sees nothing of the events, not even by asking for the broker', async () => {
    const after = await newestPosition(api.db);
    await emitEvent(api.db, { brokerId });
    await assignAllEventPositions(api.db);
    const other = await api.aClient();
    expect((await readFeed(other, { after })).items.filter(({ data }) => data.record.brokerId === brokerId)).toEqual(
      [],
    );
    expect((await readFeed(other, { after, brokerId })).items).toEqual([]);
    const [event] = (await readFeed(client, { after })).items;
    expect((await other.call(getEventRoute, { params: { id: event?.id ?? '' } })).status).toBe(404);
    expect((await client.call(getEventRoute, { params: { id: event?.id ?? '' } })).body).toEqual(event);
  });

  it('is seen by an operator, who may choose one', async () => {
    const [after, operator, other] = [
      await newestPosition(api.db),
      await api.anOperatorsClient(),
      await aBroker(api.db),
    ];
    for (const broker of [brokerId, other.id]) await emitEvent(api.db, { brokerId: broker });
    await assignAllEventPositions(api.db);
    const brokersOf = async (query: object) =>
      (await readFeed(operator, { after, type: ['line.changed'], ...query })).items.map(
        ({ data }) => data.record.brokerId,
      );
    expect(await brokersOf({})).toEqual([brokerId, other.id]);
    expect(await brokersOf({ brokerId: other.id })).toEqual([other.id]);
  });
});

describe('an event of a release before', () => {
  it('is found by its id, which does not tell its number', async () => {
    const id = randomUUID();
    await emitEvent(api.db, { brokerId, id });
    await assignAllEventPositions(api.db);
    expect((await client.call(getEventRoute, { params: { id } })).body).toMatchObject({ id });
  });
});

describe('the details of an event', () => {
  it('are masked for a key without the scope of the record', async () => {
    const after = await newestPosition(api.db);
    await emitEvent(api.db, { brokerId, text: 'moved to +5511912345678' });
    await assignAllEventPositions(api.db);
    const reader = await api.aClient({ broker: client.broker, scopes: ['events:read'] });
    const textOf = async (key: TestClient) => (await readFeed(key, { after })).items[0]?.data.record.details?.['text'];
    expect(await textOf(client)).toBe('moved to +5511912345678');
    expect(await textOf(reader)).toBe('moved to **********5678');
  });
});

describe('a page of long events', () => {
  it('ends before its limit, and its link leads on', async () => {
    await assignAllEventPositions(api.db);
    const after = await newestPosition(api.db);
    // As in a release before long values were replaced.
    await api.db.pool.query('ALTER TABLE event DISABLE TRIGGER event_has_short_values');
    for (let count = 0; count < 12; count += 1) await emitEvent(api.db, { brokerId, text: 'x'.repeat(124_000) });
    await api.db.pool.query('ALTER TABLE event ENABLE TRIGGER event_has_short_values');
    await assignAllEventPositions(api.db);
    const positions: number[] = [];
    let pages = 0;
    for (let next: string | undefined = `/events?after=${after}&limit=100`; next !== undefined; pages += 1) {
      const response: Response = await fetch(new URL(next, api.url), { headers: { 'X-API-Key': client.key } });
      const { items } = (await response.json()) as { readonly items: readonly { readonly position: number }[] };
      positions.push(...items.map(({ position }) => position));
      next = /<([^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
    }
    expect(pages).toBe(2);
    expect(positions).toEqual(Array.from({ length: 12 }, (_, index) => after + 1 + index));
  });
});

describe('a position', () => {
  it('that was never assigned is answered with 410 and the newest one', async () => {
    const newest = await newestPosition(api.db);
    const { status, body } = await client.call(listEventsRoute, { query: { after: newest + 1 } });
    expect(status).toBe(410);
    expect(body).toMatchObject({ code: 'gone', newestPosition: newest });
  });

  it('whose next events are no longer kept is answered with 410 and the oldest one', async () => {
    await emitEvent(api.db, { brokerId });
    await assignAllEventPositions(api.db);
    await emitEvent(api.db, { brokerId });
    await assignAllEventPositions(api.db);
    const newest = await newestPosition(api.db);
    await api.db.pool.query('DELETE FROM event_range WHERE first_position < $1', [newest]);
    const { status, body } = await client.call(listEventsRoute, { query: { after: newest - 2 } });
    expect(status).toBe(410);
    expect(body).toMatchObject({ code: 'gone', oldestPosition: newest });
    expect((await readFeed(client, { after: newest - 1 })).items).toHaveLength(1);
    expect((await readFeed(client, {})).items).toHaveLength(1);
  });
});

/** A request that waits: the end of the feed is in memory while somebody does. */
async function aWaitingRequest(query: object) {
  const [after, reader] = [await newestPosition(api.db), await api.aClient()];
  await expect.poll(() => api.deps.feedTail.take(after), { timeout: 20_000 }).toBeUndefined();
  const waiting = reader.call(listEventsRoute, { query: { after, waitSeconds: 25, ...query } });
  await expect.poll(() => api.deps.feedTail.take(after), { timeout: 20_000 }).toBeDefined();
  return { reader, waiting };
}

describe('a request with waitSeconds', () => {
  it('is answered as soon as a matching event has a position', async () => {
    const after = await newestPosition(api.db);
    const waiting = readFeed(client, { after, waitSeconds: 25, type: ['line.changed'] });
    await emitEvent(api.db, { brokerId, type: 'line.blocked' });
    await assignAllEventPositions(api.db);
    await emitEvent(api.db, { brokerId, text: 'waited for' });
    await assignAllEventPositions(api.db);
    const { items } = await waiting;
    expect(items.map(({ data }) => data.record.details?.['text'])).toEqual(['waited for']);
  });

  it('is answered without events at the end of the time', async () => {
    const after = await newestPosition(api.db);
    const { items, meta } = await readFeed(client, { after, waitSeconds: 1, type: ['range.deleted'] });
    expect(items).toEqual([]);
    expect(meta.nextAfter).toBe(after);
  });

  it.each([
    ['is revoked', 'UPDATE api_key SET revoked_at = now() WHERE id = $1', 401],
    ['has expired', 'UPDATE api_key SET expires_at = now() WHERE id = $1', 401],
    ['may no longer read events', "UPDATE api_key SET scopes = '{lines:read}' WHERE id = $1", 401],
    [
      'is of a suspended broker',
      "UPDATE broker SET status = 'SUSPENDED' WHERE id = (SELECT broker_id FROM api_key WHERE id = $1)",
      403,
    ],
  ])('shows nothing that happens after its key %s', async (_name, change, status) => {
    const { reader, waiting } = await aWaitingRequest({});
    await api.db.pool.query(change, [reader.keyId]);
    await emitEvent(api.db, { brokerId: reader.broker.id, text: 'too late' });
    await assignAllEventPositions(api.db);
    expect(await waiting).toMatchObject({ status });
  });

  it('ends without an event when its key is revoked meanwhile', async () => {
    const { reader, waiting } = await aWaitingRequest({ type: ['range.deleted'] });
    await api.db.pool.query('UPDATE api_key SET revoked_at = now() WHERE id = $1', [reader.keyId]);
    expect(await waiting).toMatchObject({ status: 401 });
  });
});

describe('the list of event types', () => {
  it('describes every type, with an example that its schema accepts, and needs no key', async () => {
    const response = await fetch(`${api.url}/event-types`);
    const { items } = (await response.json()) as {
      items: { type: string; description: string; example: { type: string } }[];
    };
    expect(items.map(({ type }) => type).sort()).toEqual([...eventTypes].sort());
    expect(items.every(({ description }) => description.endsWith('.'))).toBe(true);
    expect(listEventTypesRoute.responses[200].body.safeParse({ items }).success).toBe(true);
  });
});
