import { randomUUID } from 'node:crypto';
import { aHolder } from '@linework/testing/a-holder';
import { aPool, type TestPool } from '@linework/testing/a-pool';
import { afterAll, describe, expect, it } from 'vitest';
import { collectIds, readAllPages, readPage } from '../lists/read-all.ts';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());

async function aClientWithPool(count: number) {
  const client = await api.aClient();
  return { ...client, pool: await aPool(api.db, { brokerId: client.broker.id, count }) };
}

const set = (id: string | undefined, column: string, value: unknown) =>
  api.db.pool.query(`UPDATE resource SET ${column} = $2 WHERE id = $1`, [id, value]);
const addTo = (pool: TestPool, code: string, createdAt: Date) =>
  api.db.pool.query(
    `INSERT INTO resource (id, pool_id, type_id, broker_id, external_code, created_at)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, $5)`,
    [pool.id, pool.typeId, pool.brokerId, code, createdAt],
  );

describe('a resource', () => {
  it('has ids in the list of its pool, objects for its type and pool elsewhere, and otherwise the same members', async () => {
    const { key, pool } = await aClientWithPool(1);
    const [inPool] = (await readPage(api, key, `/inventory/pools/${pool.id}/resources`)).items;
    const [inAll] = (await readPage(api, key, '/inventory/resources')).items;
    const { typeId, poolId, ...shared } = inPool as unknown as Record<string, unknown>;
    expect([typeId, poolId]).toEqual([pool.typeId, pool.id]);
    expect(inAll).toEqual({
      ...shared,
      type: { id: pool.typeId, name: 'Mobile number' },
      pool: { id: pool.id, title: `pool ${pool.id}` },
    });
    const alone = await fetch(`${api.url}/inventory/resources/${pool.resourceIds[0]}`, {
      headers: { 'X-API-Key': key },
    });
    expect(await alone.json()).toEqual(inAll);
    expect(shared).toMatchObject({
      status: 'available',
      reservationTTL: 1800,
      quarantineTTL: 7_776_000,
      associatedResourceIds: [],
      attributes: {},
      metadata: {},
    });
  });

  it('lists its holders, newest first', async () => {
    const { key, broker, pool } = await aClientWithPool(1);
    const [id] = pool.resourceIds;
    const holders = [await aHolder(api.db, { brokerId: broker.id }), await aHolder(api.db, { brokerId: broker.id })];
    const times = [
      ['2026-01-01Z', '2026-02-01Z'],
      ['2026-03-01Z', null],
    ] as const;
    for (const [place, [from, to]] of times.entries()) {
      await api.db.pool.query(
        'INSERT INTO allocation (resource_id, broker_id, holder_id, held_from, held_to) VALUES ($1, $2, $3, $4, $5)',
        [id, broker.id, holders[place]?.id, from, to],
      );
    }
    const { items, meta } = await readPage(api, key, `/inventory/resources/${id}/allocations`);
    expect(items).toEqual([
      { id: expect.any(String), customerId: holders[1]?.id, heldFrom: '2026-03-01T00:00:00.000Z' },
      {
        id: expect.any(String),
        customerId: holders[0]?.id,
        heldFrom: '2026-01-01T00:00:00.000Z',
        heldTo: '2026-02-01T00:00:00.000Z',
      },
    ]);
    expect(meta.total).toBe(2);
  });
});

