import type { Scope } from '@linework/auth/scopes';
import { createClient } from '@linework/http/client';
import {
  createApiKeyRoute,
  getApiKeyRoute,
  listApiKeysRoute,
  revokeApiKeyRoute,
  rollApiKeyRoute,
} from '@linework/schemas/keys/api-keys.routes';
import { listLinesRoute } from '@linework/schemas/lines/lines.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { startTestApi, type TestClient } from '../support/test-api.ts';

/** Keys are cached longer than a test runs. */
const api = await startTestApi({ nowMs: () => 0 });
afterAll(() => api.close());
const operator = await api.anOperatorsClient();
const keyScopes: readonly Scope[] = ['lines:read', 'keys:read', 'keys:write'];

const roll = (client: Pick<TestClient, 'call'>, id: string, oldKeyEndsInSeconds = 86_400) =>
  client.call(rollApiKeyRoute, { params: { id }, body: { oldKeyEndsInSeconds } });
const revoke = (client: Pick<TestClient, 'call'>, id: string) => client.call(revokeApiKeyRoute, { params: { id } });

async function assertUnchanged(
  send: () => Promise<{ readonly status: number; readonly body: unknown }>,
  status: number,
  code: string,
): Promise<void> {
  const before = await readDatabaseState(api.db);
  expect(await send()).toMatchObject({ status, body: { code } });
  expect(await readDatabaseState(api.db)).toEqual(before);
}

describe("a broker's own keys", () => {
  it('are listed with one of them, and no other key is', async () => {
    const client = await api.aClient({ scopes: keyScopes });
    const second = await api.aClient({ broker: client.broker });
    await api.aClient();
    const { body } = await client.call(listApiKeysRoute);
    expect(body).toMatchObject({ items: [{ id: second.keyId }, { id: client.keyId }], meta: { total: 2 } });
  });

  it('can each be read by their id, and no key of another broker can', async () => {
    const [client, other] = [await api.aClient({ scopes: keyScopes }), await api.aClient()];
    const found = await client.call(getApiKeyRoute, { params: { id: client.keyId } });
    expect(found).toMatchObject({ status: 200, body: { id: client.keyId, brokerId: client.broker.id } });
    expect(await client.call(getApiKeyRoute, { params: { id: other.keyId } })).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    });
  });

  it('can be rolled with themselves: the new key has the same scopes, and the event shows the actor', async () => {
    const client = await api.aClient({ scopes: keyScopes });
    const { status, body } = await roll(client, client.keyId, 0);
    expect(status).toBe(201);
    const created = body as { id: string; key: string };
    expect(created).toMatchObject({ brokerId: client.broker.id, scopes: keyScopes });
    expect(await createClient(api.url, { apiKey: created.key }).call(listLinesRoute)).toMatchObject({ status: 200 });
    expect(
      await api.db.prisma.event.findFirst({ where: { resourceId: client.keyId, type: 'api_key.rotated' } }),
    ).toMatchObject({
      keyId: client.keyId,
      brokerId: client.broker.id,
    });
  });

  it('cannot be rolled or revoked with a key that has fewer scopes', async () => {
    const weak = await api.aClient({ scopes: keyScopes });
    const strong = await api.aClient({ broker: weak.broker, scopes: [...keyScopes, 'lines:write'] });
    await assertUnchanged(() => roll(weak, strong.keyId), 403, 'key-has-more-scopes');
    await assertUnchanged(() => revoke(weak, strong.keyId), 403, 'key-has-more-scopes');
    expect((await roll(strong, weak.keyId)).status).toBe(201);
  });

  it('cannot be rolled or revoked with a key that ends earlier', async () => {
    const endless = await api.aClient({ scopes: ['lines:read'] });
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await operator.call(createApiKeyRoute, {
      body: { name: 'guest', brokerId: endless.broker.id, scopes: [...keyScopes], expiresAt },
    });
    const guest = body as { id: string; key: string };
    const client = createClient(api.url, { apiKey: guest.key });
    await assertUnchanged(() => roll(client, endless.keyId), 403, 'key-lasts-longer');
    await assertUnchanged(() => revoke(client, endless.keyId), 403, 'key-lasts-longer');
    expect(await roll(client, guest.id)).toMatchObject({ status: 201, body: { expiresAt } });
  });

  it('keep one usable key: the broker cannot revoke the last, even when two are revoked with each other', async () => {
    const client = await api.aClient({ scopes: keyScopes });
    await assertUnchanged(() => revoke(client, client.keyId), 409, 'last-key');
    const second = await api.aClient({ broker: client.broker, scopes: keyScopes });
    expect((await second.call(listApiKeysRoute)).status).toBe(200);
    const responses = await Promise.all([revoke(client, second.keyId), revoke(second, client.keyId)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 401]);
    expect(await api.db.prisma.apiKey.count({ where: { brokerId: client.broker.id, revokedAt: null } })).toBe(1);
  });

  it('cannot be rolled with a key that was revoked a moment ago and is still cached', async () => {
    const client = await api.aClient({ scopes: keyScopes });
    const other = await api.aClient({ broker: client.broker, scopes: keyScopes });
    expect((await client.call(listLinesRoute)).status).toBe(200);
    await revoke(operator, client.keyId);
    expect((await client.call(listLinesRoute)).status).toBe(200);
    const before = await readDatabaseState(api.db);
    expect((await roll(client, other.keyId)).status).toBe(401);
    expect(await readDatabaseState(api.db)).toEqual(before);
  });

  it('can all be revoked by an operator', async () => {
    const client = await api.aClient();
    expect((await revoke(operator, client.keyId)).status).toBe(204);
  });

  it('cannot become more than fifty by rolling', async () => {
    const client = await api.aClient({ scopes: keyScopes });
    for (let count = 1; count < 50; count += 1) await api.aClient({ broker: client.broker, scopes: ['lines:read'] });
    await assertUnchanged(() => roll(client, client.keyId), 409, 'too-many-keys');
    expect((await roll(operator, client.keyId)).status).toBe(201);
    expect((await roll(client, client.keyId, 0)).status).toBe(201);
  });
});

describe('the keys of operators', () => {
  it('keep one with the scope operator', async () => {
    const fresh = await startTestApi();
    const [first, reader] = [await fresh.anOperatorsClient(), await fresh.anOperatorsClient(['lines:read'])];
    expect((await revoke(first, reader.keyId)).status).toBe(204);
    expect(await revoke(first, first.keyId)).toMatchObject({ status: 409, body: { code: 'last-key' } });
    const second = await fresh.anOperatorsClient();
    expect((await revoke(first, second.keyId)).status).toBe(204);
    await fresh.close();
  });

  it("cannot be rolled with a key that is not an operator's, even if it sees every broker", async () => {
    const helper = await api.anOperatorsClient(['keys:read', 'keys:write']);
    await assertUnchanged(() => roll(helper, operator.keyId), 403, 'key-has-more-scopes');
  });
});
