import { expect } from 'vitest';
import { type InterfaceWorld, poolSize } from '../interface-world.ts';
import { bodyOf, type Sentence } from '../sentence.ts';
import { resourceStatuses } from './records.ts';

interface Item {
  readonly id: string;
  readonly name?: string;
  readonly externalCode?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly brokerId: string;
  readonly status?: string;
  readonly attributes?: { readonly tier?: string };
  readonly availableResourcesCount?: number;
}

interface Page {
  readonly items: readonly Item[];
  readonly meta: { readonly total: number; readonly page: number; readonly pageSize: number; readonly totalPages: number };
}

const resources = '/inventory/resources';
const paths = ({ ids }: InterfaceWorld) => [resources, `/inventory/pools/${ids.poolId}/resources`];

async function list({ ask }: InterfaceWorld, path: string, query = ''): Promise<Page> {
  return bodyOf(await ask(query === '' ? path : `${path}?${query}`)) as unknown as Page;
}

/** Asks both lists of resources, and answers what `look` says of both, which has to be the same. */
const both = (
  section: string,
  says: string,
  query: string | ((world: InterfaceWorld, item: Item) => string),
  look: (page: Page, item: Item) => string,
): Sentence => ({
  section,
  says,
  request: `GET /inventory/resources and /inventory/pools/{poolId}/resources?${typeof query === 'string' ? query : nameOf(says)}`,
  async see(world) {
    const seen: string[] = [];
    for (const path of paths(world)) {
      const item = (await list(world, path, 'sortBy=externalCode&sortOrder=asc&limit=1')).items[0] as Item;
      const page = await list(world, path, typeof query === 'string' ? query : query(world, item));
      seen.push(look(page, item));
    }
    expect(seen[1]).toBe(seen[0]);
    return seen[0] ?? '';
  },
});

/** The name of the parameter stands between backticks. */
const nameOf = (says: string): string => `${says.match(/`([^`]+)`/)?.[1] ?? ''}=...`;

const allOf = (items: readonly Item[], holds: (item: Item) => boolean): void => expect(items.map(holds)).toEqual(items.map(() => true));
const partOf = (code: string) => code.slice(-6);
const sorted = (values: readonly string[]) => expect(values).toEqual(values.toSorted());

const refusals = (section: string, says: string, path: string, status: number): Sentence => ({
  section,
  says,
  request: `GET ${path}`,
  async see({ ask }) {
    const answer = await ask(path);
    expect(answer.status).toBe(status);
    return `${answer.status}, ${(JSON.parse(answer.text) as { errors?: { parameter: string }[] }).errors?.map(({ parameter }) => parameter).join(', ')}`;
  },
});

const boundary = (parameter: string, member: 'createdAt' | 'updatedAt', section: string): Sentence =>
  both(
    section,
    `\`${parameter}\` is an inclusive bound of ${member}, in ISO 8601.`,
    (_world, item) => `${parameter}=${encodeURIComponent(item[member])}`,
    ({ items }, item) => {
      const inRange = (each: Item) => (parameter.endsWith('From') ? each[member] >= item[member] : each[member] <= item[member]);
      allOf(items, inRange);
      expect(items.length).toBeGreaterThan(0);
      return 'items up to and with the bound';
    },
  );

const multiValued = (
  ref: string,
  parameter: string,
  values: (world: InterfaceWorld) => readonly [string, string],
  path: (world: InterfaceWorld) => string,
): Sentence => ({
  section: '4.3',
  says: `${ref}, \`${parameter}\`, takes several values, repeated or with commas.`,
  request: `GET /inventory/resources?${parameter}=A&${parameter}=B, then ${parameter}=A,B`,
  async see(world) {
    const [first, second] = values(world);
    const repeated = await list(world, path(world), `${parameter}=${first}&${parameter}=${second}`);
    const withCommas = await list(world, path(world), `${parameter}=${first},${second}`);
    expect(withCommas).toEqual(repeated);
    expect(repeated.meta.total).toBeGreaterThan(0);
    return 'the same items both ways';
  },
});

const someId = '018f0000-0000-7000-8000-000000000000';

