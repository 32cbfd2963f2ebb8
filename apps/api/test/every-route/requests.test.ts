import type { Route } from '@linework/http/define-route';
import { parameterNames } from '@linework/http/define-route';
import { bodyLimitBytes } from '@linework/http/limits';
import { listMediaTypes } from '@linework/http/list-media-types';
import { isMutation } from '@linework/http/route-problems';
import { afterAll, describe, expect, it } from 'vitest';
import { everyRoute, namesRecord, needsKey } from '../support/every-route.ts';
import { problemIn } from '../support/problem-in.ts';
import { readDatabaseState } from '../support/read-database-state.ts';
import { aBodyFor, mediaTypeFor, pathOf } from '../support/sample-of.ts';
import { type PlainRequest, send } from '../support/send.ts';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const { key } = await api.anOperatorsClient();
const unknownId = '018f0000-0000-7000-8000-000000000000';

async function ask(route: Route, { path = pathOf(route, () => unknownId), headers, ...more }: Partial<PlainRequest> = {}) {
  const body = aBodyFor(route);
  const sent = { 'X-API-Key': key, ...(body !== undefined && { 'Content-Type': mediaTypeFor(route) }), ...headers };
  const before = await readDatabaseState(api.db);
  const answer = await send(api.port, { method: route.method, path, headers: sent, ...(body !== undefined && { body }), ...more });
  return { answer, changed: JSON.stringify(await readDatabaseState(api.db)) !== JSON.stringify(before) };
}

describe.each(everyRoute((route) => parameterNames(route.path).length > 0))('%s', (_name, route) => {
  it('answers 404 to what is not there', async () => {
    const { answer, changed } = await ask(route);
    expect(answer.status).toBe(404);
    expect(problemIn(answer).type).toMatch(/\/not-found$/);
    expect(changed).toBe(false);
  });
});

describe.each(everyRoute(namesRecord))('%s', (_name, route) => {
  it.each(['1', 'not-a-uuid', `${unknownId}0`, '%20', "'%20OR%201=1", '..%2F..'])('answers 400 to the id %s', async (id) => {
    const path = parameterNames(route.path).reduce((path, name) => path.replace(`{${name}}`, id), route.path as string);
    const { answer, changed } = await ask(route, { path });
    expect(answer.status).toBe(400);
    expect(problemIn(answer).errors).toMatchObject(parameterNames(route.path).map((parameter) => ({ parameter })));
    expect(changed).toBe(false);
  });
});

describe.each(everyRoute())('%s', (_name, route) => {
  it('answers 400 to unknown parameters, headers it cannot use and an unfit body, with all faults at once', async () => {
    const headers = { 'X-Correlation-Id': 'two words', 'Content-Type': 'application/json' };
    const path = `${pathOf(route, () => (namesRecord(route) ? 'not-a-uuid' : 'x'))}?one=1&__proto__=2`;
    const { answer, changed } = await ask(route, { path, headers, body: '{"unknown":1,"a/b~c":2}' });
    expect(answer.status).toBe(400);
    const faults = problemIn(answer).errors ?? [];
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
    for (const fault of expected) expect(faults).toContainEqual(expect.objectContaining(fault));
    expect(changed).toBe(false);
  });

  it('answers 405 to another method, with those that there are', async () => {
    const { answer, changed } = await ask(route, { method: 'PUT' });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow?.split(', ')).toContain(route.method.toUpperCase());
    expect(problemIn(answer).code).toBe('method-not-allowed');
    expect(changed).toBe(false);
  });

  const answersWithoutBody = Object.values(route.responses).flatMap(listMediaTypes).length === 0;

  it(answersWithoutBody ? 'has no body whose media type could be refused' : 'answers 406 when JSON is not accepted', async () => {
    const { answer, changed } = await ask(route, { headers: { Accept: 'text/html, application/json;q=0' } });
    if (answersWithoutBody) return expect(answer.status).not.toBe(406);
    expect(answer.status).toBe(406);
    expect(problemIn(answer).type).toMatch(/\/not-acceptable$/);
    expect(changed).toBe(false);
  });

  it('is at no other spelling of its address', async () => {
    for (const path of [`${pathOf(route, () => unknownId)}/`, pathOf(route, () => unknownId).toUpperCase()]) {
      const { answer } = await ask(route, { path });
      expect(answer.status, path).toBe(404);
    }
  });
});

describe.each(everyRoute((route) => needsKey(route) && route.method !== 'get' && !route.stream))('%s', (_name, route) => {
  it.each([
    ['400', 'is no JSON', { body: '{', headers: { 'Content-Type': 'application/json' } }],
    ['415', 'is no JSON by its type', { body: 'a=1', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }],
    [
      '413',
      'is longer than it may be',
      { body: JSON.stringify({ a: 'x'.repeat(route.bodyLimitBytes ?? bodyLimitBytes) }), headers: { 'Content-Type': 'application/json' } },
    ],
    ['400', 'is nested too deep', { body: `${'['.repeat(40)}${']'.repeat(40)}`, headers: { 'Content-Type': 'application/json' } }],
    ['400', 'holds a NUL', { body: '{"a":"\\u0000"}', headers: { 'Content-Type': 'application/json' } }],
  ])('answers %s to a body that %s', async (status, _what, request) => {
    const { answer, changed } = await ask(route, request);
    expect(answer.status).toBe(Number(status));
    problemIn(answer);
    expect(changed).toBe(false);
  });
});
