import { isApiKey } from '@linework/auth/api-key';
import { scopes } from '@linework/auth/scopes';
import { createClient } from '@linework/http/client';
import { createApiKeyRoute } from '@linework/schemas/keys/api-keys.routes';
import { listLinesRoute } from '@linework/schemas/lines/lines.routes';
import { aBroker } from '@linework/testing/a-broker';
import { afterAll, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { startTestApi } from '../support/test-api.ts';
import { findTraces } from './find-traces.ts';

const api = await startTestApi();
afterAll(() => api.close());
const operator = await api.anOperatorsClient();
const broker = await aBroker(api.db);
type ApiKeyBody = Parameters<typeof operator.call<typeof createApiKeyRoute>>[1]['body'];
const create = (body: ApiKeyBody, headers = {}) => operator.call(createApiKeyRoute, { body, headers });
const listLinesWithKey = (key: string | undefined) => createClient(api.url, { apiKey: key ?? '' }).call(listLinesRoute);

describe('creating a key', () => {
  it('returns the key only once, and stores only its fingerprint', async () => {
    const { status, body } = await create({ name: 'billing', brokerId: broker.id, scopes: ['lines:read'] });
    expect(status).toBe(201);
    const { key = '' } = body as { key?: string };
    expect(isApiKey(key)).toBe(true);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'billing',
      brokerId: broker.id,
      scopes: ['lines:read'],
      prefix: key.slice(0, 8),
      createdAt: expect.any(String),
      key,
    });
    expect((await listLinesWithKey(key)).status).toBe(200);
    expect(await findTraces(api.db, key)).toEqual([]);
  });

  it('with an Idempotency-Key creates one, whose secret is neither stored nor returned again', async () => {
    const request = () =>
      create({ name: 'once', brokerId: broker.id, scopes: ['lines:read'] }, { 'Idempotency-Key': 'a-key' });
    const first = await request();
    const state = await readDatabaseState(api.db);
    const again = await request();
    const { key, ...shown } = first.body as { key: string };
    expect(isApiKey(key)).toBe(true);
    expect(again).toMatchObject({ status: 201 });
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(again.body).toEqual(shown);
    expect(await readDatabaseState(api.db)).toEqual(state);
    expect(await findTraces(api.db, key)).toEqual([]);
  });

  it('with an expiry makes it stop at that time, by the time of the database', async () => {
    const { body } = await create({
      name: 'short',
      brokerId: broker.id,
      scopes: ['lines:read'],
      expiresAt: '2120-01-01T01:00:00+01:00',
    });
    expect(body).toMatchObject({ expiresAt: '2120-01-01T00:00:00.000Z' });
    const { id, key } = body as { id: string; key?: string };
    await api.db.pool.query('UPDATE api_key SET expires_at = now() WHERE id = $1', [id]);
    expect((await listLinesWithKey(key)).status).toBe(401);
  });

  it('rejects an expiry in the past', async () => {
    const state = await readDatabaseState(api.db);
    expect(
      await create({ name: 'late', scopes: ['lines:read'], expiresAt: '2020-01-01T01:00:00+01:00' }),
    ).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/expiresAt', detail: '`expiresAt` must be in the future.' }] },
    });
    expect(await readDatabaseState(api.db)).toEqual(state);
  });

  it('stores a repeated scope once', async () => {
    const { body } = await create({ name: 'twice', scopes: ['lines:write', 'lines:read', 'lines:write'] });
    expect(body).toMatchObject({ scopes: ['lines:write', 'lines:read'] });
  });

  it("is for operators: they can create one for an operator, but not give the scope operator to a broker's key", async () => {
    expect(await create({ name: 'colleague', scopes: [...scopes] })).toMatchObject({ status: 201, body: { scopes } });
    const state = await readDatabaseState(api.db);
    expect(await create({ name: 'too much', brokerId: broker.id, scopes: ['lines:read', 'operator'] })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/scopes' }] },
    });
    expect(await readDatabaseState(api.db)).toEqual(state);
  });

  it('accepts the expiry in the same forms as any other time', async () => {
    const { body } = await create({ name: 'x', scopes: ['lines:read'], expiresAt: '2030-01-01t03:00+03' });
    expect(body).toMatchObject({ expiresAt: '2030-01-01T00:00:00.000Z' });
  });

  it.each([
    [{ name: 'x', scopes: [] }, '/scopes'],
    [{ name: 'x', scopes: ['everything'] }, '/scopes/0'],
    [{ name: '', scopes: ['lines:read'] }, '/name'],
    [{ name: 'x', scopes: ['lines:read'], expiresAt: 'tomorrow' }, '/expiresAt'],
    [{ name: 'x', scopes: ['lines:read'], expiresAt: '0000-01-01T00:00:00Z' }, '/expiresAt'],
    [{ name: 'x', scopes: ['lines:read'], expiresAt: '9999-12-31T23:59:59-23:59' }, '/expiresAt'],
    [{ name: 'x', scopes: ['lines:read'], brokerId: 7 }, '/brokerId'],
  ])('refuses %j', async (body, pointer) => {
    expect(await create(body as never)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });

  it('for an unknown broker is rejected with 404', async () => {
    const state = await readDatabaseState(api.db);
    expect(
      (await create({ name: 'x', brokerId: '018f0000-0000-7000-8000-000000000000', scopes: ['lines:read'] })).status,
    ).toBe(404);
    expect(await readDatabaseState(api.db)).toEqual(state);
  });
});
