import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../src/implement.ts';
import type { Interceptor } from '../src/mount-options.ts';
import { endpoints, lineId } from './support/endpoints.ts';
import { problemIn, readerKey, start, writerKey } from './support/start.ts';

const path = `/lines/${lineId}`;
const json = { 'X-API-Key': writerKey, 'Content-Type': 'application/json' };
const rename = (url: string, headers = {}) => fetch(`${url}${path}`, { method: 'PATCH', headers: { ...json, ...headers }, body: '{ "names": ["a"] }' });

describe('what wraps a request that may change something', () => {
  it('sees the request as it was sent, and who sent it', async () => {
    const seen: unknown[] = [];
    const around: Interceptor<object> = ({ route, request, deps, next }) => {
      const { method, url, caller, idempotencyKey } = request;
      seen.push({ name: route.name, method, url, keyId: caller?.keyId, idempotencyKey, bytes: request.bodyBytes.toString() });
      return next(deps);
    };
    const { url } = await start(endpoints, { interceptor: around });
    expect((await rename(url, { 'Idempotency-Key': 'once' })).status).toBe(200);
    expect(seen).toEqual([{ name: 'renameLine', method: 'PATCH', url: path, keyId: 'writer', idempotencyKey: 'once', bytes: '{ "names": ["a"] }' }]);
  });

  it('may answer by itself, with another status, headers, and bytes or JSON', async () => {
    const stored = { title: 'kept' };
    for (const body of [stored, Buffer.from(JSON.stringify(stored))]) {
      const around: Interceptor<object> = async () => ({
        status: 409,
        headers: { 'Content-Type': 'application/problem+json', 'Idempotency-Replayed': 'true' },
        body,
      });
      const { url } = await start(endpoints, { interceptor: around });
      const answer = await rename(url);
      expect([answer.status, answer.headers.get('Content-Type'), answer.headers.get('Idempotency-Replayed')]).toEqual([
        409,
        'application/problem+json',
        'true',
      ]);
      expect(await answer.json()).toEqual(stored);
    }
  });

  it('may hand other things to the handler', async () => {
    const handed: unknown[] = [];
    const spy = endpoints.map((endpoint): Endpoint<object> => {
      const handle: typeof endpoint.handle = (request, deps) => {
        handed.push(deps);
        return endpoint.handle(request, deps);
      };
      return { ...endpoint, handle };
    });
    const { url } = await start(spy, { deps: { db: 'pool' }, interceptor: ({ next }) => next({ db: 'transaction' }) });
    await rename(url);
    expect(handed).toEqual([{ db: 'transaction' }]);
  });

  it('gets to know of an answer that its route does not declare before it keeps it', async () => {
    let kept = false;
    const astray = endpoints.map((endpoint): Endpoint<object> => ({ ...endpoint, handle: async () => ({ status: 299 }) }));
    const around: Interceptor<object> = async ({ deps, next }) => {
      const answer = await next(deps);
      kept = true;
      return answer;
    };
    const { url } = await start(astray, { interceptor: around });
    expect(await problemIn(await rename(url))).toMatchObject({ status: 500 });
    expect(kept).toBe(false);
  });

  it('is not asked for requests that only read, nor for those that are refused', async () => {
    const { url } = await start(endpoints, { interceptor: () => expect.unreachable() });
    expect((await fetch(url + path, { headers: json })).status).toBe(200);
    expect((await fetch(`${url}${path}/block?x=1`, { method: 'POST', headers: json })).status).toBe(400);
    expect((await rename(url, { 'X-API-Key': readerKey })).status).toBe(403);
  });
});
