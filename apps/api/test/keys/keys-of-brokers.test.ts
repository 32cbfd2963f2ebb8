import type { Scope } from '@linework/auth/scopes';
import { createClient } from '@linework/http/client';
import {
  changeApiKeyRoute,
  createApiKeyRoute,
  getApiKeyRoute,
  listApiKeysRoute,
  revokeApiKeyRoute,
  rollApiKeyRoute,
} from '@linework/schemas/keys/api-keys.routes';
import { listLinesRoute } from '@linework/schemas/lines/lines.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { send } from '../support/send.ts';
import { startTestApi, type TestClient } from '../support/test-api.ts';

/** The time of the cache of keys. */
const clock = { ms: 0 };
const api = await startTestApi({ nowMs: () => clock.ms, trustProxy: 1 });
afterAll(() => api.close());
const operator = await api.anOperatorsClient();
const keyScopes: readonly Scope[] = ['lines:read', 'keys:read', 'keys:write'];

type Caller = Pick<TestClient, 'call'>;
type Body = Parameters<typeof operator.call<typeof createApiKeyRoute>>[1]['body'];
interface Made {
  readonly id: string;
  readonly key: string;
}
const create = (client: Caller, body: Partial<Body> = {}) =>
  client.call(createApiKeyRoute, { body: { name: 'of the broker', scopes: ['lines:read'], ...body } });
const make = async (client: Caller, body: Partial<Body> = {}) => (await create(client, body)).body as unknown as Made;
const change = (client: Caller, id: string, body: { name?: string; allowedAddresses?: string[] | null }) =>
  client.call(changeApiKeyRoute, { params: { id }, body });
const clientOf = ({ key }: { readonly key: string }, address?: string) =>
  createClient(api.url, { apiKey: key, ...(address && { headers: { 'X-Forwarded-For': address } }) });

/** The status and the code of a request with this key from this address. */
async function from(address: string, { key }: { readonly key: string }) {
  const { status, text } = await send(api.port, {
    path: '/lines',
    headers: { 'X-API-Key': key, 'X-Forwarded-For': address },
  });
  return status === 200 ? status : `${status} ${JSON.parse(text).code}`;
}

async function assertUnchanged(
  request: () => Promise<{ readonly status: number; readonly body: unknown }>,
  expected: object,
): Promise<void> {
  const before = await readDatabaseState(api.db);
  expect(await request()).toMatchObject(expected);
  expect(await readDatabaseState(api.db)).toEqual(before);
}

