import { tooManyRequests } from '@linework/problem-details/make-problem';
import { describe, expect, it } from 'vitest';
import { blockLine, endpoints, lineId } from './support/endpoints.ts';
import { problemIn, readerKey, sendPlain, sendRaw, start, writerKey } from './support/start.ts';

const path = `/lines/${lineId}`;

describe('the key of a request', () => {
  it.each([
    ['missing', {}],
    ['empty', { 'X-API-Key': '' }],
    ['wrong', { 'X-API-Key': 'nobody' }],
    ['long', { 'X-API-Key': 'x'.repeat(10_240) }],
    ['sent twice', { 'X-API-Key': [readerKey, readerKey] }],
    ['sent twice, once empty', { 'X-API-Key': [readerKey, ''] }],
    ['in Authorization', { Authorization: `Bearer ${readerKey}` }],
  ])('gets the same 401 if it is %s', async (_what, headers) => {
    const { port } = await start(endpoints);
    const answer = await sendPlain(port, { path, headers: { ...headers, 'X-Request-Id': 'same' } });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('ApiKey realm="linework"');
    expect(JSON.parse(answer.text)).toEqual({
      type: 'https://linework.example/problems/unauthorized',
      title: 'API key needed',
      status: 401,
      detail: 'The request needs one valid API key in the header `X-API-Key`.',
      requestId: 'same',
      code: 'unauthorized',
    });
  });

  it('is not looked up if it was sent twice', async () => {
    const { port } = await start(endpoints, { authenticate: () => expect.unreachable() });
    for (const keys of [[readerKey, readerKey], [readerKey, ''], []]) {
      expect((await sendPlain(port, { path, headers: { 'X-API-Key': keys } })).status).toBe(401);
    }
  });

  it('is not read from the query', async () => {
    const { url } = await start(endpoints);
    expect((await fetch(`${url}${path}?X-API-Key=${readerKey}`)).status).toBe(401);
  });

  it('gets a 403 that names the scope if it lacks it', async () => {
    const { url } = await start(endpoints);
    const answer = await fetch(`${url}${path}/block`, { method: 'POST', headers: { 'X-API-Key': readerKey } });
    expect(await problemIn(answer)).toMatchObject({ status: 403, code: 'missing-scope', scope: blockLine.scope });
  });

  it('is not checked if the route needs no key', async () => {
    const { url } = await start(endpoints, { authenticate: () => expect.unreachable() });
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
  });

  it('is checked before the body is read', async () => {
    const { url } = await start(endpoints);
    const send = (key: string) =>
      fetch(url + path, { method: 'PATCH', headers: { 'X-API-Key': key }, body: 'x'.repeat(100_000) });
    expect((await send('nobody')).status).toBe(401);
    expect((await send(readerKey)).status).toBe(403);
    expect((await send(writerKey)).status).toBe(413);
  });

  it('gets a 401 before the connection is closed if a long body follows', async () => {
    const { port } = await start(endpoints);
    const head = `PATCH ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n`;
    expect(await sendRaw(port, head, 'x'.repeat(2_000_000))).toMatch(/^HTTP\/1.1 401 /);
  });
});

describe('the limits of a caller', () => {
  it('are checked before the handler runs and described in the response', async () => {
    const { url } = await start(endpoints, {
      limits: {
        countRequest: () => {
          throw tooManyRequests(2);
        },
      },
    });
    const answer = await fetch(url + path, { headers: { 'X-API-Key': readerKey } });
    expect(answer.headers.get('Retry-After')).toBe('2');
    expect(await problemIn(answer)).toMatchObject({ status: 429, code: 'rate-limited' });
  });

  it('count a forbidden request, which acquires no slot', async () => {
    const checks: string[] = [];
    const { url } = await start(endpoints, {
      limits: {
        countRequest: () => void checks.push('request'),
        countInFlight: () => void checks.push('in flight'),
        acquireSlot: async () => {
          checks.push('slot');
          return () => void checks.push('slot released');
        },
      },
    });
    const send = (key: string) => fetch(`${url}${path}/block`, { method: 'POST', headers: { 'X-API-Key': key } });
    expect((await send('nobody')).status).toBe(401);
    expect(checks.splice(0)).toEqual([]);
    expect((await send(readerKey)).status).toBe(403);
    expect(checks.splice(0)).toEqual(['request']);
    expect((await send(writerKey)).ok).toBe(true);
    expect(checks.splice(0)).toEqual(['request', 'in flight', 'slot', 'slot released']);
    const bad = await fetch(`${url}${path}?limit=x`, { headers: { 'X-API-Key': readerKey } });
    expect(bad.status).toBe(400);
    expect(checks).toEqual(['request', 'in flight', 'slot', 'slot released']);
  });

  it('can be released when the response closes, with any status', async () => {
    let inFlightCount = 0;
    const { url, answered } = await start(endpoints, {
      limits: {
        countInFlight: (_caller, response) => {
          inFlightCount += 1;
          response.once('close', () => {
            inFlightCount -= 1;
          });
        },
      },
    });
    for (const query of ['', '?limit=x'])
      await (await fetch(url + path + query, { headers: { 'X-API-Key': readerKey } })).text();
    await expect.poll(() => answered.length).toBe(2);
    expect(inFlightCount).toBe(0);
  });
});
