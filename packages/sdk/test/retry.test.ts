import { describe, expect, it } from 'vitest';
import { ConnectionError, TimeoutError } from '../src/errors/linework-error.ts';
import { ConflictError, InternalServerError } from '../src/generated/problem-errors.ts';
import type { RequestReport } from '../src/options.ts';
import { aClient } from './support/a-client.ts';
import { aProblem, aServer } from './support/a-server.ts';

const unavailable = aProblem(503, 'internal-server-error', 'unavailable');

describe('a call', () => {
  it('sends a write again with the same key', async () => {
    const server = await aServer((_request, count) => (count < 3 ? unavailable : { body: { status: 'BLOCKING' } }));
    await aClient(server).lines.block('l-1');
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('sends each write with a key of its own, and a read without', async () => {
    const server = await aServer(() => ({ body: {} }));
    const client = aClient(server);
    await Promise.all([client.lines.block('l-1'), client.lines.block('l-1'), client.lines.get('l-1')]);
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']).filter((key) => key !== undefined);
    expect(new Set(keys).size).toBe(2);
  });

  it.each([
    ['a broken connection', 'reset' as const],
    ['408', aProblem(408, 'validation-error', 'request-timeout')],
    ['429', aProblem(429, 'forbidden', 'rate-limited')],
    ['502 of a proxy', { status: 502, body: '<html>' }],
    ['409 of a request that is still running', aProblem(409, 'conflict', 'idempotency-in-flight')],
  ])('is repeated after %s', async (_name, failure) => {
    const server = await aServer((_request, count) => (count === 1 ? failure : { body: {} }));
    await aClient(server).lines.block('l-1');
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    ['conflict', 409, 'open-order'],
    ['validation-error', 422, 'unknown-line'],
    ['not-found', 404, 'not-found'],
  ])('is not repeated after %s', async (type, status, code) => {
    const server = await aServer(() => aProblem(status, type, code));
    await expect(aClient(server).lines.block('l-1')).rejects.toMatchObject({ status, code });
    expect(server.requests).toHaveLength(1);
  });

  it('fails with the error of the last try', async () => {
    const server = await aServer(() => unavailable);
    await expect(aClient(server, { maxRetries: 1 }).lines.get('l-1')).rejects.toThrow(InternalServerError);
    expect(server.requests).toHaveLength(2);
  });

  it('names its key when nobody knows whether it was executed', async () => {
    const server = await aServer(() => 'reset');
    const call = aClient(server, { maxRetries: 0 }).lines.block('l-1', undefined, { idempotencyKey: 'night-run' });
    await expect(call).rejects.toMatchObject({ name: 'ConnectionError', idempotencyKey: 'night-run' });
  });

  it('reports each of its attempts', async () => {
    const reports: RequestReport[] = [];
    const server = await aServer((_request, count) =>
      count === 1 ? unavailable : { body: {}, headers: { 'X-Request-Id': 'r-2' } },
    );
    await aClient(server, { onRequest: (report) => reports.push(report) }).lines.get('l-1');
    expect(reports).toMatchObject([
      { attempt: 1, status: 503, retryInMs: expect.any(Number), error: { code: 'unavailable' } },
      { attempt: 2, status: 200, requestId: 'r-2', retryInMs: undefined },
    ]);
  });
});

describe('a write that the server cannot recognise again', () => {
  const file = { mediaType: 'text/csv', value: 'externalCode\n1\n' } as const;

  it.each([
    ['a broken connection', 'reset' as const],
    ['503', unavailable],
  ])('is not repeated after %s', async (_name, failure) => {
    const server = await aServer(() => failure);
    await expect(aClient(server).pools.importResources('p-1', file)).rejects.toThrow(
      failure === 'reset' ? ConnectionError : InternalServerError,
    );
    expect(server.requests).toHaveLength(1);
  });

  it('is repeated after 429, because it was not executed', async () => {
    const server = await aServer((_request, count) =>
      count === 1 ? aProblem(429, 'forbidden', 'too-many-in-flight') : { body: {} },
    );
    await aClient(server).pools.importResources('p-1', file, { query: { dryRun: true } });
    expect(server.requests).toMatchObject([
      {},
      { url: '/inventory/pools/p-1/resources/import?dryRun=true', body: file.value },
    ]);
  });

  it('is not repeated with a body that can be read only once', async () => {
    const server = await aServer(() => aProblem(429, 'forbidden', 'too-many-in-flight'));
    const value = new Blob([file.value]).stream();
    await expect(aClient(server).pools.importResources('p-1', { ...file, value })).rejects.toMatchObject({
      code: 'too-many-in-flight',
    });
    expect(server.requests).toMatchObject([{ body: file.value }]);
  });
});

describe('a call without an answer', () => {
  it('ends with a TimeoutError', async () => {
    const server = await aServer(() => 'silence');
    await expect(aClient(server, { maxRetries: 0 }).lines.get('l-1', { timeoutMs: 20 })).rejects.toThrow(TimeoutError);
  });

  it("ends with the reason of the caller's signal", async () => {
    const controller = new AbortController();
    const server = await aServer(() => {
      controller.abort(new Error('The user left.'));
      return 'silence';
    });
    await expect(aClient(server).lines.get('l-1', { signal: controller.signal })).rejects.toThrow('The user left.');
    expect(server.requests).toHaveLength(1);
  });

  it('ends while it waits for the next try', async () => {
    const controller = new AbortController();
    const server = await aServer(() => ({ ...unavailable, headers: { 'Retry-After': '50' } }));
    // A microtask comes when the pause has begun.
    const client = aClient(server, {
      onRequest: () => queueMicrotask(() => controller.abort(new Error('The user left.'))),
    });
    await expect(client.lines.get('l-1', { signal: controller.signal })).rejects.toThrow('The user left.');
  });

  it('keeps no listener on a signal that lives on', async () => {
    const { signal } = new AbortController();
    const listeners = new Set<unknown>();
    signal.addEventListener = (_type: string, listener: unknown) => void listeners.add(listener);
    signal.removeEventListener = (_type: string, listener: unknown) => void listeners.delete(listener);
    const server = await aServer(() => ({ body: {} }));
    await aClient(server).lines.get('l-1', { signal });
    expect(listeners).toEqual(new Set());
  });
});

describe('withResponse', () => {
  it('tells whether the server had executed the request before', async () => {
    const server = await aServer(() => ({
      body: { id: 'l-1' },
      headers: { 'Idempotency-Replayed': 'true', 'X-Request-Id': 'r-7' },
    }));
    const answer = await aClient(server).lines.block('l-1', {}, { idempotencyKey: 'night-run' }).withResponse();
    expect(answer).toMatchObject({
      data: { id: 'l-1' },
      replayed: true,
      requestId: 'r-7',
      idempotencyKey: 'night-run',
      response: { status: 200 },
    });
  });

  it('is of the same request as the data', async () => {
    const server = await aServer(() => ({ body: {} }));
    const call = aClient(server).lines.block('l-1');
    await Promise.all([call, call.withResponse(), call.catch(() => undefined), call.finally(() => undefined)]);
    expect(server.requests).toHaveLength(1);
  });
});

describe('any other request', () => {
  it('has the key, the query, the body and the headers', async () => {
    const server = await aServer(() => ({ body: { ok: true } }));
    const options = {
      query: { a: ['1', '2'], at: new Date(0), none: undefined },
      body: { b: 1 },
      headers: { 'X-Test': '1', accept: 'text/csv' },
    };
    expect(await aClient(server).request<{ ok: boolean }>('post', '/new-things', options)).toEqual({ ok: true });
    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        url: '/new-things?a=1&a=2&at=1970-01-01T00%3A00%3A00.000Z',
        body: '{"b":1}',
        headers: {
          'x-api-key': 'lw_test',
          'x-test': '1',
          accept: 'text/csv',
          'content-type': 'application/json',
          'idempotency-key': expect.any(String),
        },
      },
    ]);
  });

  it('is not sent on to another address', async () => {
    const server = await aServer(() => ({ status: 307, headers: { Location: 'http://127.0.0.1:9/' } }));
    await expect(aClient(server).request('GET', '/lines')).rejects.toMatchObject({
      name: 'UnexpectedResponseError',
      status: 307,
    });
  });
});

describe('a client', () => {
  it('refuses a value that would be another path', () => {
    expect(() => aClient({ url: 'http://127.0.0.1:9' }).lines.get('..')).toThrow('not usable');
  });

  it('refuses settings without a key', () => {
    expect(() => aClient({ url: 'http://127.0.0.1:9' }, { apiKey: '' })).toThrow('`apiKey` is missing');
  });

  it('refuses an address that is none', () => {
    expect(() => aClient({ url: 'linework' })).toThrow('`baseUrl` must be');
  });
});

it('a conflict is told from others by its code', async () => {
  const server = await aServer(() => aProblem(409, 'conflict', 'open-order', { orderId: 'o-1' }));
  const error: unknown = await aClient(server)
    .lines.block('l-1')
    .catch((each: unknown) => each);
  expect(error instanceof ConflictError && error.code === 'open-order' && error.orderId).toBe('o-1');
});
