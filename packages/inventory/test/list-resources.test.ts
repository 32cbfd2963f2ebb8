import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '@linework/auth/caller';
import { type OpenDb, openDb } from '@linework/db/db';
import { decodeCursor } from '@linework/http/cursor';
import { listResources } from '@linework/inventory/resource-list/list-resources';
import type { ResourceFilters } from '@linework/inventory/resource-list/resource-filters';
import { resourceSorts } from '@linework/schemas/inventory/resource-filters';
import { aCallerOf, anOperator } from '@linework/testing/callers';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { runsOf } from '@linework/testing/run/sample';
import { takesLong } from '@linework/testing/run/takes-long';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  codeParts,
  longParts,
  type PlainInventory,
  type PlainResource,
  seedInventory,
  someAttributes,
  someStatuses,
  someTimes,
} from './plain-inventory.ts';

takesLong('many-cases');

let testDb: TestDb;
let db: OpenDb;
let seeded: PlainInventory;
beforeAll(async () => {
  testDb = await createTestDb();
  db = openDb({ url: testDb.url });
  seeded = await seedInventory(db, 400);
});
afterAll(async () => {
  await db.close();
  await testDb.drop();
});

type Filters = Partial<Omit<ResourceFilters, 'cursor'>>;

const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0);

/** The expected content of a list: a scan of all resources, then sorted. */
function expected(caller: Caller, filters: ResourceFilters): readonly string[] {
  const { sortBy, sortOrder } = filters;
  const value = (resource: PlainResource) =>
    sortBy === 'externalCode' ? resource.externalCode : resource[sortBy].getTime();
  const sorted = seeded.resources
    .filter(
      (resource) => (caller.brokerId === null || resource.brokerId === caller.brokerId) && isMatch(resource, filters),
    )
    .toSorted((one, other) => compare(value(one), value(other)) || compare(one.id, other.id));
  return (sortOrder === 'asc' ? sorted : sorted.toReversed()).map(({ id }) => id);
}

function isMatch(resource: PlainResource, filters: Filters): boolean {
  const { createdAt, updatedAt, externalCode, status, typeId, poolId, brokerId, attributes } = resource;
  const isIn = (wanted: readonly string[] | undefined, value: string) => wanted === undefined || wanted.includes(value);
  return (
    (filters.createdAtFrom === undefined || createdAt >= filters.createdAtFrom) &&
    (filters.createdAtTo === undefined || createdAt <= filters.createdAtTo) &&
    (filters.updatedAtFrom === undefined || updatedAt >= filters.updatedAtFrom) &&
    (filters.updatedAtTo === undefined || updatedAt <= filters.updatedAtTo) &&
    (filters.externalCode === undefined || externalCode.toLowerCase().includes(filters.externalCode.toLowerCase())) &&
    isIn(filters.status, status) &&
    isIn(filters.typeId, typeId) &&
    isIn(filters.poolId, poolId) &&
    isIn(filters.brokerId, brokerId) &&
    Object.entries(filters.attributes ?? {}).every(([name, wanted]) => isDeepStrictEqual(attributes[name], wanted))
  );
}

/** All ids of a list, read by its cursors. */
async function readAllPages(
  caller: Caller,
  filters: ResourceFilters,
): Promise<{ readonly ids: readonly string[]; readonly totals: readonly number[] }> {
  const ids: string[] = [];
  const totals: number[] = [];
  let cursor: ResourceFilters['cursor'];
  do {
    const page = await listResources(db, caller, { ...filters, cursor });
    ids.push(...page.items.map(({ id }) => id));
    totals.push(page.meta.total);
    cursor = page.pages.next && decodeCursor(page.pages.next.cursor, resourceSorts);
  } while (cursor !== undefined);
  return { ids, totals };
}

/** Some of the seeded pools, types or brokers, by their indexes. */
const somePlaces = (kind: 'poolIds' | 'typeIds' | 'brokerIds', count: number) =>
  fc
    .subarray([...Array(count).keys()], { minLength: 1 })
    .map((places) => () => places.map((place) => seeded[kind][place] ?? ''));
const wrapValue = <Value>(arbitrary: fc.Arbitrary<Value>) => arbitrary.map((value) => () => value);

