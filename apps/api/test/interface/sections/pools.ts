import { expect } from 'vitest';
import type { InterfaceWorld } from '../interface-world.ts';
import { bodyOf, type Sentence } from '../sentence.ts';
import type { StoredPool } from '../stock.ts';

interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly meta: { readonly total: number; readonly pageSize: number };
}

const pools = '/inventory/pools';

async function list({ sendAsOperator }: InterfaceWorld, query = ''): Promise<Page> {
  return bodyOf(await sendAsOperator(query === '' ? pools : `${pools}?${query}`)) as unknown as Page;
}

const idsOf = (items: readonly { readonly id: string }[]): readonly string[] => items.map(({ id }) => id);
const ascending = (stored: readonly StoredPool[], field: 'createdAt' | 'availableResourcesCount'): readonly string[] =>
  idsOf(stored.toSorted((one, other) => (one[field] < other[field] ? -1 : 1)));

/** Fails if the list does not contain exactly the matching pools, or if these are none or all pools. */
async function expectFound(
  world: InterfaceWorld,
  query: string,
  matches: (pool: StoredPool) => boolean,
): Promise<void> {
  const stored = world.stock.pools;
  const expected = stored.filter(matches);
  expect(expected.length).toBeGreaterThan(0);
  expect(expected.length).toBeLessThan(stored.length);
  expect(idsOf((await list(world, query)).items).toSorted()).toEqual(idsOf(expected).toSorted());
}

const sortedBy = (field: 'createdAt' | 'availableResourcesCount', says: string): Sentence => ({
  section: '4.5',
  says,
  request: `GET /inventory/pools?sortBy=${field}&sortOrder=...`,
  async see(world) {
    const ids = ascending(world.stock.pools, field);
    expect(idsOf((await list(world, `sortBy=${field}&sortOrder=asc`)).items)).toEqual(ids);
    for (const query of [`sortBy=${field}&sortOrder=desc`, `sortBy=${field}`])
      expect(idsOf((await list(world, query)).items)).toEqual(ids.toReversed());
    return 'in this order, reversed, and reversed by default';
  },
});

/** Section 4.5: the list of pools. An operator reads it, so that it contains several brokers. */
export const poolLists: readonly Sentence[] = [
  {
    section: '4.5',
    says: 'Q1, `limit`, is at most 100.',
    request: 'GET /inventory/pools?limit=2, then 101',
    async see(world) {
      const { items, meta } = await list(world, 'limit=2');
      expect(items).toHaveLength(2);
      expect(meta).toEqual({
        total: world.stock.pools.length,
        page: 1,
        pageSize: 2,
        totalPages: Math.ceil(world.stock.pools.length / 2),
      });
      expect((await world.sendRequest(`${pools}?limit=100`)).status).toBe(200);
      expect((await world.sendRequest(`${pools}?limit=101`)).status).toBe(400);
      return '2 pools, then 400';
    },
  },
  {
    section: '4.5',
    says: 'Pools are sorted by createdAt by default; Q3 is desc.',
    request: 'GET /inventory/pools',
    async see(world) {
      expect(idsOf((await list(world)).items)).toEqual(ascending(world.stock.pools, 'createdAt').toReversed());
      return 'the newest first';
    },
  },
  sortedBy('createdAt', 'The sort field accepts createdAt; Q3 accepts asc and desc.'),
  sortedBy('availableResourcesCount', 'The sort field accepts availableResourcesCount; Q3 accepts asc and desc.'),
  {
    section: '4.5',
    says: 'Pools are found by a part of the name, in upper or lower case, of 1 character or more.',
    request: 'GET /inventory/pools?name=...',
    async see(world) {
      for (const part of ['OF THE NORTH', 'of the north', 'T']) {
        await expectFound(world, `name=${encodeURIComponent(part)}`, ({ name }) =>
          name.toLowerCase().includes(part.toLowerCase()),
        );
      }
      return 'exactly the pools with this part';
    },
  },
  {
    section: '4.5',
    says: 'Pools are found by a single broker.',
    request: 'GET /inventory/pools?brokerId=..., then with two',
    async see(world) {
      const brokers = [...new Set(world.stock.pools.map(({ brokerId }) => brokerId))];
      for (const broker of brokers)
        await expectFound(world, `brokerId=${broker}`, ({ brokerId }) => brokerId === broker);
      const { status } = await world.sendAsOperator(`${pools}?brokerId=${brokers[0]}&brokerId=${brokers[1]}`);
      expect([brokers.length, status]).toEqual([3, 400]);
      return 'exactly the pools of each broker; 400';
    },
  },
  {
    section: '4.5',
    says: 'Pools are found by resource types, several values, repeated or with commas.',
    request: 'GET /inventory/pools?typeId=A&typeId=B, then typeId=A,B',
    async see(world) {
      const [first, second, third] = [...new Set(world.stock.pools.map(({ typeId }) => typeId))];
      expect(third).toBeDefined();
      for (const query of [`typeId=${first}&typeId=${second}`, `typeId=${first},${second}`]) {
        await expectFound(world, query, ({ typeId }) => typeId === first || typeId === second);
      }
      return 'exactly the pools of both types, in both notations';
    },
  },
];
