import { createClient } from '@linework/http/client';
import { createApiKeyRoute } from '@linework/schemas/keys/create-api-key.route';
import { listApiKeysRoute } from '@linework/schemas/keys/list-api-keys.route';
import { revokeApiKeyRoute } from '@linework/schemas/keys/revoke-api-key.route';
import { rollApiKeyRoute } from '@linework/schemas/keys/roll-api-key.route';
import { listLinesRoute } from '@linework/schemas/lines/list-lines.route';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';
import { tracesOf } from './traces-of.ts';

let nowMs = Date.now();
const api = await startTestApi({ nowMs: () => nowMs });
afterAll(() => api.close());
const operator = await api.anOperatorsClient();
/** The longest that a key may live on, as the interface promises. */
const later = () => {
  nowMs += 5_000;
};

const statusWith = async (key: string) => (await createClient(api.url, { apiKey: key }).call(listLinesRoute)).status;
const roll = (id: string, body?: { oldKeyEndsInSeconds?: number }, headers = {}) =>
  operator.call(rollApiKeyRoute, { params: { id }, ...(body && { body }), headers });
const revoke = (id: string) => operator.call(revokeApiKeyRoute, { params: { id } });
const eventsOf = async (id: string) => (await api.db.pool.query('SELECT type, key_id AS by FROM event WHERE resource_id = $1 ORDER BY seq', [id])).rows;

async function shown(client: { readonly keyId: string; readonly broker: { readonly id: string } }) {
  const { body } = await operator.call(listApiKeysRoute, { query: { brokerId: client.broker.id } });
  return (body as { items: { id: string; expiresAt?: string; revokedAt?: string }[] }).items.find(({ id }) => id === client.keyId);
}

describe('rolling a key', () => {
  it('makes a successor that may do the same; the old one lives on for a day', async () => {
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
    expect(await Promise.all([statusWith(key), statusWith(client.key)])).toEqual([200, 200]);
    const inADay = Date.parse((await shown(client))?.expiresAt ?? '') - Date.now();
    expect(Math.abs(inADay - 86_400_000)).toBeLessThan(60_000);
    expect(await eventsOf(client.keyId)).toMatchObject([{ type: 'api-key.created' }, { type: 'api-key.rolled', by: operator.keyId }]);
    expect(await eventsOf(id)).toMatchObject([{ type: 'api-key.created', by: operator.keyId }]);
  });

  it('ends the old one when it is told to: at once with 0, and never later than it was to end', async () => {
    const client = await api.aClient();
    expect(await statusWith(client.key)).toBe(200);
    const { body } = await roll(client.keyId, { oldKeyEndsInSeconds: 0 });
    later();
    expect(await statusWith(client.key)).toBe(401);
    expect(await statusWith((body as { key: string }).key)).toBe(200);

    const soonEnding = await api.aClient();
    await api.db.pool.query("UPDATE api_key SET expires_at = now() + interval '1 hour' WHERE id = $1", [soonEnding.keyId]);
    const before = (await shown(soonEnding))?.expiresAt;
    await roll(soonEnding.keyId, { oldKeyEndsInSeconds: 7_200 });
    expect((await shown(soonEnding))?.expiresAt).toBe(before);
  });

  it('gives the successor the end that the key was made with, also when it is rolled again', async () => {
    const expiresAt = new Date(Date.now() + 172_800_000).toISOString();
    const made = await operator.call(createApiKeyRoute, { body: { name: 'two days', scopes: ['lines:read'], expiresAt } });
    const { id } = made.body as { id: string };
    expect((await roll(id, { oldKeyEndsInSeconds: 3_600 })).body).toMatchObject({ expiresAt });
    expect((await roll(id)).body).toMatchObject({ expiresAt });

    const endless = await api.aClient();
    await roll(endless.keyId, { oldKeyEndsInSeconds: 3_600 });
    expect((await roll(endless.keyId)).body).not.toHaveProperty('expiresAt');
  });

  it('answers 409 once the key has ended, and 400 to an end out of range', async () => {
    const client = await api.aClient();
    for (const oldKeyEndsInSeconds of [-1, 7_776_001, 1.5]) {
      expect(await roll(client.keyId, { oldKeyEndsInSeconds })).toMatchObject({ status: 400, body: { errors: [{ pointer: '/oldKeyEndsInSeconds' }] } });
    }
    await revoke(client.keyId);
    expect(await roll(client.keyId)).toMatchObject({ status: 409, body: { code: 'key-ended' } });
  });

  it('with an Idempotency-Key makes one successor, told once', async () => {
    const client = await api.aClient();
    const first = await roll(client.keyId, {}, { 'Idempotency-Key': 'roll' });
    const again = await roll(client.keyId, {}, { 'Idempotency-Key': 'roll' });
    const { key, ...others } = first.body as { key: string };
    expect(again.body).toEqual(others);
    expect(await tracesOf(api.db, key)).toEqual([]);
  });
});

describe('revoking a key', () => {
  it('ends it within 5 seconds, for good, and says who did it once', async () => {
    const client = await api.aClient();
    expect(await statusWith(client.key)).toBe(200);
    const answer = await revoke(client.keyId);
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    later();
    expect(await statusWith(client.key)).toBe(401);
    expect((await revoke(client.keyId)).status).toBe(204);
    expect(await eventsOf(client.keyId)).toMatchObject([{ type: 'api-key.created' }, { type: 'api-key.revoked', by: operator.keyId }]);
    expect(await shown(client)).toMatchObject({ revokedAt: expect.any(String) });
  });

  it('with an Idempotency-Key answers 204 again', async () => {
    const client = await api.aClient();
    const ask = () => operator.call(revokeApiKeyRoute, { params: { id: client.keyId }, headers: { 'Idempotency-Key': 'revoke' } });
    expect((await ask()).status).toBe(204);
    const again = await ask();
    expect([again.status, again.body, again.headers.get('Idempotency-Replayed')]).toEqual([204, undefined, 'true']);
  });
});
