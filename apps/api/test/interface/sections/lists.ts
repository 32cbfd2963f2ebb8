import { expect } from 'vitest';
import type { InterfaceWorld } from '../interface-world.ts';
import { pageOfPooledResources, pageOfResources, resourceStatuses } from '../record-schemas.ts';
import { bodyOf, type Sentence } from '../sentence.ts';
import { poolSize, type StoredResource } from '../stock.ts';

interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly meta: {
    readonly total: number;
    readonly page: number;
    readonly pageSize: number;
    readonly totalPages: number;
  };
}

const pageLimit = 100;
const resources = '/inventory/resources';
const both = 'GET /inventory/resources and /inventory/pools/{poolId}/resources';

async function list({ sendAsOperator }: InterfaceWorld, path: string, query = ''): Promise<Page> {
  return bodyOf(await sendAsOperator(query === '' ? path : `${path}?${query}`)) as unknown as Page;
}

/** A list of resources, and the stored resources that it can contain. */
interface ListOfResources {
  readonly path: string;
  readonly stored: readonly StoredResource[];
}

const listsOf = ({ ids, stock }: InterfaceWorld): readonly ListOfResources[] => [
  { path: resources, stored: stock.resources },
  {
    path: `/inventory/pools/${ids.poolId}/resources`,
    stored: stock.resources.filter(({ poolId }) => poolId === ids.poolId),
  },
];

const idsOf = (items: readonly { readonly id: string }[]): readonly string[] => items.map(({ id }) => id);

/** Fails if the page does not have exactly the expected resources, or if these are none or all of the stored ones. */
function expectExactly(
  { items, meta }: Page,
  stored: readonly { readonly id: string }[],
  expectedItems: readonly { readonly id: string }[],
): void {
  expect(expectedItems.length).toBeGreaterThan(0);
  expect(expectedItems.length).toBeLessThan(stored.length);
  expect(idsOf(items).toSorted()).toEqual(idsOf(expectedItems).toSorted());
  expect(meta.total).toBe(expectedItems.length);
}

interface Filter {
  readonly query: string;
  readonly matches: (resource: StoredResource) => boolean;
}

/** Reads both lists of resources, and expects exactly the resources that match each filter. */
const filtered = (
  says: string,
  request: string,
  filtersOf: (stored: readonly StoredResource[]) => readonly Filter[],
  result: string,
): Sentence => ({
  section: '4.3',
  says,
  request: `${both}?${request}`,
  async see(world) {
    for (const { path, stored } of listsOf(world)) {
      for (const { query, matches } of filtersOf(stored)) {
        expectExactly(await list(world, path, `${query}&limit=${pageLimit}`), stored, stored.filter(matches));
      }
    }
    return result;
  },
});

type Timed = 'createdAt' | 'updatedAt';

/** Tests a time bound with the time of a resource in the middle. */
const boundary = (parameter: string, member: Timed, ref: string): Sentence =>
  filtered(
    `${ref}, \`${parameter}\`, is an inclusive bound of ${member}, in ISO 8601.`,
    `${parameter}=...`,
    (stored) => {
      const bound = stored.map((each) => each[member]).toSorted()[Math.floor(stored.length / 2)] as string;
      const matches = (each: StoredResource) =>
        parameter.endsWith('From') ? each[member] >= bound : each[member] <= bound;
      // The second text is the same time with the offset -03:00.
      const withOffset = new Date(Date.parse(bound) - 3 * 3_600_000).toISOString().replace('Z', '-03:00');
      return [bound, withOffset].map((text) => ({ query: `${parameter}=${encodeURIComponent(text)}`, matches }));
    },
    'exactly the resources up to and including the bound',
  );

const orderedBy = <Item extends { readonly id: string }>(
  items: readonly Item[],
  keyOf: (item: Item) => string | number,
): readonly string[] => idsOf(items.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)));

const sorts = ['externalCode', 'createdAt', 'updatedAt'] as const;

