import { announceLowPools } from '@linework/inventory/pools/announce-low-pools';
import { msisdnTypeId, simTypeId } from '@linework/schemas/inventory/resource-type';
import { aBroker } from '@linework/testing/a-broker';
import { aPool } from '@linework/testing/a-pool';
import { afterAll, describe, expect, it } from 'vitest';
import { collectIds, readAllPages, readPage } from '../lists/read-all.ts';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());

/** A client whose broker has one pool for each number, with that many available resources, the first one oldest. */
async function aClientWithPools(...counts: readonly number[]) {
  const client = await api.aClient();
  const ids: string[] = [];
  for (const count of counts) ids.push((await aPool(api.db, { brokerId: client.broker.id, count })).id);
  for (const [place, id] of ids.entries()) {
    await api.db.pool.query('UPDATE pool SET created_at = $2 WHERE id = $1', [
      id,
      new Date(Date.UTC(2026, 0, 1, 0, 0, place)),
    ]);
  }
  return { ...client, ids };
}

describe('the list of pools', () => {
  it('is read newest first, by its links', async () => {
    const { key, ids } = await aClientWithPools(0, 1, 0, 2, 0);
    const pages = await readAllPages(api, key, '/inventory/pools?limit=2');
    expect(collectIds(pages)).toEqual(ids.toReversed());
    expect(pages.map(({ meta }) => meta.total)).toEqual([5, 5, 5]);
  });

  it.each(['asc', 'desc'])(
    'sorted %s by available resources neither repeats nor skips a pool, and an empty one has 0',
    async (sortOrder) => {
      const { key } = await aClientWithPools(3, 0, 1, 0, 2, 1);
      const pages = await readAllPages(
        api,
        key,
        `/inventory/pools?limit=2&sortBy=availableResourcesCount&sortOrder=${sortOrder}`,
      );
      const counts = pages.flatMap(({ items }) =>
        items.map((item) => (item as unknown as { availableResourcesCount: number }).availableResourcesCount),
      );
      expect(counts).toEqual(sortOrder === 'asc' ? [0, 0, 1, 1, 2, 3] : [3, 2, 1, 1, 0, 0]);
      expect(new Set(collectIds(pages)).size).toBe(6);
      const backwards = await readAllPages(api, key, pages.at(-1)?.prev ?? '', { direction: 'prev' });
      expect(collectIds(backwards.toReversed())).toEqual(collectIds(pages.slice(0, -1)));
    },
  );

  it('is filtered by whether a pool runs low', async () => {
    const client = await aClientWithPools(2, 3);
    const [low = '', enough = ''] = client.ids;
    await api.db.prisma.pool.updateMany({
      where: { id: { in: [low, enough] } },
      data: { lowAvailabilityThreshold: 3 },
    });
    await announceLowPools(api.db);
    const found = async (isLow: boolean) => await readPage(api, client.key, `/inventory/pools?isLow=${isLow}`);
    expect(await found(true)).toMatchObject({ items: [{ id: low }], meta: { total: 1 } });
    expect(await found(false)).toMatchObject({ items: [{ id: enough }], meta: { total: 1 } });
  });

  it('is filtered by a part of the name, without wildcards, by broker and by types', async () => {
    const { key } = await api.anOperatorsClient();
    const [one, other] = [await aBroker(api.db), await aBroker(api.db)];
    const numbers = await aPool(api.db, { brokerId: one.id });
    const sims = await aPool(api.db, { brokerId: one.id, type: 'SIM' });
    const others = await aPool(api.db, { brokerId: other.id });
    await api.db.pool.query("UPDATE pool SET name = '50%_Off' WHERE id = $1", [numbers.id]);
    const found = async (query: string) =>
      collectIds([await readPage(api, key, `/inventory/pools?${query}`)]).toSorted();
    expect(await found('name=%25_o')).toEqual([numbers.id]);
    expect(await found('name=0_')).toEqual([]);
    expect(await found(`brokerId=${one.id}`)).toEqual([numbers.id, sims.id].toSorted());
    expect(await found(`brokerId=${one.id}&typeId=${simTypeId}`)).toEqual([sims.id]);
    expect(await found(`brokerId=${one.id}&typeId=${simTypeId},${msisdnTypeId}`)).toEqual(
      [numbers.id, sims.id].toSorted(),
    );
    expect(await found(`brokerId=${one.id}&typeId=${simTypeId}&typeId=${msisdnTypeId}&name=OFF`)).toEqual([numbers.id]);
    expect(await found(`brokerId=${other.id}`)).toEqual([others.id]);
  });

  it.each([
    'name=',
    'brokerId=1',
    'typeId=',
    'sortBy=name',
    'brokerId=018f0000-0000-7000-8000-000000000001,018f0000-0000-7000-8000-000000000002',
  ])('returns 400 for %s', async (query) => {
    const { key } = await api.aClient();
    const response = await fetch(`${api.url}/inventory/pools?${query}`, { headers: { 'X-API-Key': key } });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: [{ parameter: query.split('=')[0] }] },
    ]);
  });
});
