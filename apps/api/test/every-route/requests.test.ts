import type { Route } from '@linework/http/define-route';
import { parameterNames } from '@linework/http/define-route';
import { bodyLimitBytes } from '@linework/http/limits';
import { listMediaTypes } from '@linework/http/list-media-types';
import { isMutation } from '@linework/http/route-problems';
import { afterAll, describe, expect, it } from 'vitest';
import { createStateReader } from '../support/create-state-reader.ts';
import { everyRoute, namesRecord, needsKey } from '../support/every-route.ts';
import { problemIn } from '../support/problem-in.ts';
import { aBodyFor, aQueryFor, mediaTypeFor, pathOf } from '../support/sample-of.ts';
import { type PlainRequest, send } from '../support/send.ts';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const readState = createStateReader(api.db);
const { key } = await api.anOperatorsClient();
const unknownId = '018f0000-0000-7000-8000-000000000000';

async function sendTo(
  route: Route,
  { path = pathOf(route, () => unknownId), headers, ...more }: Partial<PlainRequest> = {},
) {
  const body = aBodyFor(route);
  const sent = { 'X-API-Key': key, ...(body !== undefined && { 'Content-Type': mediaTypeFor(route) }), ...headers };
  const before = await readState();
  const response = await send(api.port, {
    method: route.method,
    path: path.includes('?') ? path : path + aQueryFor(route),
    headers: sent,
    ...(body !== undefined && { body }),
    ...more,
  });
  return { response, changed: JSON.stringify(await readState()) !== JSON.stringify(before) };
}

describe.each(everyRoute((route) => parameterNames(route.path).length > 0))('%s', (_name, route) => {
  it('returns 404 for an unknown record', async () => {
    const { response, changed } = await sendTo(route);
    expect(response.status).toBe(404);
    expect(problemIn(response).type).toMatch(/\/not-found$/);
    expect(changed).toBe(false);
  });
});

describe.each(everyRoute(namesRecord))('%s', (_name, route) => {
  it.each(['1', 'not-a-uuid', `${unknownId}0`, '%20', "'%20OR%201=1", '..%2F..'])(
    'returns 400 for the id %s',
    async (id) => {
      const path = parameterNames(route.path).reduce(
        (path, name) => path.replace(`{${name}}`, id),
        route.path as string,
      );
      const { response, changed } = await sendTo(route, { path });
      expect(response.status).toBe(400);
      expect(problemIn(response).errors).toMatchObject(parameterNames(route.path).map((parameter) => ({ parameter })));
      expect(changed).toBe(false);
    },
  );
});

describe.each(everyRoute())('%s', (_name, route) => {
  it('returns 400 for unknown parameters, invalid headers and an invalid body, with all errors at once', async () => {
    const headers = { 'X-Correlation-Id': 'two words', 'Content-Type': 'application/json' };
    const path = `${pathOf(route, () => (namesRecord(route) ? 'not-a-uuid' : 'x'))}?one=1&__proto__=2`;
    const { response, changed } = await sendTo(route, { path, headers, body: '{"unknown":1,"a/b~c":2}' });
    expect(response.status).toBe(400);
    const errors = problemIn(response).errors ?? [];
    const expected = [
      ...(isMutation(route) ? [{ parameter: 'X-Correlation-Id' }] : []),
      ...(namesRecord(route) ? parameterNames(route.path).map((parameter) => ({ parameter })) : []),
      { parameter: 'one', detail: '`one` is not a known parameter.' },
      { parameter: '__proto__', detail: '`__proto__` is not a known parameter.' },
      ...(route.stream
        ? []
        : [
            { pointer: '/unknown', detail: '`unknown` is not a known member.' },
            { pointer: '/a~1b~0c', detail: '`a/b~c` is not a known member.' },
          ]),
    ];
    for (const error of expected) expect(errors).toContainEqual(expect.objectContaining(error));
    expect(changed).toBe(false);
  });

  it('returns 405 for another method, with the supported methods', async () => {
    const { response, changed } = await sendTo(route, { method: 'PUT' });
    expect(response.status).toBe(405);
    expect(response.headers.allow?.split(', ')).toContain(route.method.toUpperCase());
    expect(problemIn(response).code).toBe('method-not-allowed');
    expect(changed).toBe(false);
  });

  const hasNoBody = Object.values(route.responses).flatMap(listMediaTypes).length === 0;

  it(hasNoBody ? 'has no body whose media type could be excluded' : 'returns 406 if JSON is not accepted', async () => {
    const { response, changed } = await sendTo(route, { headers: { Accept: 'text/html, application/json;q=0' } });
    if (hasNoBody) return expect(response.status).not.toBe(406);
    expect(response.status).toBe(406);
    expect(problemIn(response).type).toMatch(/\/not-acceptable$/);
    expect(changed).toBe(false);
  });

  it('does not exist at another spelling of its path', async () => {
    for (const path of [`${pathOf(route, () => unknownId)}/`, pathOf(route, () => unknownId).toUpperCase()]) {
      const { response } = await sendTo(route, { path });
      expect(response.status, path).toBe(404);
    }
  });
});

describe.each(everyRoute((route) => needsKey(route) && route.method !== 'get' && !route.stream))(
  '%s',
  (_name, route) => {
    it.each([
      ['400', 'is not JSON', { body: '{', headers: { 'Content-Type': 'application/json' } }],
      [
        '415',
        'has another media type',
        { body: 'a=1', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
      ],
      [
        '413',
        'is longer than the limit',
        {
          body: JSON.stringify({ a: 'x'.repeat(route.bodyLimitBytes ?? bodyLimitBytes) }),
          headers: { 'Content-Type': 'application/json' },
        },
      ],
      [
        '400',
        'is nested too deep',
        { body: `${'['.repeat(40)}${']'.repeat(40)}`, headers: { 'Content-Type': 'application/json' } },
      ],
      ['400', 'contains a NUL', { body: '{"a":"\\u0000"}', headers: { 'Content-Type': 'application/json' } }],
    ])('returns %s for a body that %s', async (status, _what, request) => {
      const { response, changed } = await sendTo(route, request);
      expect(response.status).toBe(Number(status));
      problemIn(response);
      expect(changed).toBe(false);
    });
  },
);