/** Sections 4.3 to 4.5 and 8: envelopes, limits, sorting and filters. */
export const lists: readonly Sentence[] = [
  both('2', 'A list answers `items` and `meta` with the integers total, page, pageSize and totalPages.', 'limit=10', ({ items, meta }) => {
    expect(meta).toMatchObject({ total: expect.any(Number), page: 1, pageSize: 10, totalPages: Math.ceil(meta.total / 10) });
    expect(Object.values(meta).filter(Number.isInteger).length).toBeGreaterThanOrEqual(4);
    return `${items.length} items, page 1 of ${Math.ceil(meta.total / 10)}`;
  }),
  both('4.3', 'Q1, `limit`, is at most 100.', 'limit=100', ({ items }) => `${items.length} of ${poolSize} and more`),
  refusals('8', 'A limit above 100 is refused.', '/inventory/resources?limit=101', 400),
  both('4.3', 'Q2, `sortBy`, is createdAt by default; Q3, `sortOrder`, is desc.', '', ({ items }) => {
    sorted(items.map(({ createdAt }) => createdAt).toReversed());
    return 'the newest first';
  }),
  ...(['externalCode', 'createdAt', 'updatedAt'] as const).map((field) =>
    both('4.3a', `Q2, \`sortBy\`, takes ${field}.`, `sortBy=${field}&sortOrder=asc&limit=100`, ({ items }) => {
      sorted(items.map((item) => String(item[field])));
      return 'in that order';
    }),
  ),
  boundary('createdAtFrom', 'createdAt', '4.3'),
  boundary('createdAtTo', 'createdAt', '4.3'),
  boundary('updatedAtFrom', 'updatedAt', '4.3'),
  boundary('updatedAtTo', 'updatedAt', '4.3'),
  both(
    '4.3',
    'Q8, `externalCode`, is a part of the code, in upper or lower case, of 1 character or more.',
    (_world, { externalCode = '' }) => `externalCode=${partOf(externalCode)}`,
    ({ items }, { externalCode = '' }) => {
      allOf(items, (item) => item.externalCode?.includes(partOf(externalCode)) === true);
      expect(items.length).toBeGreaterThan(0);
      return 'the codes with that part';
    },
  ),
  refusals('8', 'An external code of no character is refused.', '/inventory/resources?externalCode=', 400),
  multiValued(
    'Q9',
    'status',
    () => ['available', 'reserved'],
    () => resources,
  ),
  ...resourceStatuses.map((status) =>
    both('4.3', `Q9 takes ${status}.`, `status=${status}`, ({ items }) => {
      allOf(items, (item) => item.status === status);
      return status === 'available' ? 'items of that status' : 'no other item';
    }),
  ),
  multiValued(
    'Q10',
    'typeId',
    ({ ids }) => [ids.typeId, someId],
    () => resources,
  ),
  multiValued(
    'Q11',
    'poolId',
    ({ ids }) => [ids.poolId, someId],
    () => resources,
  ),
  multiValued(
    'Q12',
    'brokerId',
    ({ ids }) => [ids.brokerId, someId],
    () => resources,
  ),
  {
    section: '4.3',
    says: 'Q11 is for the global list only.',
    request: 'GET /inventory/pools/{poolId}/resources?poolId=...',
    async see({ ask, ids }) {
      const { status } = await ask(`/inventory/pools/${ids.poolId}/resources?poolId=${ids.poolId}`);
      expect(status).toBe(400);
      return '400';
    },
  },
  both(
    '4.3',
    'Q13, `attributes`, is a JSON object that attributes match exactly.',
    `attributes=${encodeURIComponent('{"tier":"gold"}')}`,
    ({ items, meta }) => {
      allOf(items, ({ attributes }) => attributes?.tier === 'gold');
      return `${meta.total} of ${poolSize} and more`;
    },
  ),
  ...(['createdAt', 'availableResourcesCount'] as const).map(
    (field): Sentence => ({
      section: '4.5',
      says: `The list of pools is sorted by ${field}${field === 'createdAt' ? ', by default' : ''}.`,
      request: `GET /inventory/pools${field === 'createdAt' ? '' : `?sortBy=${field}`}`,
      async see(world) {
        const { items } = await list(world, '/inventory/pools', field === 'createdAt' ? '' : `sortBy=${field}`);
        const values = items.map((item) => item[field] ?? '');
        expect(values).toEqual(values.toSorted((one, other) => (one < other ? 1 : -1)));
        return `${items.length} pools, in that order`;
      },
    }),
  ),
  ...(['name', 'brokerId', 'typeId'] as const).map(
    (parameter): Sentence => ({
      section: '4.5',
      says: {
        name: 'Pools are found by a part of the name, in upper or lower case.',
        brokerId: 'Pools are found by one broker.',
        typeId: 'Pools are found by resource types.',
      }[parameter],
      request: `GET /inventory/pools?${parameter}=...`,
      async see(world) {
        const value = parameter === 'name' ? `POOL ${world.ids.poolId.slice(0, 8)}` : world.ids[parameter];
        const { items } = await list(world, '/inventory/pools', `${parameter}=${encodeURIComponent(value)}`);
        expect(items.map(({ id }) => id)).toContain(world.ids.poolId);
        return `${items.length} pool${items.length === 1 ? '' : 's'}`;
      },
    }),
  ),
  refusals('8', 'A pool name of no character is refused.', '/inventory/pools?name=', 400),
];
