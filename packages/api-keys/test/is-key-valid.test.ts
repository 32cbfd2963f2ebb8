import { randomUUID } from 'node:crypto';
import { aBroker } from '@linework/testing/a-broker';
import { aTestDb } from '@linework/testing/a-test-db';
import { describe, expect, it } from 'vitest';
import { createApiKey } from '../src/create-api-key.ts';
import { isKeyValid } from '../src/is-key-valid.ts';

const db = await aTestDb();

async function aKey() {
  const { id: brokerId } = await aBroker(db);
  const { id: keyId } = await createApiKey(db, { name: 'a key', brokerId, scopes: ['lines:read'] });
  return { keyId, brokerId };
}

describe('a key whose request is still open', () => {
  it('may go on', async () => {
    expect(await isKeyValid(db, await aKey())).toBe(true);
  });

  it.each([
    ['it is revoked', 'UPDATE api_key SET revoked_at = now() WHERE id = $1'],
    ['it has expired', "UPDATE api_key SET expires_at = now() - interval '1 s' WHERE id = $1"],
    ['its broker is suspended', "UPDATE broker SET status = 'SUSPENDED' WHERE id = (SELECT broker_id FROM api_key WHERE id = $1)"],
  ])('may not go on once %s', async (_, change) => {
    const key = await aKey();
    await db.pool.query(change, [key.keyId]);
    expect(await isKeyValid(db, key)).toBe(false);
  });

  it('may not go on as a key of another broker, nor if there is no such key', async () => {
    const { keyId, brokerId } = await aKey();
    const { brokerId: another } = await aKey();
    expect(await isKeyValid(db, { keyId, brokerId: another })).toBe(false);
    expect(await isKeyValid(db, { keyId: randomUUID(), brokerId })).toBe(false);
  });
});
