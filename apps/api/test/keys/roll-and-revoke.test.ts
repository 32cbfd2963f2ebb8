import { createClient } from '@linework/http/client';
import {
  createApiKeyRoute,
  listApiKeysRoute,
  revokeApiKeyRoute,
  rollApiKeyRoute,
} from '@linework/schemas/keys/api-keys.routes';
import { listLinesRoute } from '@linework/schemas/lines/lines.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';
import { findTraces } from './find-traces.ts';

let nowMs = Date.now();
const api = await startTestApi({ nowMs: () => nowMs });
afterAll(() => api.close());
const operator = await api.anOperatorsClient();
/** The maximum time that a key may still work, as documented. */
const advanceClock = () => {
  nowMs += 5_000;
};

const getStatusWithKey = async (key: string) =>
  (await createClient(api.url, { apiKey: key }).call(listLinesRoute)).status;
const roll = (id: string, body?: { oldKeyEndsInSeconds?: number }, headers = {}) =>
  operator.call(rollApiKeyRoute, { params: { id }, ...(body && { body }), headers });
const revoke = (id: string) => operator.call(revokeApiKeyRoute, { params: { id } });
const listEvents = async (id: string) =>
  (await api.db.pool.query('SELECT type, key_id AS by FROM event WHERE resource_id = $1 ORDER BY seq', [id])).rows;

async function findShownKey(client: { readonly keyId: string; readonly broker: { readonly id: string } }) {
  const { body } = await operator.call(listApiKeysRoute, { query: { brokerId: client.broker.id } });
  return (body as { items: { id: string; expiresAt?: string; revokedAt?: string }[] }).items.find(
    ({ id }) => id === client.keyId,
  );
}

describe('rolling a key', () => {
  it('creates a successor with the same rights; the old one ends after a day', async () => {
    const client = await api.aClient({ scopes: ['lines:read', 'lines:write'] });
    const { status, body } = await roll(client.keyId);
    expect(status).toBe(201);
    const { key, id } = body as { key: string; id: string };
    expect(body).toEqual({
      id,
      name: 'test',
      brokerId: client.broker.id,
      scopes: ['lines:read', 'lines:write'],
      prefix: key.slice(0, 8),
      createdAt: expect.any(String),
      key,
    });
    expect(id).not.toBe(client.keyId);
    expect(await Promise.all([getStatusWithKey(key), getStatusWithKey(client.key)])).toEqual([200, 200]);
    const inADay = Date.parse((await findShownKey(client))?.expiresAt ?? '') - Date.now();
    expect(Math.abs(inADay - 86_400_000)).toBeLessThan(60_000);
    expect(await listEvents(client.keyId)).toMatchObject([
      { type: 'api_key.created' },
      { type: 'api_key.rotated', by: operator.keyId },
    ]);
    expect(await listEvents(id)).toMatchObject([{ type: 'api_key.created', by: operator.keyId }]);
  });

  it('ends the old one at the requested time: at once with 0, and never later than its expiry', async () => {
    const client = await api.aClient();
    expect(await getStatusWithKey(client.key)).toBe(200);
    const { body } = await roll(client.keyId, { oldKeyEndsInSeconds: 0 });
    advanceClock();
    expect(await getStatusWithKey(client.key)).toBe(401);
    expect(await getStatusWithKey((body as { key: string }).key)).toBe(200);

    const soonEnding = await api.aClient();
    await api.db.pool.query("UPDATE api_key SET expires_at = now() + interval '1 hour' WHERE id = $1", [
      soonEnding.keyId,
    ]);
    const before = (await findShownKey(soonEnding))?.expiresAt;
    await roll(soonEnding.keyId, { oldKeyEndsInSeconds: 7_200 });
    expect((await findShownKey(soonEnding))?.expiresAt).toBe(before);
  });

  it('gives the successor the expiry that the key was created with, also when it is rolled again', async () => {
    const expiresAt = new Date(Date.now() + 172_800_000).toISOString();
    const created = await operator.call(createApiKeyRoute, {
      body: { name: 'two days', scopes: ['lines:read'], expiresAt },
    });
    const { id } = created.body as { id: string };
    expect((await roll(id, { oldKeyEndsInSeconds: 3_600 })).body).toMatchObject({ expiresAt });
    expect((await roll(id)).body).toMatchObject({ expiresAt });

    const endless = await api.aClient();
    await roll(endless.keyId, { oldKeyEndsInSeconds: 3_600 });
    expect((await roll(endless.keyId)).body).not.toHaveProperty('expiresAt');
  });

  it('is rejected with 409 once the key has ended, and with 400 for an end out of range', async () => {
    const client = await api.aClient();
    for (const oldKeyEndsInSeconds of [-1, 7_776_001, 1.5]) {
      expect(await roll(client.keyId, { oldKeyEndsInSeconds })).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/oldKeyEndsInSeconds' }] },
      });
    }
    await revoke(client.keyId);
    expect(await roll(client.keyId)).toMatchObject({ status: 409, body: { code: 'key-ended' } });
  });

  it('with an Idempotency-Key creates one successor, which is returned once', async () => {
    const client = await api.aClient();
    const first = await roll(client.keyId, {}, { 'Idempotency-Key': 'roll' });
    const again = await roll(client.keyId, {}, { 'Idempotency-Key': 'roll' });
    const { key, ...others } = first.body as { key: string };
    expect(again.body).toEqual(others);
    expect(await findTraces(api.db, key)).toEqual([]);
  });
});

describe('revoking a key', () => {
  it('ends it within 5 seconds and permanently, and records the actor once', async () => {
    const client = await api.aClient();
    expect(await getStatusWithKey(client.key)).toBe(200);
    const response = await revoke(client.keyId);
    expect([response.status, response.body]).toEqual([204, undefined]);
    advanceClock();
    expect(await getStatusWithKey(client.key)).toBe(401);
    expect((await revoke(client.keyId)).status).toBe(204);
    expect(await listEvents(client.keyId)).toMatchObject([
      { type: 'api_key.created' },
      { type: 'api_key.revoked', by: operator.keyId },
    ]);
    expect(await findShownKey(client)).toMatchObject({ revokedAt: expect.any(String) });
  });

  it('with an Idempotency-Key returns 204 again', async () => {
    const client = await api.aClient();
    const request = () =>
      operator.call(revokeApiKeyRoute, { params: { id: client.keyId }, headers: { 'Idempotency-Key': 'revoke' } });
    expect((await request()).status).toBe(204);
    const again = await request();
    expect([again.status, again.body, again.headers.get('Idempotency-Replayed')]).toEqual([204, undefined, 'true']);
  });
});
