import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../src/implement.ts';
import type { Interceptor } from '../src/routing/mount-options.ts';
import { endpoints, lineId } from './support/endpoints.ts';
import { problemIn, readerKey, start, writerKey } from './support/start.ts';

const path = `/lines/${lineId}`;
const json = { 'X-API-Key': writerKey, 'Content-Type': 'application/json' };
const rename = (url: string, headers = {}) =>
  fetch(`${url}${path}`, { method: 'PATCH', headers: { ...json, ...headers }, body: '{ "names": ["a"] }' });

describe('the interceptor of a request that may change something', () => {
  it('receives the request as it was sent, and its caller', async () => {
    const seen: unknown[] = [];
    const interceptor: Interceptor<object> = ({ route, request, deps, next }) => {
      const { method, url, caller, idempotencyKey } = request;
      seen.push({
        name: route.name,
        method,
        url,
        keyId: caller?.keyId,
        idempotencyKey,
        bytes: request.bodyBytes.toString(),
      });
      return next(deps);
    };
    const { url } = await start(endpoints, { interceptor });
    expect((await rename(url, { 'Idempotency-Key': 'once' })).status).toBe(200);
    expect(seen).toEqual([
      {
        name: 'renameLine',
        method: 'PATCH',
        url: path,
        keyId: 'writer',
        idempotencyKey: 'once',
        bytes: '{ "names": ["a"] }',
      },
    ]);
  });

  it('may return its own response, with any status, headers, and bytes or JSON', async () => {
    const stored = { title: 'stored' };
    for (const body of [stored, Buffer.from(JSON.stringify(stored))]) {
      const interceptor: Interceptor<object> = async () => ({
        status: 409,
        headers: { 'Content-Type': 'application/problem+json', 'Idempotency-Replayed': 'true' },
        body,
      });
      const { url } = await start(endpoints, { interceptor });
      const response = await rename(url);
      expect([
        response.status,
        response.headers.get('Content-Type'),
        response.headers.get('Idempotency-Replayed'),
      ]).toEqual([409, 'application/problem+json', 'true']);
      expect(await response.json()).toEqual(stored);
    }
  });

  it('may pass other dependencies to the handler', async () => {
    const passed: unknown[] = [];
    const spies = endpoints.map((endpoint): Endpoint<object> => {
      const handle: typeof endpoint.handle = (request, deps) => {
        passed.push(deps);
        return endpoint.handle(request, deps);
      };
      return { ...endpoint, handle };
    });
    const { url } = await start(spies, {
      deps: { db: 'pool' },
      interceptor: ({ next }) => next({ db: 'transaction' }),
    });
    await rename(url);
    expect(passed).toEqual([{ db: 'transaction' }]);
  });

  it('gets an error for an undeclared response before it stores it', async () => {
    let isStored = false;
    const undeclared = endpoints.map(
      (endpoint): Endpoint<object> => ({ ...endpoint, handle: async () => ({ status: 299 }) }),
    );
    const interceptor: Interceptor<object> = async ({ deps, next }) => {
      const response = await next(deps);
      isStored = true;
      return response;
    };
    const { url } = await start(undeclared, { interceptor });
    expect(await problemIn(await rename(url))).toMatchObject({ status: 500 });
    expect(isStored).toBe(false);
  });

  it('is not called for requests that only read or are rejected', async () => {
    const { url } = await start(endpoints, { interceptor: () => expect.unreachable() });
    expect((await fetch(url + path, { headers: json })).status).toBe(200);
    expect((await fetch(`${url}${path}/block?x=1`, { method: 'POST', headers: json })).status).toBe(400);
    expect((await rename(url, { 'X-API-Key': readerKey })).status).toBe(403);
  });
});