const sortedBy = (section: string, field: (typeof sorts)[number]): Sentence => ({
  section,
  says: `Q2, \`sortBy\`, accepts ${field}; Q3, \`sortOrder\`, accepts asc and desc.`,
  request:
    `GET /inventory/${section === '4.4' ? 'resources' : 'pools/{poolId}/resources'}` + `?sortBy=${field}&sortOrder=...`,
  async see(world) {
    const { path, stored } = listsOf(world)[section === '4.4' ? 0 : 1] as ListOfResources;
    const expected = orderedBy(stored, (resource) => resource[field]);
    for (const [sortOrder, ids] of [['asc', expected] as const, ['desc', expected.toReversed()] as const]) {
      const { items } = await list(world, path, `sortBy=${field}&sortOrder=${sortOrder}&limit=${pageLimit}`);
      expect(idsOf(items)).toEqual(ids.slice(0, pageLimit));
    }
    return 'in this order and reversed';
  },
});

type Named = 'status' | 'typeId' | 'poolId' | 'brokerId';

/** Tests a filter with two of at least three values. */
const multiValued = (
  ref: string,
  parameter: Named,
  valuesOf: (world: InterfaceWorld) => readonly string[],
): Sentence => ({
  section: '4.3',
  says: `${ref}, \`${parameter}\`, accepts several values, repeated or with commas.`,
  request: `GET /inventory/resources?${parameter}=A&${parameter}=B, then ${parameter}=A,B`,
  async see(world) {
    const { resources: stored } = world.stock;
    const [first, second] = valuesOf(world);
    for (const query of [`${parameter}=${first}&${parameter}=${second}`, `${parameter}=${first},${second}`]) {
      for (const value of [first, second]) expect(stored.some((resource) => resource[parameter] === value)).toBe(true);
      const expectedItems = stored.filter(
        (resource) => resource[parameter] === first || resource[parameter] === second,
      );
      expectExactly(await list(world, resources, `${query}&limit=${pageLimit}`), stored, expectedItems);
    }
    return 'exactly the resources of both values, in both notations';
  },
});

/** Lists the values of a member, the rarest first. */
function rarest({ stock }: InterfaceWorld, member: Named): readonly string[] {
  const values = [...new Set(stock.resources.map((resource) => resource[member]))];
  const countOf = (value: string) => stock.resources.filter((resource) => resource[member] === value).length;
  return values.toSorted((one, other) => countOf(one) - countOf(other));
}

const rejection = (section: string, says: string, path: string, status: number): Sentence => ({
  section,
  says,
  request: `GET ${path}`,
  async see({ sendRequest }) {
    const response = await sendRequest(path);
    expect(response.status).toBe(status);
    return (
      `${response.status}, ` +
      `${(JSON.parse(response.text) as { errors?: { parameter: string }[] }).errors
        ?.map(({ parameter }) => parameter)
        .join(', ')}`
    );
  },
});

/**
 * Sections 2 to 4.4 and 8: envelopes, limits, sorting and filters. An operator reads the lists, so that they contain
 * several brokers.
 */
