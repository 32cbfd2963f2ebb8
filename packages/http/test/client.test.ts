import { describe, expect, expectTypeOf, it } from 'vitest';
import { createClient } from '../src/client.ts';
import { blockLine, endpoints, lineId, printLine, readHealth, renameLine, showLine } from './support/endpoints.ts';
import { readerKey, start, writerKey } from './support/start.ts';

describe('the client', () => {
  it('calls a route with its declared input', async () => {
    const { url } = await start(endpoints);
    const client = createClient(url, { apiKey: writerKey, headers: { 'X-Correlation-Id': 'night-run' } });
    const shown = await client.call(showLine, {
      params: { id: lineId },
      query: { part: ['name', 'sim'], limit: 3, deep: false },
    });
    expect(shown).toMatchObject({ status: 200, body: { names: ['name', 'sim'], metadata: { limit: 3, deep: false } } });
    const renamed = await client.call(renameLine, { params: { id: lineId }, body: { names: ['a'] } });
    expect(renamed).toMatchObject({ status: 200, body: { id: lineId, names: ['a'] } });
    const blocked = await client.call(blockLine, { params: { id: lineId }, headers: { 'Idempotency-Key': 'once' } });
    expect(blocked).toMatchObject({ body: { metadata: { idempotencyKey: 'once', correlationId: 'night-run' } } });
  });

  it('returns a problem as a response', async () => {
    const { url } = await start(endpoints);
    const response = await createClient(url, { apiKey: readerKey }).call(renameLine, {
      params: { id: 'a/b' },
      body: { names: [] },
    });
    expect(response.status).toBe(403);
    expect(response.body).toMatchObject({ code: 'missing-scope', scope: 'lines:write' });
  });

  it('returns bytes unchanged', async () => {
    const { url } = await start(endpoints);
    const response = await createClient(url).call(printLine);
    expect(response.body).toEqual(new Uint8Array([37, 80]));
    expect(response.headers.get('Content-Type')).toBe('application/pdf');
  });

  it('is typed by the route', async () => {
    const { url } = await start(endpoints);
    const client = createClient(url);
    const response = await client.call(readHealth);
    if (response.status === 200) expectTypeOf(response.body).toEqualTypeOf<{ status: 'ok' }>();
    else expectTypeOf(response.body.title).toEqualTypeOf<string>();
    // @ts-expect-error The route has a path parameter.
    await client.call(showLine, {});
    // @ts-expect-error The route has no body.
    await client.call(blockLine, { params: { id: lineId }, body: { a: 1 } });
  });
});