describe('a list of resources', () => {
  it.each(['', 'sortBy=updatedAt&', `typeId=${randomUUID()}&`])(
    'of a broker without pools is empty, even with a filter by id (%s)',
    async (more) => {
      const { key } = await api.aClient();
      const attributes = encodeURIComponent(JSON.stringify({ portInId: randomUUID() }));
      const { items, meta } = await readPage(api, key, `/inventory/resources?${more}attributes=${attributes}`);
      expect([items, meta.total]).toEqual([[], 0]);
    },
  );

  it.each(['a😀😀😀😀b', '😀😀😀😀😀😀😀😀', 'x😀😀😀😀😀😀😀😀😀'])(
    'finds the code %s by its whole text',
    async (code) => {
      const { key, pool } = await aClientWithPool(1);
      await addTo(pool, code, new Date());
      const { items } = await readPage(api, key, `/inventory/resources?externalCode=${encodeURIComponent(code)}`);
      expect(items).toMatchObject([{ externalCode: code }]);
    },
  );

  it.each(['createdAt', 'updatedAt', 'externalCode'])(
    'sorted by %s neither repeats nor skips an existing resource while others are added',
    async (sortBy) => {
      const { key, pool } = await aClientWithPool(13);
      for (const [place, id] of pool.resourceIds.entries()) {
        const time = new Date(Date.UTC(2026, 0, 1, 0, 0, 10 * place));
        await api.db.pool.query('DELETE FROM resource_state WHERE resource_id = $1', [id]);
        await api.db.pool.query('DELETE FROM resource WHERE id = $1', [id]);
        await addTo(pool, `${sortBy} ${String(10 * place).padStart(3, '0')}`, time);
      }
      const existingIds = collectIds(await readAllPages(api, key, '/inventory/resources?limit=100'));
      let added = 0;
      const between = async () => {
        for (const second of [added, 60 + (added % 9), 121 + added]) {
          await addTo(
            pool,
            `${sortBy} ${String(second).padStart(3, '0')} added ${added}`,
            new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
          );
        }
        added += 1;
      };
      const read = collectIds(
        await readAllPages(api, key, `/inventory/resources?limit=4&sortOrder=desc&sortBy=${sortBy}`, {
          afterPage: between,
        }),
      );
      expect(added).toBeGreaterThan(3);
      expect(new Set(read).size).toBe(read.length);
      expect(read.filter((id) => existingIds.includes(id))).toEqual(existingIds);
    },
  );

  it('accepts several values, repeated or separated by commas', async () => {
    const { key, broker, pool } = await aClientWithPool(2);
    const sims = await aPool(api.db, { brokerId: broker.id, type: 'SIM', count: 1 });
    await api.db.pool.query("UPDATE resource_state SET status = 'suspended' WHERE resource_id = $1", [
      pool.resourceIds[0],
    ]);
    const found = async (query: string) =>
      collectIds([await readPage(api, key, `/inventory/resources?${query}`)]).toSorted();
    const all = [...pool.resourceIds, ...sims.resourceIds].toSorted();
    for (const [name, one, other] of [
      ['status', 'available', 'suspended'],
      ['poolId', pool.id, sims.id],
      ['typeId', pool.typeId, sims.typeId],
    ]) {
      expect(await found(`${name}=${one},${other}`), name).toEqual(all);
      expect(await found(`${name}=${one}&${name}=${other}`), name).toEqual(all);
      expect((await found(`${name}=${one}`)).length, name).toBeLessThan(3);
    }
    expect(await found('status=available,available')).toHaveLength(2);
    const inPool = await readPage(
      api,
      key,
      `/inventory/pools/${pool.id}/resources?status=suspended&typeId=${pool.typeId},${sims.typeId}&brokerId=${broker.id}`,
    );
    expect(collectIds([inPool])).toEqual([pool.resourceIds[0]]);
  });

  it('is filtered by attributes in a JSON object, exactly', async () => {
    const { key, pool } = await aClientWithPool(3);
    await set(pool.resourceIds[0], 'attributes', { tier: 'gold', plan: { a: 1 } });
    await set(pool.resourceIds[1], 'attributes', { tier: 'gold', plan: { a: 1, b: 2 } });
    const found = async (attributes: unknown) =>
      collectIds([
        await readPage(api, key, `/inventory/resources?attributes=${encodeURIComponent(JSON.stringify(attributes))}`),
      ]).toSorted();
    expect(await found({ tier: 'gold' })).toEqual(pool.resourceIds.slice(0, 2).toSorted());
    expect(await found({ tier: 'gold', plan: { a: 1 } })).toEqual([pool.resourceIds[0]]);
    expect(await found({ tier: 'Gold' })).toEqual([]);
    expect(await found({})).toHaveLength(3);
  });

  it.each([
    ['attributes=', 'attributes'],
    ['attributes=1', 'attributes'],
    ['attributes=[]', 'attributes'],
    ['attributes=null', 'attributes'],
    ['attributes={"a":"\\u0000"}', 'attributes'],
    ['attributes={"a":1e999}', 'attributes'],
    ['externalCode=', 'externalCode'],
    ['status=AVAILABLE', 'status'],
    ['poolId=1', 'poolId'],
    ['sortBy=status', 'sortBy'],
    ['updatedAtFrom=yesterday', 'updatedAtFrom'],
  ])('returns 400 for %s', async (query, parameter) => {
    const { key } = await api.aClient();
    const response = await fetch(`${api.url}/inventory/resources?${query}`, { headers: { 'X-API-Key': key } });
    expect([response.status, await response.json()]).toMatchObject([400, { errors: [{ parameter }] }]);
  });

  it('of one pool has no filter by pool', async () => {
    const { key, pool } = await aClientWithPool(0);
    const response = await fetch(`${api.url}/inventory/pools/${pool.id}/resources?poolId=${pool.id}`, {
      headers: { 'X-API-Key': key },
    });
    expect(response.status).toBe(400);
  });
});
