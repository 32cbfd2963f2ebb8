import {
  changeResourceRoute,
  createResourceRoute,
  getResourceRoute,
  listResourceEventsRoute,
} from '@linework/schemas/inventory/resources.routes';
import { aPool } from '@linework/testing/a-pool';
import { everyRange } from '@linework/testing/a-range';
import { afterAll, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
await everyRange(api.db, client.broker);
const ownPool = (count: number) => aPool(api.db, { brokerId: client.broker.id, count });
const change = (id: string, body: object) => client.call(changeResourceRoute, { params: { id }, body });
const groupOf = async (id: string) =>
  ((await client.call(getResourceRoute, { params: { id } })).body as { associatedResourceIds?: string[] })
    .associatedResourceIds;
const changes = (resourceId: string) =>
  api.db.prisma.event.findMany({ where: { resourceId, type: 'resource.changed' }, orderBy: { seq: 'asc' } });

describe('creating a resource', () => {
  const create = (poolId: string, body: { externalCode: string; associatedResourceIds?: string[] }) =>
    client.call(createResourceRoute, { params: { poolId }, body });

  it('makes it available, normalises its code and returns its location', async () => {
    const pool = await ownPool(0);
    const response = await create(pool.id, { externalCode: '+55 21 98765-0001' });
    expect(response).toMatchObject({
      status: 201,
      body: { externalCode: '+5521987650001', status: 'available', pool: { id: pool.id }, associatedResourceIds: [] },
    });
    const { id } = response.body as { id: string };
    expect(response.headers.get('Location')).toBe(`/inventory/resources/${id}`);
    expect((await client.call(getResourceRoute, { params: { id } })).body).toEqual(response.body);
  });

  it('can group it with others', async () => {
    const pool = await ownPool(2);
    const response = await create(pool.id, {
      externalCode: '+5521987650002',
      associatedResourceIds: [...pool.resourceIds],
    });
    expect(response).toMatchObject({ status: 201, body: { associatedResourceIds: [...pool.resourceIds].sort() } });
  });

  it.each([
    ['422', 'a code that the type does not allow', '123', undefined],
    ['422', 'unknown other resources', '+5521987650003', ['018f0000-0000-7000-8000-00000000dead']],
  ])('returns %s for %s, and creates nothing', async (status, _, externalCode, associatedResourceIds) => {
    const pool = await ownPool(0);
    const before = await readDatabaseState(api.db);
    expect(
      await create(pool.id, { externalCode, ...(associatedResourceIds && { associatedResourceIds }) }),
    ).toMatchObject({ status: Number(status) });
    expect(await readDatabaseState(api.db)).toEqual(before);
  });

  it.each(['724', '7241100000000012', 724110000000001, null])(
    'returns 422 for a SIM with %j as IMSI, and creates nothing',
    async (imsi) => {
      const pool = await aPool(api.db, { brokerId: client.broker.id, type: 'SIM' });
      const response = await client.call(createResourceRoute, {
        params: { poolId: pool.id },
        body: { externalCode: '8955010000999999993', attributes: { imsi } },
      });
      expect(response).toMatchObject({
        status: 422,
        body: { code: 'invalid-imsi', errors: [{ pointer: '/attributes/imsi' }] },
      });
      expect(await api.db.prisma.resource.count({ where: { poolId: pool.id } })).toBe(0);
    },
  );

  it('reports an invalid code and an invalid IMSI together', async () => {
    const pool = await aPool(api.db, { brokerId: client.broker.id, type: 'SIM' });
    const response = await client.call(createResourceRoute, {
      params: { poolId: pool.id },
      body: { externalCode: '123', attributes: { imsi: '724' } },
    });
    expect(response).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/externalCode' }, { pointer: '/attributes/imsi' }] },
    });
  });

  it('returns 409 for a code that is in use', async () => {
    const pool = await ownPool(0);
    await create(pool.id, { externalCode: '+5521987650004' });
    expect(await create(pool.id, { externalCode: '+5521987650004' })).toMatchObject({
      status: 409,
      body: { code: 'external-code-taken' },
    });
  });
});