export const lists: readonly Sentence[] = [
  {
    section: '2',
    says: 'A list returns `items` and `meta` with the integers total, page, pageSize and totalPages.',
    request: `${both}?limit=10`,
    async see(world) {
      for (const { path, stored } of listsOf(world)) {
        const body = await list(world, path, 'limit=10');
        const page = path === resources ? pageOfResources : pageOfPooledResources;
        expect(page.safeParse(body).error?.issues ?? []).toEqual([]);
        expect(body.meta).toEqual({
          total: stored.length,
          page: 1,
          pageSize: 10,
          totalPages: Math.ceil(stored.length / 10),
        });
        expect(body.items).toHaveLength(10);
      }
      return '10 items, page 1 of all pages, and no other member';
    },
  },
  {
    section: '4.3',
    says: 'Q1, `limit`, is at most 100.',
    request: `${both}?limit=100`,
    async see(world) {
      for (const { path } of listsOf(world))
        expect((await list(world, path, `limit=${pageLimit}`)).items).toHaveLength(pageLimit);
      return `${pageLimit} of ${poolSize} and more`;
    },
  },
  rejection('8', 'A limit above 100 is rejected.', '/inventory/resources?limit=101', 400),
  {
    section: '4.3',
    says: 'Q2, `sortBy`, is createdAt by default; Q3, `sortOrder`, is desc.',
    request: both,
    async see(world) {
      for (const { path, stored } of listsOf(world)) {
        const { items } = await list(world, path);
        expect(items.length).toBeGreaterThan(1);
        expect(idsOf(items)).toEqual(
          orderedBy(stored, ({ createdAt }) => createdAt)
            .toReversed()
            .slice(0, items.length),
        );
      }
      return 'the newest first';
    },
  },
  ...['4.3a', '4.4'].flatMap((section) => sorts.map((field) => sortedBy(section, field))),
  boundary('createdAtFrom', 'createdAt', 'Q4'),
  boundary('createdAtTo', 'createdAt', 'Q5'),
  boundary('updatedAtFrom', 'updatedAt', 'Q6'),
  boundary('updatedAtTo', 'updatedAt', 'Q7'),
  filtered(
    'Q8, `externalCode`, is a part of the code, in upper or lower case, of 1 character or more.',
    'externalCode=...',
    () =>
      ['CHIP-AB-03', 'chip-ab-03', 'hIp-aB-03', '9'].map((part) => ({
        query: `externalCode=${part}`,
        matches: ({ externalCode }) => has(externalCode, part),
      })),
    'exactly the codes with this part',
  ),
  rejection('8', 'An empty external code is rejected.', '/inventory/resources?externalCode=', 400),
  multiValued('Q9', 'status', () => ['reserved', 'active']),
  ...resourceStatuses.map((status) =>
    filtered(
      `Q9 accepts ${status}.`,
      `status=${status}`,
      () => [{ query: `status=${status}`, matches: (resource) => resource.status === status }],
      'exactly the resources of this status',
    ),
  ),
  multiValued('Q10', 'typeId', (world) => rarest(world, 'typeId')),
  multiValued('Q11', 'poolId', (world) => rarest(world, 'poolId')),
  multiValued('Q12', 'brokerId', (world) => rarest(world, 'brokerId')),
  {
    section: '4.3a',
    says: 'The list of a pool accepts Q10 and Q12 too.',
    request: 'GET /inventory/pools/{poolId}/resources?typeId=..., then brokerId=...',
    async see(world) {
      const { path, stored } = listsOf(world)[1] as ListOfResources;
      for (const member of ['typeId', 'brokerId'] as const) {
        const own = stored[0]?.[member];
        const others = rarest(world, member).filter((value) => value !== own);
        expect((await list(world, path, `${member}=${own},${others[0]}`)).meta.total).toBe(stored.length);
        expect((await list(world, path, `${member}=${others[0]},${others[1]}`)).meta.total).toBe(0);
      }
      return 'all with its own type or broker, none with others';
    },
  },
  {
    section: '4.3',
    says: 'Q11 is for the global list only.',
    request: 'GET /inventory/pools/{poolId}/resources?poolId=...',
    async see({ sendRequest, ids }) {
      const { status } = await sendRequest(`/inventory/pools/${ids.poolId}/resources?poolId=${ids.poolId}`);
      expect(status).toBe(400);
      return '400';
    },
  },
  filtered(
    'Q13, `attributes`, is a JSON object that attributes match exactly.',
    'attributes={"tier":"gold"}',
    () => [
      {
        query: `attributes=${encodeURIComponent('{"tier":"gold"}')}`,
        matches: ({ attributes }) => attributes.tier === 'gold',
      },
    ],
    `5 of ${poolSize}, and none whose tier is Gold or golden`,
  ),
  rejection('8', 'An empty pool name is rejected.', '/inventory/pools?name=', 400),
];

const has = (code: string, part: string): boolean => code.toLowerCase().includes(part.toLowerCase());
