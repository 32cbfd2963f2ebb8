import { createApiKey } from '@linework/api-keys/create-api-key';
import { createApiKey as drawKey } from '@linework/auth/api-key';
import type { Route } from '@linework/http/define-route';
import { listMediaTypes } from '@linework/http/list-media-types';
import { afterAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/endpoints/interface.ts';
import { createStateReader } from '../support/create-state-reader.ts';
import { everyRoute, needsKey } from '../support/every-route.ts';
import { problemIn } from '../support/problem-in.ts';
import { aBodyFor, mediaTypeFor, pathOf } from '../support/sample-of.ts';
import { type PlainResponse, send } from '../support/send.ts';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const readState = createStateReader(api.db);
const { key: validKey } = await api.anOperatorsClient();
const anId = '018f0000-0000-7000-8000-000000000000';
const requestId = '7d9a2a51-94a3-4c39-8a52-0d4d6a1a2b11';

async function anEndedKey(column: 'revoked_at' | 'expires_at'): Promise<string> {
  const { id, key } = await createApiKey(api.db, { name: column, scopes: ['operator', 'lines:read'] });
  await api.db.pool.query(`UPDATE api_key SET ${column} = now() - interval '1 s' WHERE id = $1`, [id]);
  return key;
}

const wrong = drawKey();
const invalidRequests: Readonly<Record<string, { headers?: Record<string, string | string[]>; query?: string }>> = {
  'no key': {},
  'an empty key': { headers: { 'X-API-Key': '' } },
  'a key of 10 KB': { headers: { 'X-API-Key': 'k'.repeat(10_240) } },
  'a wrong key': { headers: { 'X-API-Key': wrong } },
  'a key with one character changed': {
    headers: { 'X-API-Key': `${validKey.slice(0, -1)}${validKey.endsWith('0') ? '1' : '0'}` },
  },
  'a key in upper case': { headers: { 'X-API-Key': validKey.toUpperCase() } },
  'a key that is not ASCII': { headers: { 'X-API-Key': 'schlüssel' } },
  'a revoked key': { headers: { 'X-API-Key': await anEndedKey('revoked_at') } },
  'an expired key': { headers: { 'X-API-Key': await anEndedKey('expires_at') } },
  'a valid key in the query': { query: `?X-API-Key=${validKey}&api_key=${validKey}` },
  'a valid key in Authorization': { headers: { Authorization: `Bearer ${validKey}` } },
  'a valid key twice': { headers: { 'X-API-Key': [validKey, validKey] } },
  'a valid and a wrong key': { headers: { 'X-API-Key': [wrong, validKey] } },
};

/**
 * What differs between the ways in which a key is refused: it is missing, has a wrong checksum, is unknown, or no
 * longer valid.
 */
const eachWay = ['no key', 'a key with one character changed', 'a wrong key', 'a revoked key'];

/**
 * One route of each method and form of body and response gets every invalid key, every other route only `eachWay`: all
 * have the same check.
 */
const formOf = ({ method, body, stream, responses }: Route) =>
  JSON.stringify([method, body !== undefined, stream, Object.values(responses).flatMap(listMediaTypes)]);
const firstOfForm = new Set(
  [...Map.groupBy(everyRoute(needsKey), ([, route]) => formOf(route)).values()].map(([first]) => first?.[1].name),
);
const keysFor = ({ name }: Route) =>
  Object.entries(invalidRequests).filter(([what]) => firstOfForm.has(name) || eachWay.includes(what));

/** Everything that a client receives, except the date. */
function withoutDate({ status, headers, text }: PlainResponse) {
  const { date: _date, ...others } = headers;
  return { status, headers: others, text };
}

describe.each(everyRoute(needsKey))('%s', (_name, route) => {
  const request = ({ headers = {}, query = '' }: (typeof invalidRequests)[string]) => {
    const body = aBodyFor(route);
    const sent = {
      ...headers,
      'X-Request-Id': requestId,
      ...(body !== undefined && { 'Content-Type': mediaTypeFor(route) }),
    };
    return send(api.port, {
      method: route.method,
      path: `${pathOf(route, () => anId)}${query}`,
      headers: sent,
      ...(body !== undefined && { body }),
    });
  };

  it('returns the same 401, byte by byte, for an invalid key', async () => {
    const before = await readState();
    const responses = await Promise.all(
      keysFor(route).map(async ([what, key]) => ({ what, response: await request(key) })),
    );
    const [first] = responses;
    expect(first?.response.status).toBe(401);
    expect(first?.response.headers['www-authenticate']).toBe('ApiKey realm="linework"');
    for (const { what, response } of responses) {
      problemIn(response);
      expect({ what, ...withoutDate(response) }).toEqual({ ...withoutDate(first?.response as PlainResponse), what });
    }
    expect(await readState()).toEqual(before);
  });

  it('accepts a valid key', async () => {
    const { status } = await request({ headers: { 'X-API-Key': validKey } });
    expect(status).not.toBe(401);
    expect(status).toBeLessThan(500);
  });
});

describe('the routes that need no key', () => {
  it('are those that explain problems and event types, and the public keys of signatures', () => {
    expect(routes.filter(({ scope }) => scope === null).map(({ name }) => name)).toEqual([
      'listEventTypes',
      'getProblem',
      'listWebhookKeys',
    ]);
  });
});
