import {
  blockLineRoute,
  changeLineRoute,
  deleteLineByVerbRoute,
  unblockLineRoute,
} from '@linework/schemas/lines/lines.routes';
import { anActiveLine } from '@linework/testing/a-line';
import { afterAll, describe, expect, it } from 'vitest';
import { problemIn } from '../support/problem-in.ts';
import { readDatabaseState } from '../support/read-database-state.ts';
import { send } from '../support/send.ts';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const aLine = () => anActiveLine(api.db, { brokerId: client.broker.id });
const withKey = (key: string) => ({ headers: { 'Idempotency-Key': key } });

/** Every header that belongs to the response itself. */
function selectOwnHeaders(headers: Headers) {
  const passing = [
    'date',
    'x-request-id',
    'ratelimit',
    'ratelimit-policy',
    'connection',
    'keep-alive',
    'idempotency-replayed',
  ];
  return [...headers].filter(([name]) => !passing.includes(name));
}

describe('a repeated request with its Idempotency-Key', () => {
  it('gets the same status, headers and body, and does its work once', async () => {
    const { id } = await aLine();
    const first = await client.call(blockLineRoute, { params: { id }, ...withKey('again') });
    const state = await readDatabaseState(api.db);
    const wakeUpCount = api.wakeUps.length;
    const again = await client.call(blockLineRoute, { params: { id }, ...withKey('again') });
    expect(first.headers.has('Idempotency-Replayed')).toBe(false);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(selectOwnHeaders(again.headers)).toEqual(selectOwnHeaders(first.headers));
    expect(again.headers.get('Location')).toMatch(/^\/orders\//);
    expect(await readDatabaseState(api.db)).toEqual(state);
    expect(api.wakeUps).toHaveLength(wakeUpCount);
  });

  it('gets the same rejection, except for the id of the request', async () => {
    const { id } = await aLine();
    const first = await client.call(unblockLineRoute, { params: { id }, ...withKey('rejected') });
    // By now the request would succeed.
    await api.db.pool.query("UPDATE line SET status = 'BLOCKING' WHERE id = $1", [id]);
    await api.db.pool.query("UPDATE line SET status = 'BLOCKED' WHERE id = $1", [id]);
    const again = await client.call(unblockLineRoute, { params: { id }, ...withKey('rejected') });
    const { requestId: one, instance: _one, ...firstBody } = first.body as Record<string, unknown>;
    const { requestId: other, instance: _other, ...againBody } = again.body as Record<string, unknown>;
    expect(first.status).toBe(409);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect([again.status, againBody]).toEqual([409, firstBody]);
    expect(other).not.toBe(one);
    expect(other).toBe(again.headers.get('X-Request-Id'));
  });

  it('is rejected with 422 when it is a different request', async () => {
    const { id } = await aLine();
    const { id: otherId } = await aLine();
    await client.call(changeLineRoute, { params: { id }, body: { metadata: { a: 1 } }, ...withKey('reused') });
    const state = await readDatabaseState(api.db);
    const others = [
      client.call(changeLineRoute, { params: { id }, body: { metadata: { a: 2 } }, ...withKey('reused') }),
      client.call(changeLineRoute, { params: { id: otherId }, body: { metadata: { a: 1 } }, ...withKey('reused') }),
      client.call(deleteLineByVerbRoute, { params: { id }, ...withKey('reused') }),
      client.call(blockLineRoute, {
        params: { id },
        query: { notBefore: '2020-01-01T00:00:00Z' },
        ...withKey('reused'),
      }),
    ];
    for (const response of await Promise.all(others)) {
      expect(response).toMatchObject({
        status: response.status === 409 ? 409 : 422,
        body: { code: expect.stringMatching(/^idempotency-/) },
      });
    }
    expect(await client.call(deleteLineByVerbRoute, { params: { id }, ...withKey('reused') })).toMatchObject({
      status: 422,
      body: { code: 'idempotency-key-reused' },
    });
    expect(await readDatabaseState(api.db)).toEqual(state);
  });

  it('is new for another broker, and the same for another key of its broker', async () => {
    const other = await api.aClient();
    const { id } = await aLine();
    const { id: othersId } = await anActiveLine(api.db, { brokerId: other.broker.id });
    const first = await client.call(blockLineRoute, { params: { id }, ...withKey('shared') });
    const othersAnswer = await other.call(blockLineRoute, { params: { id: othersId }, ...withKey('shared') });
    expect(othersAnswer.status).toBe(200);
    expect(othersAnswer.headers.has('Idempotency-Replayed')).toBe(false);
    const colleague = await api.aClient({ broker: client.broker });
    const again = await colleague.call(blockLineRoute, { params: { id }, ...withKey('shared') });
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
  });

  it('is new after 24 hours', async () => {
    const { id } = await aLine();
    await client.call(blockLineRoute, { params: { id }, ...withKey('old') });
    const age = (hours: string) =>
      api.db.pool.query("UPDATE idempotency_record SET created_at = now() - $1::interval WHERE key = 'old'", [hours]);
    await age('23 hours 59 minutes');
    expect(
      (await client.call(blockLineRoute, { params: { id }, ...withKey('old') })).headers.get('Idempotency-Replayed'),
    ).toBe('true');
    await age('24 hours 1 second');
    const late = await client.call(blockLineRoute, { params: { id }, ...withKey('old') });
    expect(late).toMatchObject({ status: 409, body: { currentStatus: 'BLOCKING' } });
    expect(late.headers.has('Idempotency-Replayed')).toBe(false);
    expect(
      (await client.call(blockLineRoute, { params: { id }, ...withKey('old') })).headers.get('Idempotency-Replayed'),
    ).toBe('true');
  });

  it.each(['', 'two words', 'x'.repeat(256), 'schlüssel', ['a', 'b']])(
    'is rejected with 400 for the key %j',
    async (key) => {
      const { id } = await aLine();
      const state = await readDatabaseState(api.db);
      const response = await send(api.port, {
        method: 'POST',
        path: `/lines/${id}/block`,
        headers: { 'X-API-Key': client.key, 'Idempotency-Key': key },
      });
      expect(response.status).toBe(400);
      expect(problemIn(response).errors).toMatchObject([{ parameter: 'Idempotency-Key' }]);
      expect(await readDatabaseState(api.db)).toEqual(state);
    },
  );
});
