import { assignAllEventPositions } from '@linework/events/feed/assign-event-positions';
import { afterAll, describe, expect, it } from 'vitest';
import { allowed, startTestApi } from '../support/test-api.ts';
import { aStream } from './a-stream.ts';
import { emitEvent, newestPosition } from './feed-tools.ts';

const stopping = new AbortController();
const api = await startTestApi({ deps: { stopping: stopping.signal } });
afterAll(() => api.close());
const client = await api.aClient();
const brokerId = client.broker.id;

async function emitAll(...texts: readonly string[]): Promise<void> {
  for (const text of texts) await emitEvent(api.db, { brokerId, text });
  await assignAllEventPositions(api.db);
}

describe('a stream of events', () => {
  it('begins now, and sends each event with its position as id', async () => {
    await emitAll('before');
    const stream = await aStream(api.url, { key: client.key });
    await emitAll('one', 'two');
    expect(await stream.readTexts(2)).toEqual(['one', 'two']);
    expect(stream.lastId()).toBe(String(await newestPosition(api.db)));
    expect(stream.response.headers.get('Content-Type')).toBe('text/event-stream');
  });

  it('goes on after Last-Event-ID without a gap, from the database and then from memory', async () => {
    const first = await aStream(api.url, { key: client.key });
    await emitAll('read');
    await first.readTexts(1);
    const lastEventId = first.lastId();
    first.close();
    await emitAll(...Array.from({ length: 250 }, (_, index) => `missed ${index}`));
    const second = await aStream(api.url, { key: client.key, lastEventId });
    expect(await second.readTexts(250)).toEqual(Array.from({ length: 250 }, (_, index) => `missed ${index}`));
    await emitAll('new');
    expect(await second.readTexts(1)).toEqual(['new']);
  });

  it('has only the events of the filter and of the own broker', async () => {
    const other = await api.aClient();
    const stream = await aStream(api.url, { key: client.key, query: 'type=line.blocked' });
    await emitEvent(api.db, { brokerId: other.broker.id, type: 'line.blocked', text: 'of another broker' });
    await emitEvent(api.db, { brokerId, type: 'line.changed', text: 'of another type' });
    await emitEvent(api.db, { brokerId, type: 'line.blocked', text: 'wanted' });
    await assignAllEventPositions(api.db);
    expect(await stream.readTexts(1)).toEqual(['wanted']);
  });

  it('is refused with 410 for a position of another installation, and with 400 for an id that is no position', async () => {
    const newest = await newestPosition(api.db);
    expect((await aStream(api.url, { key: client.key, lastEventId: String(newest + 1) })).response.status).toBe(410);
    expect((await aStream(api.url, { key: client.key, lastEventId: 'x' })).response.status).toBe(400);
  });

  it('is answered with the headers only for HEAD', async () => {
    const response = await fetch(`${api.url}/events/stream`, { method: 'HEAD', headers: { 'X-API-Key': client.key } });
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/event-stream']);
  });

  // The key is checked every three seconds.
  it('ends when the key is revoked', async () => {
    const key = await api.aClient({ broker: client.broker });
    const stream = await aStream(api.url, { key: key.key });
    await api.db.pool.query('UPDATE api_key SET revoked_at = now() WHERE id = $1', [key.keyId]);
    await stream.readToEnd();
  });

  it('ends at once when the program stops', async () => {
    const stream = await aStream(api.url, { key: client.key });
    stopping.abort();
    await stream.readToEnd();
  });
});

describe('the limit of open streams', () => {
  it('rejects one more of a broker with 429, until one is closed', async () => {
    const limited = await startTestApi({ limits: { ...allowed, streams: 2 } });
    const { key } = await limited.aClient();
    const [first] = [await aStream(limited.url, { key }), await aStream(limited.url, { key })];
    expect((await aStream(limited.url, { key })).response.status).toBe(429);
    first?.close();
    await expect.poll(async () => (await aStream(limited.url, { key })).response.status).toBe(200);
    await limited.close();
  });
});
