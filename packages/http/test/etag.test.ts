import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineRoute } from '../src/define-route.ts';
import { parseEtags } from '../src/etag.ts';
import { implement } from '../src/implement.ts';
import { findRecordRoutes } from '../src/routing/record-routes.ts';
import { blockLine, endpoints, lineId, printLine, readHealth, renameLine, showLine } from './support/endpoints.ts';
import { problemIn, readerKey, start, writerKey } from './support/start.ts';

const path = `/lines/${lineId}`;
const read = (url: string, headers = {}, method = 'GET') =>
  fetch(`${url}${path}`, { method, headers: { 'X-API-Key': readerKey, ...headers } });
const rename = (url: string, headers = {}) =>
  fetch(`${url}${path}`, {
    method: 'PATCH',
    headers: { 'X-API-Key': writerKey, 'Content-Type': 'application/json', ...headers },
    body: '{"names":["a"]}',
  });

/** A declaration of a list of lines. */
const listLines = defineRoute({
  name: 'listLines',
  method: 'get',
  path: '/lines',
  tag: 'lines',
  summary: 'List lines',
  description: 'List lines.',
  scope: 'lines:read',
  responses: { 200: { description: 'Lines', body: z.strictObject({ items: z.array(z.string()) }) } },
  problems: [],
});

describe('the ETag of a record', () => {
  it('is equal for equal JSON and different for different JSON', async () => {
    const { url } = await start(endpoints);
    const [one, same] = [await read(url), await read(url)];
    expect(one.headers.get('ETag')).toMatch(/^"[\w-]{22}"$/);
    expect(same.headers.get('ETag')).toBe(one.headers.get('ETag'));
    const other = await fetch(`${url}${path}?part=name`, { headers: { 'X-API-Key': readerKey } });
    expect(other.headers.get('ETag')).not.toBe(one.headers.get('ETag'));
    expect((await read(url, {}, 'HEAD')).headers.get('ETag')).toBe(one.headers.get('ETag'));
  });

  it('leads to a 304 without a body if the client sends it, and to the record otherwise', async () => {
    const { url } = await start(endpoints);
    const etag = (await read(url)).headers.get('ETag') ?? '';
    for (const tags of [etag, `"x", W/${etag}`, '*']) {
      const response = await read(url, { 'If-None-Match': tags });
      expect([response.status, await response.text(), response.headers.get('ETag')]).toEqual([304, '', etag]);
      expect(response.headers.get('Content-Type')).toBeNull();
    }
    expect((await read(url, { 'If-None-Match': '"x"' })).status).toBe(200);
  });

  it('is in the responses that contain the record, and not in lists, problems and documents', async () => {
    const { isReturnedBy } = findRecordRoutes([showLine, renameLine, blockLine, listLines, printLine]);
    const results = [showLine, renameLine, blockLine, listLines, printLine].map((route) => isReturnedBy(route, 200));
    expect(results).toEqual([true, true, true, false, false]);
    expect(isReturnedBy(renameLine, 202)).toBe(false);
  });
});

describe('If-Match', () => {
  const startChangingRecord = async () => {
    let names = ['before'];
    const own = [
      implement(showLine, async ({ params: { id } }) => ({ status: 200, body: { id, names } })),
      implement(renameLine, async ({ params: { id }, body }) => {
        names = body.names;
        return { status: 200, body: { id, names } };
      }),
    ];
    const interceptor = async ({
      next,
      deps,
      precondition,
    }: {
      next: (deps: object) => Promise<never>;
      deps: object;
      precondition?: { check(deps: object): Promise<void> } | undefined;
    }) => {
      await precondition?.check(deps);
      return next(deps);
    };
    return start(own, { interceptor: interceptor as never });
  };

  it('runs the handler for the current ETag of the record, and leads to a 412 for any other', async () => {
    const { url } = await startChangingRecord();
    const etag = (await read(url)).headers.get('ETag') ?? '';
    const first = await rename(url, { 'If-Match': etag });
    expect(first.status).toBe(200);
    expect(first.headers.get('ETag')).toBe((await read(url)).headers.get('ETag'));
    const second = await rename(url, { 'If-Match': etag });
    expect(second.status).toBe(412);
    expect(await problemIn(second)).toMatchObject({ code: 'precondition-failed', status: 412 });
  });

  it('never matches a weak ETag', async () => {
    const { url } = await startChangingRecord();
    const etag = (await read(url)).headers.get('ETag') ?? '';
    expect((await rename(url, { 'If-Match': `W/${etag}` })).status).toBe(412);
  });

  it('is told when a proxy has changed the ETag of a record that is as it was', async () => {
    const { url } = await startChangingRecord();
    const etag = (await read(url)).headers.get('ETag') ?? '';
    const name = etag.slice(1, -1);
    for (const changed of [`W/${etag}`, `"${name}-gzip"`, `"${name}--gzip"`, `W/"${name};br"`]) {
      const { status, detail } = await problemIn(await rename(url, { 'If-Match': changed }));
      expect([status, detail]).toEqual([412, expect.stringContaining(`A proxy has changed the \`ETag\` ${changed}`)]);
    }
    const other = await problemIn(await rename(url, { 'If-Match': `W/"${name}x"` }));
    expect(other.detail).toContain('The record has changed');
  });

  it('is an error of the request if it is not a list of ETags', async () => {
    const { url } = await startChangingRecord();
    for (const value of ['abc', '"a" "b"', '"a",', 'w/"a"'])
      expect((await rename(url, { 'If-Match': value })).status).toBe(400);
  });

  it('is rejected on a path that belongs to no record', async () => {
    const { url } = await start([
      implement(blockLine, async ({ params: { id } }) => ({ status: 200, body: { id, names: [] } })),
    ]);
    const response = await fetch(`${url}${path}/block`, {
      method: 'POST',
      headers: { 'X-API-Key': writerKey, 'If-Match': '"a"' },
    });
    expect(await problemIn(response)).toMatchObject({ status: 400, errors: [{ parameter: 'If-Match' }] });
  });

  it('applies to the record with the longest path that is a prefix of the route', () => {
    const { findChangedRecord } = findRecordRoutes([readHealth, showLine, renameLine, blockLine]);
    expect([renameLine, blockLine, showLine, readHealth].map(findChangedRecord)).toEqual([
      showLine,
      showLine,
      undefined,
      undefined,
    ]);
  });
});

describe('a list of entity tags', () => {
  it.each([
    ['"a"', ['"a"']],
    ['"a", W/"b" ,"c,d"', ['"a"', 'W/"b"', '"c,d"']],
    ['""', ['""']],
    ['*', ['*']],
  ])('%s is parsed', (value, tags) => {
    expect(parseEtags(value)).toEqual(tags);
  });

  it.each(['', 'a', '"a', '"a"b"', '*, "a"', '"a""b"'])('%s is invalid', (value) => {
    expect(parseEtags(value)).toBeUndefined();
  });
});

describe('a PATCH', () => {
  it.each(['application/merge-patch+json', 'application/json-patch+json', 'text/json'])(
    'in %s is rejected with the supported media type',
    async (type) => {
      const { url } = await start(endpoints);
      const response = await rename(url, { 'Content-Type': type });
      expect(response.status).toBe(415);
      expect(response.headers.get('Accept-Patch')).toBe('application/json');
    },
  );
});
