import { randomUUID } from 'node:crypto';
import type { Scope } from '@linework/auth/scopes';
import { aBroker } from '@linework/testing/a-broker';
import { aTestDb } from '@linework/testing/a-test-db';
import { describe, expect, it } from 'vitest';
import { createApiKey } from '../src/create-api-key.ts';
import { readKeyState } from '../src/read-key-state.ts';

const db = await aTestDb();

async function aKey() {
  const { id: brokerId } = await aBroker(db);
  const scopes: readonly Scope[] = ['lines:read', 'events:read'];
  const { id: keyId } = await createApiKey(db, { name: 'a key', brokerId, scopes });
  return { keyId, brokerId, scopes, address: '192.0.2.130' };
}

describe('a key whose request is still open', () => {
  it('may go on', async () => {
    expect(await readKeyState(db, await aKey())).toBe('valid');
  });

  it.each([
    ['it is revoked', 'ended', 'UPDATE api_key SET revoked_at = now() WHERE id = $1'],
    ['it has expired', 'ended', "UPDATE api_key SET expires_at = now() - interval '1 s' WHERE id = $1"],
    ['it is for other addresses', 'ended', "UPDATE api_key SET allowed_addresses = '{192.0.2.0/25}' WHERE id = $1"],
    ['it has lost a scope', 'ended', "UPDATE api_key SET scopes = '{lines:read}' WHERE id = $1"],
    [
      'its broker is suspended',
      'suspended',
      "UPDATE broker SET status = 'SUSPENDED' WHERE id = (SELECT broker_id FROM api_key WHERE id = $1)",
    ],
  ])('may not go on once %s', async (_, state, change) => {
    const key = await aKey();
    await db.pool.query(change, [key.keyId]);
    expect(await readKeyState(db, key)).toBe(state);
  });

  it('may go on from an address that it is for', async () => {
    const key = await aKey();
    await db.pool.query("UPDATE api_key SET allowed_addresses = '{192.0.2.128/25}' WHERE id = $1", [key.keyId]);
    expect(await readKeyState(db, key)).toBe('valid');
    expect(await readKeyState(db, { ...key, address: undefined })).toBe('ended');
  });

  it('may not go on as a key of another broker, nor if there is no such key', async () => {
    const { keyId, brokerId, scopes, address } = await aKey();
    const { brokerId: another } = await aKey();
    expect(await readKeyState(db, { keyId, brokerId: another, scopes, address })).toBe('ended');
    expect(await readKeyState(db, { keyId: randomUUID(), brokerId, scopes, address })).toBe('ended');
  });
});