/** The values of each filter; known only after the resources are seeded. */
const filters: Readonly<Record<string, fc.Arbitrary<() => unknown>>> = {
  createdAtFrom: wrapValue(someTimes),
  createdAtTo: wrapValue(someTimes),
  updatedAtFrom: wrapValue(someTimes),
  updatedAtTo: wrapValue(someTimes),
  externalCode: wrapValue(fc.constantFrom(...codeParts)),
  status: wrapValue(someStatuses),
  attributes: wrapValue(someAttributes),
  poolId: somePlaces('poolIds', 6),
  typeId: somePlaces('typeIds', 2),
  brokerId: somePlaces('brokerIds', 3),
};
const someFilters = fc
  .subarray(Object.keys(filters), { maxLength: 3 })
  .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, filters[name] as never]))));
const withLongPart = fc
  .tuple(someFilters, fc.constantFrom(...longParts))
  .map(([chosen, externalCode]) => ({ ...chosen, externalCode: () => externalCode }));
const orders = fc.record({
  sortBy: fc.constantFrom('createdAt' as const, 'updatedAt' as const, 'externalCode' as const),
  sortOrder: fc.constantFrom('asc' as const, 'desc' as const),
  limit: fc.constantFrom(1, 7, 20, 100),
});
const callers = fc.constantFrom('operator', 'broker');

describe('a list of resources', () => {
  it.each([
    ['any filters', someFilters],
    ['a long code fragment and any others', withLongPart],
  ])('has the result of a full scan, in its order, on every page, with %s combined', async (_, filtersTogether) => {
    const runs = runsOf(100, 30);
    let notEmpty = 0;
    await fc.assert(
      fc.asyncProperty(filtersTogether, orders, callers, fc.nat(3), async (chosen, order, who, skipped) => {
        const caller = who === 'operator' ? anOperator() : aCallerOf({ id: seeded.brokerIds[0] ?? '' });
        const chosenFilters = Object.fromEntries(
          Object.entries(chosen).map(([name, value]) => [name, (value as () => unknown)()]),
        );
        const query: ResourceFilters = { ...order, ...chosenFilters };
        const all = expected(caller, query);
        const page = await listResources(db, caller, { ...query, page: skipped + 1 });
        expect(page.items.map(({ id }) => id)).toEqual(all.slice(skipped * query.limit, (skipped + 1) * query.limit));
        expect(page.meta.total).toBe(all.length);
        const read = await readAllPages(caller, { ...query, limit: Math.max(query.limit, 20) });
        expect(read.ids).toEqual(all);
        expect(read.totals.every((total) => total === all.length)).toBe(true);
        if (all.length > 0) notEmpty += 1;
      }),
      { numRuns: runs },
    );
    expect(notEmpty).toBeGreaterThan(runs / 5);
  });

  it.each(['createdAt', 'updatedAt', 'externalCode', 'status', 'typeId', 'poolId', 'brokerId', 'attributes'] as const)(
    'is filtered by %s alone',
    async (name) => {
      const [first] = seeded.resources.filter(({ attributes }) => Object.keys(attributes).length > 0);
      if (!first) throw new Error('No resource was seeded.');
      const value =
        name === 'attributes' ? Object.fromEntries(Object.entries(first.attributes).slice(0, 1)) : [first[name]];
      const times = { [`${name}From`]: first[name], [`${name}To`]: first[name] };
      const filter =
        name === 'createdAt' || name === 'updatedAt'
          ? times
          : { [name]: name === 'externalCode' ? first[name].slice(1, 4) : value };
      const query: ResourceFilters = { sortBy: 'createdAt', sortOrder: 'desc', limit: 100, ...filter };
      const all = expected(anOperator(), query);
      expect(all).toContain(first.id);
      expect(all.length).toBeLessThan(seeded.resources.length);
      expect((await readAllPages(anOperator(), query)).ids).toEqual(all);
    },
  );

  it('does not match a part of a nested attribute', async () => {
    const query = (attributes: object): ResourceFilters => ({
      sortBy: 'createdAt',
      sortOrder: 'desc',
      limit: 100,
      attributes: { ...attributes },
    });
    const whole = await readAllPages(anOperator(), query({ nested: { a: 1, b: [1, 2] } }));
    expect(whole.ids.length).toBeGreaterThan(0);
    for (const part of [{ a: 1 }, { b: [1, 2] }, { a: 1, b: [1] }, { a: 1, b: [2, 1] }, {}]) {
      expect((await readAllPages(anOperator(), query({ nested: part }))).ids, JSON.stringify(part)).toEqual(
        expected(anOperator(), query({ nested: part })),
      );
    }
  });
});
