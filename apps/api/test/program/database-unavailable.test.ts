import { createCallerFinder } from '@linework/api-keys/create-caller-finder';
import { createApiKey } from '@linework/auth/api-key';
import { scopes } from '@linework/auth/scopes';
import { openDb } from '@linework/db/db';
import { blockLineRoute } from '@linework/schemas/lines/lines.routes';
import { anActiveLine } from '@linework/testing/a-line';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { takesLong } from '@linework/testing/run/takes-long';
import { afterAll, describe, expect, it } from 'vitest';
import { everyRoute, needsKey } from '../support/every-route.ts';
import { problemIn } from '../support/problem-in.ts';
import { readDatabaseState } from '../support/read-database-state.ts';
import { aBodyFor, aQueryFor, mediaTypeFor, pathOf } from '../support/sample-of.ts';
import { type PlainResponse, send } from '../support/send.ts';
import { startTestApi } from '../support/test-api.ts';

takesLong('much-work');

const unreachableDb = openDb({ url: 'postgresql://nobody@127.0.0.1:1/nothing' });
const operator = { keyId: '018f0000-0000-7000-8000-000000000001', brokerId: null, scopes };
const anId = '018f0000-0000-7000-8000-000000000000';
const withoutDatabase = await startTestApi({ deps: { db: unreachableDb }, findCaller: async () => operator });
const api = await startTestApi();
afterAll(async () => {
  await withoutDatabase.close();
  await unreachableDb.close();
  await api.close();
});

function expectUnavailable(answer: PlainResponse): void {
  expect(answer.status).toBe(503);
  expect(answer.headers['retry-after']).toBe('1');
  expect(problemIn(answer)).toMatchObject({
    type: expect.stringMatching(/\/internal-server-error$/),
    code: 'unavailable',
  });
  expect(answer.text).not.toMatch(/127\.0\.0\.1|ECONN|nobody|terminat/);
}

const readsDatabase = (path: string) => !/^\/(lifecycles|order-types)/.test(path);

describe.each(everyRoute((route) => needsKey(route) && readsDatabase(route.path)))('%s', (_name, route) => {
  it.each([{}, { 'Idempotency-Key': 'once-more' }])(
    'returns 503 while the database is unavailable, with %j',
    async (headers) => {
      const body = aBodyFor(route);
      const sent = { 'X-API-Key': 'x', 'Content-Type': mediaTypeFor(route), ...headers };
      expectUnavailable(
        await send(withoutDatabase.port, {
          method: route.method,
          path: pathOf(route, () => anId) + aQueryFor(route),
          headers: sent,
          ...(body !== undefined && { body }),
        }),
      );
    },
  );
});

describe('while the database is unavailable', () => {
  it('a key that cannot be looked up leads to a 503 and not to a 401', async () => {
    const apiWithoutKeys = await startTestApi({ findCaller: createCallerFinder(unreachableDb) });
    expectUnavailable(await send(apiWithoutKeys.port, { path: '/lines', headers: { 'X-API-Key': createApiKey() } }));
    await apiWithoutKeys.close();
  });
});

describe('a request whose session is ended', () => {
  it.each([{}, { 'Idempotency-Key': 'ended' }])(
    'returns 503 without a change, and is executed when it is repeated, with %j',
    async (headers) => {
      const client = await api.aClient();
      const { id } = await anActiveLine(api.db, { brokerId: client.broker.id });
      const state = await readDatabaseState(api.db);
      const block = () =>
        send(api.port, {
          method: 'POST',
          path: `/lines/${id}/block`,
          headers: { 'X-API-Key': client.key, ...headers },
        });
      const holder = await api.db.pool.connect();
      await holder.query('BEGIN');
      await holder.query('SELECT FROM line WHERE id = $1 FOR UPDATE', [id]);
      const response = block();
      await expect
        .poll(
          async () =>
            (
              await api.db.pool.query(
                `SELECT pg_terminate_backend(pid)
                 FROM pg_stat_activity
                 WHERE datname = current_database() AND wait_event_type = 'Lock'`,
              )
            ).rowCount,
        )
        .toBe(1);
      expectUnavailable(await response);
      // The client knows of the end before the session has given back the lock of the key.
      await waitUntil('the session has ended', async () => {
        const { rowCount } = await api.db.pool.query(
          `SELECT FROM pg_locks
           WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
        return rowCount === 0;
      });
      await holder.query('COMMIT');
      holder.release();
      expect(await readDatabaseState(api.db)).toEqual(state);
      const again = await block();
      expect(again.status).toBe(200);
      expect(again.headers['idempotency-replayed']).toBeUndefined();
      expect((await client.call(blockLineRoute, { params: { id }, headers })).status).toBe(
        'Idempotency-Key' in headers ? 200 : 409,
      );
    },
  );
});
