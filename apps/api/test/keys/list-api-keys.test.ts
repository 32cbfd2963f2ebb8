import { listApiKeysRoute } from '@linework/schemas/keys/api-keys.routes';
import { listLinesRoute } from '@linework/schemas/lines/lines.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

let nowMs = Date.now();
const api = await startTestApi({ nowMs: () => nowMs });
afterAll(() => api.close());
const operator = await api.anOperatorsClient();

async function listKeys(brokerId: string) {
  const { status, body } = await operator.call(listApiKeysRoute, { query: { brokerId } });
  if (status !== 200) throw new Error(`the list of keys returned ${status}`);
  return body;
}

describe('the list of keys', () => {
  it('shows each key without its secret, newest first', async () => {
    const client = await api.aClient();
    const second = await api.aClient({ broker: client.broker, scopes: ['lines:read'] });
    const { items, meta } = await listKeys(client.broker.id);
    expect(items.map(({ id }) => id)).toEqual([second.keyId, client.keyId]);
    expect(items[0]).toEqual({
      id: second.keyId,
      name: 'test',
      brokerId: client.broker.id,
      scopes: ['lines:read'],
      prefix: second.key.slice(0, 8),
      createdAt: expect.any(String),
    });
    expect(meta).toEqual({ total: 2, page: 1, pageSize: 20, totalPages: 1 });
    expect(JSON.stringify(items)).not.toContain(second.key);
  });

  it('shows when a key was last used, updated once a minute', async () => {
    const client = await api.aClient();
    await client.call(listLinesRoute);
    const [used] = (await listKeys(client.broker.id)).items;
    expect(Date.parse(used?.lastUsedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    nowMs += 3_000;
    await client.call(listLinesRoute);
    expect((await listKeys(client.broker.id)).items[0]?.lastUsedAt).toBe(used?.lastUsedAt);
    await api.db.pool.query("UPDATE api_key SET last_used_at = now() - interval '61 s' WHERE id = $1", [client.keyId]);
    nowMs += 3_000;
    await client.call(listLinesRoute);
    expect(Date.parse((await listKeys(client.broker.id)).items[0]?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(
      Date.parse(used?.lastUsedAt ?? ''),
    );
  });
});
