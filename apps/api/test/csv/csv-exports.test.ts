import { randomUUID } from 'node:crypto';
import type { AcceptedRequest, Endpoint } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import type { TextStream } from '@linework/http/text-stream';
import { listPausesRoute } from '@linework/schemas/pauses/pauses.routes';
import { aCallerOf } from '@linework/testing/callers';
import { describe, expect, it } from 'vitest';
import { csvEndpoint } from '../../src/csv/csv-endpoint.ts';
import { createStreamLimiter } from '../../src/limits/open-streams.ts';
import type { Deps } from '../../src/request/deps.ts';

const stopping = new AbortController();
/** The row of the key, as long as it is valid. */
const keys: unknown[] = [{ isSuspended: false }];
const deps = {
  db: { query: async () => keys },
  exports: createStreamLimiter('exports', 1),
  runInTurn: (_caller: unknown, work: () => unknown) => work(),
  stopping: stopping.signal,
} as unknown as Deps;

const cursor = Buffer.from('a position').toString('base64url');

/** A list of so many pages with one row each, and the queries that it got. */
function aList(pages: number) {
  const queries: unknown[] = [];
  const endpoint: Endpoint<Deps> = {
    route: { ...listPausesRoute, query: undefined } as never,
    handle: async ({ query }) => {
      queries.push(query);
      const headers = { Link: buildLinkHeader('/pauses', { next: queries.length < pages ? { cursor } : undefined }) };
      return { status: 200, body: { items: [{ id: `row ${queries.length}`, reason: '=1+1' }] }, headers };
    },
  };
  return { queries, ...csvEndpoint(endpoint) };
}

const caller = aCallerOf({ id: randomUUID() });
const aRequest = (of = caller) => {
  const request = {
    caller: of,
    mediaType: 'text/csv',
    method: 'GET',
    query: { limit: 20, page: 3, ended: true },
    hold: () => new AbortController().signal,
  };
  return request as unknown as AcceptedRequest;
};
const exportOf = async ({ handle }: Endpoint<Deps>, request = aRequest()) =>
  ((await handle(request, deps)).body as TextStream).chunks;

describe('an export', () => {
  it('reads page after page with the filters of the request, without its page and without totals', async () => {
    const list = aList(3);
    const rows = (await Array.fromAsync(await exportOf(list))).join('').split('\r\n');
    expect(rows.map((row) => row.split(',')[0])).toEqual(['id', 'row 1', 'row 2', 'row 3', '']);
    expect(rows[1]).toContain("'=1+1");
    expect(list.queries[0]).toEqual({ limit: 1_000, withoutTotal: true, ended: true });
  });

  it('counts until it has ended, for each broker alone', async () => {
    const first = await exportOf(aList(2));
    await expect(exportOf(aList(1))).rejects.toMatchObject({ status: 429, code: 'too-many-in-flight' });
    await Array.fromAsync(await exportOf(aList(1), aRequest(aCallerOf({ id: randomUUID() }))));
    await Array.fromAsync(first);
    await Array.fromAsync(await exportOf(aList(1)));
  });

  it('counts no more when its client leaves, or its first page fails', async () => {
    const left = (await exportOf(aList(9)))[Symbol.asyncIterator]();
    await left.next();
    await left.return?.();
    const failing = csvEndpoint({ route: listPausesRoute, handle: () => Promise.reject(new Error('no database')) });
    await expect(exportOf(failing)).rejects.toThrow('no database');
    await Array.fromAsync(await exportOf(aList(1)));
  });

  it('fails when its key ends, so that a part is never taken for the whole', async () => {
    const chunks = await exportOf(aList(3));
    const key = keys.pop();
    await expect(Array.fromAsync(chunks)).rejects.toThrow('the key or the session has ended');
    keys.push(key);
  });

  it('fails when the program stops, so that a part is never taken for the whole', async () => {
    const chunks = await exportOf(aList(3));
    stopping.abort();
    await expect(Array.fromAsync(chunks)).rejects.toThrow('not complete');
  });
});