describe('a broker makes keys of its own', () => {
  it('with scopes that the asking key has, and the audit says who', async () => {
    const client = await api.aClient({ scopes: keyScopes });
    const made = await make(client, { scopes: ['lines:read', 'keys:read'] });
    expect(made).toMatchObject({ brokerId: client.broker.id, scopes: ['lines:read', 'keys:read'] });
    expect((await clientOf(made).call(listLinesRoute)).status).toBe(200);
    expect(await api.db.prisma.event.findFirst({ where: { resourceId: made.id } })).toMatchObject({
      type: 'api_key.created',
      keyId: client.keyId,
      brokerId: client.broker.id,
      details: { scopes: ['lines:read', 'keys:read'] },
    });
  });

  it('and rolls and revokes them', async () => {
    const client = await api.aClient({ scopes: keyScopes });
    const made = await make(client, { allowedAddresses: ['192.0.2.1', '2001:DB8:0::/48'] });
    const rolled = await client.call(rollApiKeyRoute, { params: { id: made.id }, body: { oldKeyEndsInSeconds: 60 } });
    const successor = rolled.body as unknown as Made;
    expect(successor).toMatchObject({ allowedAddresses: ['192.0.2.1/32', '2001:db8::/48'] });
    expect([await from('192.0.2.1', made), await from('192.0.2.1', successor)]).toEqual([200, 200]);
    expect(await client.call(revokeApiKeyRoute, { params: { id: successor.id } })).toMatchObject({ status: 204 });
    const { body } = await client.call(listApiKeysRoute);
    expect(body).toMatchObject({ meta: { total: 3 } });
  });

  it.each([
    ['more scopes', { scopes: ['lines:read', 'lines:write'] }, 403, 'key-has-more-scopes'],
    ['the scope operator', { scopes: ['operator'] }, 403, 'key-has-more-scopes'],
    ['the scope to make people', { scopes: ['people:write'] }, 403, 'key-has-more-scopes'],
  ] as const)('but not with %s', async (_what, body, status, code) => {
    const client = await api.aClient({ scopes: keyScopes });
    await assertUnchanged(() => create(client, body as never), {
      status,
      body: { code, scopes: [body.scopes.at(-1)] },
    });
  });

  it('but not for another broker, nor with the scope operator for itself by name', async () => {
    const [client, other] = [await api.aClient({ scopes: keyScopes }), await api.aClient()];
    await assertUnchanged(() => create(client, { brokerId: other.broker.id }), {
      status: 403,
      body: { code: 'other-broker' },
    });
    expect(await create(client, { brokerId: client.broker.id })).toMatchObject({ status: 201 });
    await assertUnchanged(() => create(client, { brokerId: client.broker.id, scopes: ['operator'] }), {
      status: 400,
      body: { errors: [{ pointer: '/scopes' }] },
    });
  });

  it('but not without keys:write, and none that lasts longer than the asking key', async () => {
    const reader = await api.aClient({ scopes: ['lines:read', 'keys:read'] });
    await assertUnchanged(() => create(reader), { status: 403, body: { code: 'missing-scope' } });
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const guest = await make(operator, { brokerId: reader.broker.id, scopes: [...keyScopes], expiresAt });
    await assertUnchanged(() => create(clientOf(guest)), { status: 403, body: { code: 'key-lasts-longer' } });
    const later = new Date(Date.now() + 7_200_000).toISOString();
    await assertUnchanged(() => create(clientOf(guest), { expiresAt: later }), {
      status: 403,
      body: { code: 'key-lasts-longer' },
    });
    expect((await create(clientOf(guest), { expiresAt })).status).toBe(201);
  });

  it('but not with a key that was revoked a moment ago and is still cached', async () => {
    const client = await api.aClient({ scopes: keyScopes });
    expect((await client.call(listLinesRoute)).status).toBe(200);
    await operator.call(revokeApiKeyRoute, { params: { id: client.keyId } });
    await assertUnchanged(() => create(client), { status: 401, body: { code: 'unauthorized' } });
  });

  it('up to fifty, also when the last two are made at once', async () => {
    const client = await api.aClient({ scopes: keyScopes });
    for (let count = 1; count < 49; count += 1) await api.aClient({ broker: client.broker });
    const answers = await Promise.all([create(client), create(client)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    await assertUnchanged(() => create(client), { status: 409, body: { code: 'too-many-keys' } });
  });

  it("and an operator's key without the scope operator makes none for a broker", async () => {
    const helper = await api.anOperatorsClient([...keyScopes]);
    const { broker } = await api.aClient();
    await assertUnchanged(() => create(helper, { brokerId: broker.id }), { status: 403, body: { scope: 'operator' } });
    await assertUnchanged(() => create(helper, { scopes: ['lines:write'] }), { status: 403 });
    const made = await create(helper);
    expect(made).toMatchObject({ status: 201 });
    expect(made.body).not.toHaveProperty('brokerId');
  });
});

describe('a key for some addresses', () => {
  it.each([
    ['192.0.2.0/24', '192.0.2.255', '192.0.3.0'],
    ['192.0.2.7', '192.0.2.7', '192.0.2.8'],
    ['192.0.2.7', '::ffff:192.0.2.7', '::ffff:192.0.2.8'],
    ['2001:db8::/48', '2001:db8:0:ffff::1', '2001:db8:1::1'],
    ['2001:db8::1', '2001:DB8:0:0:0:0:0:1', '2001:db8::2'],
    ['0.0.0.0/0', '203.0.113.1', '2001:db8::1'],
    ['2001:db8::/48', '2001:db8::5%eth0', 'unknown'],
  ])('for %s works from %s and not from %s', async (network, inside, outside) => {
    const client = await api.aClient({ scopes: keyScopes });
    const made = await make(client, { allowedAddresses: [network] });
    expect(await from(inside, made)).toBe(200);
    expect(await from(outside, made)).toBe('403 address-not-allowed');
    // The proxy is trusted to have added the last address, not those before it.
    expect(await from(`${inside}, ${outside}`, made)).toBe('403 address-not-allowed');
  });

  it('is refused with each bad entry named at once', async () => {
    const client = await api.aClient({ scopes: keyScopes });
    const allowedAddresses = ['here', '10.0.0.0/33', '10.0.0.0/8'];
    await assertUnchanged(() => create(client, { allowedAddresses }), {
      status: 400,
      body: { errors: [{ pointer: '/allowedAddresses/0' }, { pointer: '/allowedAddresses/1' }] },
    });
    await assertUnchanged(() => create(client, { allowedAddresses: ['10.0.0.1/8', '::ffff:10.0.0.1', '10.0.0.0/8'] }), {
      status: 400,
      body: {
        errors: [
          { detail: '`allowedAddresses[0]` has bits beside its mask; the network is 10.0.0.0/8.' },
          { detail: '`allowedAddresses[1]` must be written as an IPv4 address.' },
        ],
      },
    });
    await assertUnchanged(() => create(client, { allowedAddresses: [] }), { status: 400 });
  });

  it('gets other addresses, and obeys within the time of the cache', async () => {
    const client = await api.aClient({ scopes: keyScopes });
    const made = await make(client, { allowedAddresses: ['192.0.2.1'] });
    expect(await from('192.0.2.1', made)).toBe(200);
    expect(await change(client, made.id, { name: 'moved', allowedAddresses: ['192.0.2.2'] })).toMatchObject({
      status: 200,
      body: { name: 'moved', allowedAddresses: ['192.0.2.2/32'] },
    });
    clock.ms += 2_001;
    expect([await from('192.0.2.1', made), await from('192.0.2.2', made)]).toEqual(['403 address-not-allowed', 200]);
    expect(
      await api.db.prisma.event.findFirst({ where: { resourceId: made.id, type: 'api_key.changed' } }),
    ).toMatchObject({
      keyId: client.keyId,
      details: { changed: ['name', 'allowedAddresses'], allowedAddresses: ['192.0.2.2/32'] },
    });
    const { body } = await change(client, made.id, { allowedAddresses: null });
    expect(body).not.toHaveProperty('allowedAddresses');
    clock.ms += 2_001;
    expect(await from('192.0.2.1', made)).toBe(200);
  });

  it('changes nothing and writes no event when everything is as before', async () => {
    const client = await api.aClient({ scopes: keyScopes });
    const made = await make(client, { allowedAddresses: ['192.0.2.1'] });
    await assertUnchanged(
      () => change(client, made.id, { name: 'of the broker', allowedAddresses: ['192.0.2.1/32'] }),
      {
        status: 200,
      },
    );
    await assertUnchanged(() => change(client, made.id, {}), { status: 200 });
  });

  it('gives itself and others no more addresses than it has', async () => {
    const { broker } = await api.aClient({ scopes: keyScopes });
    const bound = await make(operator, {
      brokerId: broker.id,
      scopes: [...keyScopes],
      allowedAddresses: ['10.0.0.0/8'],
    });
    const client = clientOf(bound, '10.1.1.1');
    const free = await make(operator, { brokerId: broker.id });
    const more = { status: 403, body: { code: 'key-has-more-addresses' } };
    await assertUnchanged(() => change(client, bound.id, { allowedAddresses: null }), more);
    await assertUnchanged(() => change(client, bound.id, { allowedAddresses: ['10.0.0.0/8', '11.0.0.0/8'] }), {
      ...more,
      body: { allowedAddresses: ['11.0.0.0/8'] },
    });
    await assertUnchanged(() => create(client, { allowedAddresses: ['0.0.0.0/0'] }), more);
    await assertUnchanged(() => client.call(rollApiKeyRoute, { params: { id: free.id }, body: {} }), more);
    await assertUnchanged(() => client.call(revokeApiKeyRoute, { params: { id: free.id } }), more);
    await assertUnchanged(() => change(client, free.id, { name: 'mine' }), more);
    // It hands on what it has.
    expect(await create(client)).toMatchObject({ status: 201, body: { allowedAddresses: ['10.0.0.0/8'] } });
    expect(await create(client, { allowedAddresses: ['10.2.0.0/16'] })).toMatchObject({ status: 201 });
  });

  it('does not lock itself out', async () => {
    const made = await api.aClient({ scopes: keyScopes });
    const client = clientOf(made, '192.0.2.9');
    await assertUnchanged(() => change(client, made.keyId, { allowedAddresses: ['192.0.2.8'] }), {
      status: 409,
      body: { code: 'key-locks-itself-out' },
    });
    expect(await change(client, made.keyId, { allowedAddresses: ['192.0.2.8/30'] })).toMatchObject({ status: 200 });
  });

  it('of another broker does not exist, a stronger one cannot be changed, and an ended one neither', async () => {
    const [client, other] = [await api.aClient({ scopes: keyScopes }), await api.aClient()];
    const strong = await api.aClient({ broker: client.broker });
    await assertUnchanged(() => change(client, other.keyId, { name: 'mine' }), { status: 404 });
    await assertUnchanged(() => client.call(getApiKeyRoute, { params: { id: other.keyId } }), { status: 404 });
    await assertUnchanged(() => change(client, strong.keyId, { name: 'mine' }), {
      status: 403,
      body: { code: 'key-has-more-scopes' },
    });
    const made = await make(client);
    await client.call(revokeApiKeyRoute, { params: { id: made.id } });
    await assertUnchanged(() => change(client, made.id, { name: 'again' }), {
      status: 409,
      body: { code: 'key-ended' },
    });
  });

  it.each(["{'10.0.0.1/8'}", '{here}', '{10.0.0.1}', '{NULL}'])(
    'is no list of %s, for the database too',
    async (list) => {
      const { keyId } = await api.aClient();
      const wrong = list.replaceAll("'", '');
      await expect(
        api.db.pool.query('UPDATE api_key SET allowed_addresses = $2 WHERE id = $1', [keyId, wrong]),
      ).rejects.toThrow();
    },
  );
});