describe('changing a resource', () => {
  it('replaces the named members, keeps the others and emits an event', async () => {
    const [id = ''] = (await ownPool(1)).resourceIds;
    await change(id, { location: 'SP', reservationTTL: 7, quarantineTTL: 0, metadata: { a: 1 } });
    const response = await change(id, { attributes: { tier: 'gold' }, metadata: { b: 2 } });
    expect(response).toMatchObject({
      status: 200,
      body: { location: 'SP', reservationTTL: 7, quarantineTTL: 0, attributes: { tier: 'gold' } },
    });
    expect((response.body as { metadata: unknown }).metadata).toEqual({ b: 2 });
    expect(await changes(id)).toMatchObject([
      {
        details: { changed: ['metadata', 'location', 'reservationTTL', 'quarantineTTL'] },
        keyId: client.keyId,
        brokerId: client.broker.id,
      },
      { details: { changed: ['attributes', 'metadata'] } },
    ]);
  });

  it('stores the values before and after in its event', async () => {
    const [id = ''] = (await ownPool(1)).resourceIds;
    await change(id, { location: 'SP', metadata: { a: 1 }, attributes: { tier: 'gold', colour: 'red' } });
    await change(id, { location: null, metadata: { a: 2 }, attributes: { tier: 'plain' }, quarantineTTL: 5 });
    const events = (await client.call(listResourceEventsRoute, { params: { id } })).body as {
      items: { details: object }[];
    };
    expect(events.items.slice(-2).map(({ details }) => details)).toEqual([
      {
        changed: ['attributes', 'metadata', 'location'],
        before: { metadata: {}, attributes: {} },
        after: { metadata: { a: 1 }, location: 'SP', attributes: { tier: 'gold', colour: 'red' } },
      },
      {
        changed: ['attributes', 'metadata', 'location', 'quarantineTTL'],
        before: { metadata: { a: 1 }, location: 'SP', attributes: { tier: 'gold' } },
        after: { metadata: { a: 2 }, quarantineTTL: 5, attributes: { tier: 'plain' } },
      },
    ]);
  });

  it('stores no value in its event under the name of a SIM secret, even for a type without secrets', async () => {
    const [id = ''] = (await ownPool(1)).resourceIds;
    await change(id, { attributes: { tier: 'gold', adm2: '91827364', PUK3: '83719462' } });
    await change(id, { attributes: { tier: 'plain', adm2: null } });
    const stored = (await changes(id)).map(({ details }) => details);
    expect(stored).toMatchObject([
      { after: { attributes: { tier: 'gold' } } },
      { before: { attributes: { tier: 'gold' } }, after: { attributes: { tier: 'plain' } } },
    ]);
    for (const value of ['91827364', '83719462']) expect(JSON.stringify(stored)).not.toContain(value);
  });

  it('merges its attributes by member, and null removes one', async () => {
    const [id = ''] = (await ownPool(1)).resourceIds;
    await change(id, { attributes: { tier: 'gold', colour: 'red', box: { level: 1, row: 2 } } });
    const response = await change(id, { attributes: { colour: null, size: 'nano', box: { level: 3 }, none: null } });
    expect((response.body as { attributes: unknown }).attributes).toEqual({
      tier: 'gold',
      size: 'nano',
      box: { level: 3 },
    });
  });

  it('concurrently loses no attribute', async () => {
    const [id = ''] = (await ownPool(1)).resourceIds;
    await Promise.all(Array.from({ length: 20 }, (_, at) => change(id, { attributes: { [`a${at}`]: at } })));
    const { body } = await client.call(getResourceRoute, { params: { id } });
    expect(Object.keys((body as { attributes: object }).attributes)).toHaveLength(20);
  });

  it('is rejected when its attributes would exceed the size limit, and they can be made shorter', async () => {
    const [id = ''] = (await ownPool(1)).resourceIds;
    await change(id, { attributes: { one: 'x'.repeat(40_000) } });
    const before = await readDatabaseState(api.db);
    expect(await change(id, { attributes: { two: 'x'.repeat(40_000) } })).toMatchObject({
      status: 422,
      body: { code: 'attributes-too-long' },
    });
    expect(await readDatabaseState(api.db)).toEqual(before);
    expect(await change(id, { attributes: { one: null } })).toMatchObject({ status: 200, body: { attributes: {} } });
  });

  it('restores the TTLs of the pool for null', async () => {
    const [id = ''] = (await ownPool(1)).resourceIds;
    const { body: before } = await client.call(getResourceRoute, { params: { id } });
    await change(id, { location: 'SP', reservationTTL: 7, quarantineTTL: 8 });
    const { body } = await change(id, { location: null, reservationTTL: null, quarantineTTL: null });
    expect(body).toEqual({ ...before, updatedAt: expect.any(String) });
  });

  it('without changes writes nothing', async () => {
    const [id = ''] = (await ownPool(1)).resourceIds;
    const before = await readDatabaseState(api.db);
    expect(await change(id, {})).toMatchObject({ status: 200, body: { id } });
    expect(await readDatabaseState(api.db)).toEqual(before);
  });

  it('cannot change its code', async () => {
    const [id = ''] = (await ownPool(1)).resourceIds;
    expect((await change(id, { externalCode: '+5521987650009' })).status).toBe(400);
  });
});

