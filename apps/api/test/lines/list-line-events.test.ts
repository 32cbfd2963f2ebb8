import { blockLineRoute, listLineEventsRoute } from '@linework/schemas/lines/lines.routes';
import { anActiveLine } from '@linework/testing/a-line';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const line = await anActiveLine(api.db, { brokerId: client.broker.id });
await client.call(blockLineRoute, { params: { id: line.id } });

const types = ['line.created', 'line.standby', 'line.activation_started', 'line.activated', 'line.block_started'];

describe('the events of a line', () => {
  it('list every status change, oldest first, without empty members', async () => {
    const { status, body, headers } = await client.call(listLineEventsRoute, { params: { id: line.id } });
    expect(status).toBe(200);
    const { items } = body as { items: readonly Record<string, unknown>[] };
    expect(items.map(({ type }) => type)).toEqual(types);
    expect(items[0]).toEqual({
      id: expect.any(String),
      type: 'line.created',
      at: expect.any(String),
      resource: { type: 'line', id: line.id },
      to: 'PROVISIONING',
      details: {},
      cursor: expect.any(String),
    });
    const actor = { type: 'key', keyId: client.keyId, name: expect.any(String) };
    expect(items.at(-1)).toMatchObject({ from: 'ACTIVE', to: 'BLOCKING', orderId: expect.any(String), actor });
    expect(headers.has('Link')).toBe(false);
  });

  it('are read page by page with Link, without gaps, and each page has its position', async () => {
    const seen: unknown[] = [];
    const pages: unknown[] = [];
    let address: string | undefined = `/lines/${line.id}/events?limit=2`;
    while (address !== undefined) {
      const response: Response = await fetch(api.url + address, { headers: { 'X-API-Key': client.key } });
      const { items, meta } = (await response.json()) as { items: { type: string }[]; meta: unknown };
      expect(items.length).toBeGreaterThan(0);
      seen.push(...items.map(({ type }) => type));
      pages.push(meta);
      address = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('Link') ?? '')?.[1];
    }
    expect(seen).toEqual(types);
    expect(pages).toEqual([1, 2, 3].map((page) => ({ total: 5, page, pageSize: 2, totalPages: 3 })));
  });

  it('can be continued from the last page and from any event', async () => {
    const lineId = (await anActiveLine(api.db, { brokerId: client.broker.id })).id;
    const read = async (cursor?: string) => {
      const { status, body } = await client.call(listLineEventsRoute, {
        params: { id: lineId },
        query: { ...(cursor !== undefined && { cursor }) },
      });
      if (status !== 200) throw new Error(`The event list returned ${status}.`);
      return body;
    };
    const first = await read();
    const last = first.items.at(-1)?.cursor;
    expect((await read(last)).items).toEqual([]);
    await client.call(blockLineRoute, { params: { id: lineId } });
    expect((await read(last)).items.map(({ type }) => type)).toEqual(['line.block_started']);
    expect((await read(first.items[0]?.cursor)).items.map(({ type }) => type)).toEqual(types.slice(1));
  });

  it.each(['cursor=x', 'cursor=', 'cursor=WzFd&after=1'])('return 400 for %s', async (query) => {
    const { status } = await fetch(`${api.url}/lines/${line.id}/events?${query}`, {
      headers: { 'X-API-Key': client.key },
    });
    expect(status).toBe(400);
  });

  it('can be read after a number instead of a cursor', async () => {
    const { body } = await client.call(listLineEventsRoute, { params: { id: line.id }, query: { after: 0, limit: 1 } });
    expect(body).toMatchObject({ items: [{ type: 'line.created' }] });
  });
});
