import { armCrashPoint } from '@linework/engine/model/crash-points';
import { blockLineRoute } from '@linework/schemas/lines/lines.routes';
import { anActiveLine } from '@linework/testing/a-line';
import { afterAll, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();

const countRecords = async (key: string) =>
  (await api.db.pool.query('SELECT FROM idempotency_record WHERE key = $1', [key])).rowCount;

describe('the response to a request with an Idempotency-Key', () => {
  it('is stored with its work or not at all: an internal error stores neither, and the next try does the work', async () => {
    const { id } = await anActiveLine(api.db, { brokerId: client.broker.id });
    const state = await readDatabaseState(api.db);
    const block = () =>
      client.call(blockLineRoute, { params: { id }, headers: { 'Idempotency-Key': 'after-a-crash' } });
    armCrashPoint('after-placing', 'throw');
    expect((await block()).status).toBe(500);
    expect(api.errors.splice(0)).toHaveLength(1);
    expect(await readDatabaseState(api.db)).toEqual(state);
    expect(await countRecords('after-a-crash')).toBe(0);
    expect(api.wakeUps).toEqual([]);

    const next = await block();
    expect(next.status).toBe(200);
    expect(next.headers.has('Idempotency-Replayed')).toBe(false);
    expect(await countRecords('after-a-crash')).toBe(1);
    expect(api.wakeUps.splice(0)).toHaveLength(1);
  });

  it('is not stored when the request never reached its work', async () => {
    const headers = { 'Idempotency-Key': 'malformed' };
    expect((await client.call(blockLineRoute, { params: { id: 'x' }, headers })).status).toBe(400);
    expect(await countRecords('malformed')).toBe(0);
  });

  it('to an internal error is a bare 500 without internal details', async () => {
    const { id } = await anActiveLine(api.db, { brokerId: client.broker.id });
    armCrashPoint('after-placing', 'throw');
    const response = await client.call(blockLineRoute, { params: { id } });
    expect(api.errors.splice(0)).toHaveLength(1);
    expect(response).toMatchObject({ status: 500, body: { title: 'Internal server error' } });
    expect(JSON.stringify(response.body)).not.toContain('crash');
  });
});
