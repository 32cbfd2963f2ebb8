import { createApiKey as drawKey } from '@linework/auth/api-key';
import { createApiKey } from '@linework/domain/keys/create-api-key';
import { afterAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/interface.ts';
import { everyRoute, needsKey } from '../support/every-route.ts';
import { problemIn } from '../support/problem-in.ts';
import { readDatabaseState } from '../support/read-database-state.ts';
import { aBodyFor, mediaTypeFor, pathOf } from '../support/sample-of.ts';
import { type PlainAnswer, send } from '../support/send.ts';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const { key: goodKey } = await api.anOperatorsClient();
const anId = '018f0000-0000-7000-8000-000000000000';
const requestId = '7d9a2a51-94a3-4c39-8a52-0d4d6a1a2b11';

async function keyThat(ended: 'revoked_at' | 'expires_at'): Promise<string> {
  const { id, key } = await createApiKey(api.db, { name: ended, scopes: ['operator', 'lines:read'] });
  await api.db.pool.query(`UPDATE api_key SET ${ended} = now() - interval '1 s' WHERE id = $1`, [id]);
  return key;
}

const wrong = drawKey();
const unusable: Readonly<Record<string, { headers?: Record<string, string | string[]>; query?: string }>> = {
  'no key': {},
  'an empty key': { headers: { 'X-API-Key': '' } },
  'a key of 10 KB': { headers: { 'X-API-Key': 'k'.repeat(10_240) } },
  'a wrong key': { headers: { 'X-API-Key': wrong } },
  'a key with one character changed': { headers: { 'X-API-Key': `${goodKey.slice(0, -1)}${goodKey.endsWith('0') ? '1' : '0'}` } },
  'a key in other letters': { headers: { 'X-API-Key': goodKey.toUpperCase() } },
  'a key that is no ASCII': { headers: { 'X-API-Key': 'schlüssel' } },
  'a revoked key': { headers: { 'X-API-Key': await keyThat('revoked_at') } },
  'an expired key': { headers: { 'X-API-Key': await keyThat('expires_at') } },
  'a good key in the query': { query: `?X-API-Key=${goodKey}&api_key=${goodKey}` },
  'a good key in Authorization': { headers: { Authorization: `Bearer ${goodKey}` } },
  'a good key twice': { headers: { 'X-API-Key': [goodKey, goodKey] } },
  'a good key beside a wrong one': { headers: { 'X-API-Key': [wrong, goodKey] } },
};

/** All that a client gets to see, but for the time of day. */
function seen({ status, headers, text }: PlainAnswer) {
  const { date: _date, ...others } = headers;
  return { status, headers: others, text };
}

describe.each(everyRoute(needsKey))('%s', (_name, route) => {
  const ask = ({ headers = {}, query = '' }: (typeof unusable)[string]) => {
    const body = aBodyFor(route);
    const sent = { ...headers, 'X-Request-Id': requestId, ...(body !== undefined && { 'Content-Type': mediaTypeFor(route) }) };
    return send(api.port, { method: route.method, path: `${pathOf(route, () => anId)}${query}`, headers: sent, ...(body !== undefined && { body }) });
  };

  it('answers the same 401, byte by byte, to every key that is none', async () => {
    const before = await readDatabaseState(api.db);
    const answers = await Promise.all(Object.entries(unusable).map(async ([what, key]) => ({ what, answer: await ask(key) })));
    const [first] = answers;
    expect(first?.answer.status).toBe(401);
    expect(first?.answer.headers['www-authenticate']).toBe('ApiKey realm="linework"');
    for (const { what, answer } of answers) {
      problemIn(answer);
      expect({ what, ...seen(answer) }).toEqual({ ...seen(first?.answer as PlainAnswer), what });
    }
    expect(await readDatabaseState(api.db)).toEqual(before);
  });

  it('lets a good key pass', async () => {
    const { status } = await ask({ headers: { 'X-API-Key': goodKey } });
    expect(status).not.toBe(401);
    expect(status).toBeLessThan(500);
  });
});

describe('the routes that need no key', () => {
  it('are those that explain problems, and no other', () => {
    expect(routes.filter(({ scope }) => scope === null).map(({ name }) => name)).toEqual(['getProblem']);
  });
});