describe('grouping resources', () => {
  it('makes them one group and emits an event for each', async () => {
    const { resourceIds } = await ownPool(3);
    const [one = '', two = '', three = ''] = [...resourceIds].sort();
    expect(await change(one, { associatedResourceIds: [two, three] })).toMatchObject({
      status: 200,
      body: { associatedResourceIds: [two, three] },
    });
    expect(await groupOf(three)).toEqual([one, two]);
    for (const id of resourceIds)
      expect(await changes(id)).toMatchObject([{ details: { changed: ['associatedResourceIds'] } }]);
  });

  it('removes the others from the group, which remains while it has two members', async () => {
    const { resourceIds } = await ownPool(4);
    const [one = '', two = '', three = '', four = ''] = [...resourceIds].sort();
    await change(one, { associatedResourceIds: [two, three, four] });
    await change(one, { associatedResourceIds: [two] });
    expect([await groupOf(one), await groupOf(three)]).toEqual([[two], [four]]);
    await change(three, { associatedResourceIds: [] });
    expect([await groupOf(three), await groupOf(four)]).toEqual([[], []]);
  });

  it.each(["another broker's", 'unknown', 'this resource itself'])(
    'returns 422 for one that is %s, and changes nothing',
    async (what) => {
      const { resourceIds } = await ownPool(2);
      const [one = '', two = ''] = resourceIds;
      await change(one, { associatedResourceIds: [two] });
      const foreign = (await aPool(api.db, { count: 1 })).resourceIds[0] ?? '';
      const named = { "another broker's": foreign, unknown: '018f0000-0000-7000-8000-00000000dead' }[what] ?? one;
      const before = await readDatabaseState(api.db);
      const response = await change(one, { associatedResourceIds: [two, named] });
      expect(response).toMatchObject({
        status: 422,
        body: { code: expect.any(String), errors: [{ pointer: '/associatedResourceIds/1' }] },
      });
      expect(await readDatabaseState(api.db)).toEqual(before);
    },
  );

  it.each(['in another group', 'not available'])(
    'returns 409 for one that is %s, and changes nothing',
    async (what) => {
      const { id: poolId, resourceIds } = await ownPool(3);
      const [one = '', two = '', three = ''] = resourceIds;
      if (what === 'in another group') await change(two, { associatedResourceIds: [three] });
      if (what === 'not available')
        await api.db.pool.query(
          "UPDATE resource_state SET status = 'suspended' WHERE pool_id = $1 AND resource_id = $2",
          [poolId, two],
        );
      const before = await readDatabaseState(api.db);
      expect(await change(one, { associatedResourceIds: [two] })).toMatchObject({
        status: 409,
        body: { code: 'cannot-be-associated', resourceIds: [two] },
      });
      expect(await readDatabaseState(api.db)).toEqual(before);
    },
  );

  it('concurrently leaves every resource in a group with all its other members', async () => {
    const { resourceIds } = await ownPool(6);
    await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        change(resourceIds[at % 6] ?? '', { associatedResourceIds: [resourceIds[(at * 5 + 1) % 6] ?? ''] }),
      ),
    );
    for (const id of resourceIds)
      for (const other of (await groupOf(id)) ?? []) expect(await groupOf(other)).toContain(id);
  });
});
