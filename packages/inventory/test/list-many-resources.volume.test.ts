import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { assembled } from '@linework/db/statement';
import { decodeCursor } from '@linework/http/cursor';
import { allocateClaim } from '@linework/inventory/line-resources/allocate-claim';
import { reserveResources } from '@linework/inventory/reservations/reserve-resources';
import { listResources } from '@linework/inventory/resource-list/list-resources';
import type { ResourceFilters } from '@linework/inventory/resource-list/resource-filters';
import { resourceSorts } from '@linework/schemas/inventory/resource-filters';
import { msisdnTypeId } from '@linework/schemas/inventory/resource-type';
import { aCallerOf, anOperator } from '@linework/testing/callers';
import { groupResources } from '@linework/testing/inventory/find-states';
import { sql } from '@linework/testing/sql';
import { manyResources } from '@linework/testing/volume/many-resources';
import { anExplainingDb, type ExplainedStatement, type Plan } from '@linework/testing/volume/open-explaining-db';
import { describe, expect, it } from 'vitest';

const { db, content: many } = await anExplainingDb((filled) => manyResources(filled, 250_000));

function findSeqScans(plan: Plan): readonly string[] {
  const own =
    plan['Node Type'] === 'Seq Scan' &&
    plan['Relation Name']?.startsWith('resource') &&
    plan['Relation Name'] !== 'resource_type'
      ? [plan['Relation Name']]
      : [];
  return [...own, ...(plan.Plans ?? []).flatMap(findSeqScans)];
}

type Filters = Partial<ResourceFilters>;
const at = (day: string) => new Date(`2024-${day}T00:00:00Z`);
const orders = [{}, { sortBy: 'updatedAt' }, { sortBy: 'externalCode', sortOrder: 'asc' }] as const;

/** Each filter alone, and the usual combinations. */
const filters: Readonly<Record<string, () => Filters>> = {
  'no filter': () => ({}),
  'createdAt from': () => ({ createdAtFrom: at('02-01') }),
  'createdAt to': () => ({ createdAtTo: at('01-10') }),
  'createdAt of an hour': () => ({ createdAtFrom: at('01-10'), createdAtTo: new Date('2024-01-10T01:00:00Z') }),
  'updatedAt from': () => ({ updatedAtFrom: at('12-20') }),
  'updatedAt to': () => ({ updatedAtTo: at('01-10') }),
  'externalCode, three characters': () => ({ externalCode: '791' }),
  'externalCode, all of it': () => ({ externalCode: '+5501900007919' }),
  'externalCode, a beginning': () => ({ externalCode: '+55019' }),
  'status available': () => ({ status: ['available'] }),
  'status active': () => ({ status: ['active'] }),
  'status reserved': () => ({ status: ['reserved'] }),
  'status quarantined, decommissioned': () => ({ status: ['quarantined', 'decommissioned'] }),
  type: () => ({ typeId: [msisdnTypeId] }),
  'one pool': () => ({ poolId: many.poolIds.slice(0, 1) }),
  'five pools': () => ({ poolId: many.poolIds.slice(3, 8) }),
  'one broker': () => ({ brokerId: many.brokerIds.slice(0, 1) }),
  'three brokers': () => ({ brokerId: many.brokerIds.slice(0, 3) }),
  'attributes, rare': () => ({ attributes: { batch: 37, tier: 'gold' } }),
  'attributes, frequent': () => ({ attributes: { tier: 'plain' } }),
  'pool and status available': () => ({ poolId: many.poolIds.slice(0, 1), status: ['available'] }),
  'pool and status active': () => ({ poolId: many.poolIds.slice(0, 1), status: ['active'] }),
  'broker and externalCode': () => ({ brokerId: many.brokerIds.slice(0, 1), externalCode: '791' }),
  'status and externalCode': () => ({ status: ['available'], externalCode: '791' }),
  'status and externalCode, four characters': () => ({ status: ['available'], externalCode: '0791' }),
  'status and attributes': () => ({ status: ['active'], attributes: { tier: 'gold' } }),
  'type, status and createdAt': () => ({ typeId: [msisdnTypeId], status: ['available'], createdAtFrom: at('02-01') }),
};

async function explain(caller: Caller, filters: Filters, queried: Pick<Db, 'query'> = db) {
  const observed = db.explain(queried);
  const query: ResourceFilters = { sortBy: 'createdAt', sortOrder: 'desc', limit: 20, ...filters };
  const page = await listResources(observed, caller, query);
  return { page, query, explained: observed.explained, ofPage: observed.explained.at(-1) as ExplainedStatement };
}

/** A filter that most resources match is counted by reading all of them; no index is cheaper. */
const fullyScanned = ['attributes, frequent'];
/** Pages of 8 KiB: about twice as many as the two tables have. A scan in the wrong order reads 30,000 to 1,000,000. */
const blockLimit = 20_000;

/** Statistics of codes that contain no such fragment. */
const expectFewMatches = `SELECT pg_restore_attribute_stats(
    'schemaname', 'public', 'relname', 'resource', 'attname', 'external_code', 'inherited', false,
    'null_frac', 0::real, 'avg_width', 15, 'n_distinct', -1::real,
    'histogram_bounds',
      (SELECT array_agg('+5501' || to_char(n, 'FM000') ORDER BY n)::text FROM generate_series(100, 600) n))`;

describe('among 250,000 resources', () => {
  const cases = Object.keys(filters).flatMap((name) => orders.map((order) => [name, order] as const));

  it.each(cases)(
    'the list by %s in the order %o reads no whole table, for its first page and after a cursor',
    async (name, order) => {
      const { page, query, explained, ofPage } = await explain(anOperator(), { ...filters[name]?.(), ...order });
      expect(page.items.length).toBeGreaterThan(0);
      const indexed = fullyScanned.includes(name) ? [ofPage] : explained;
      expect(indexed.flatMap(({ plan }) => findSeqScans(plan))).toEqual([]);
      const cursor = page.pages.next && decodeCursor(page.pages.next.cursor, resourceSorts);
      if (cursor) expect(findSeqScans((await explain(anOperator(), { ...query, cursor })).ofPage.plan)).toEqual([]);
      // Finding a page costs no more than counting the matches, or little.
      const toCount = Math.max(...explained.slice(0, -1).map(({ blocks }) => blocks));
      if (query.sortBy !== 'externalCode') expect(ofPage.blocks).toBeLessThan(Math.max(blockLimit, 2 * toCount));
    },
  );

  it('the list by a code fragment is read in its order, even if the planner expects few matches', async () => {
    await db.dryRun(async (tx) => {
      await tx.query(assembled({ text: expectFewMatches, values: [] }));
      const { ofPage } = await explain(anOperator(), { externalCode: '791', sortBy: 'updatedAt' }, tx);
      expect(ofPage.blocks).toBeLessThan(blockLimit);
    });
  });

  it.each(orders)(
    'the list of one broker in the order %o reads few blocks on any page and after any cursor',
    async (order) => {
      const caller = aCallerOf({ id: many.brokerIds[4] ?? '' });
      const far = await explain(caller, { ...order, page: 1_000 });
      expect(findSeqScans(far.ofPage.plan)).toEqual([]);
      const cursor = decodeCursor(far.page.pages.next?.cursor ?? '', resourceSorts);
      const behind = await explain(caller, { ...order, cursor });
      expect(behind.page.items).toHaveLength(20);
      expect(behind.ofPage.blocks).toBeLessThan(1_000);
    },
  );

  it.each(orders)('page 1,000 in the order %o follows the 999 pages before it', async (order) => {
    const poolId = many.poolIds.slice(10, 22);
    const { page } = await explain(anOperator(), { ...order, poolId, status: ['available', 'active'], page: 1_000 });
    const { sortBy = 'createdAt', sortOrder = 'desc' } = order as Filters;
    const column = { createdAt: 's.created_at', updatedAt: 's.updated_at', externalCode: 'r.external_code' }[sortBy];
    const sorted = await db.query(
      assembled<{ readonly id: string }>({
        text: `SELECT r.id
         FROM resource r
         JOIN resource_state s ON s.resource_id = r.id
         WHERE r.pool_id = ANY($1::uuid[]) AND s.status IN ('available', 'active')
         ORDER BY ${column} ${sortOrder}, r.id ${sortOrder} OFFSET 19980 LIMIT 20`,
        values: [poolId],
      }),
    );
    expect(page.items.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
  });

  it.each(['MSISDN', 'SIM'] as const)(
    'the next %s for a line is allocated from its pool with few blocks, past resources that do not qualify',
    async (type) => {
      const [poolId = '', brokerId = ''] = [many.poolIds[type === 'SIM' ? 4 : 0], many.brokerIds[0]];
      const next = await db.query(sql<{ readonly id: string }>`SELECT resource_id AS id
           FROM resource_state
           WHERE pool_id = ${poolId}::uuid AND status = 'available'
           ORDER BY created_at, resource_id
           LIMIT 100`);
      const good = next.at(-1)?.id ?? '';
      if (type === 'MSISDN')
        await groupResources(
          db,
          next.slice(0, -1).map(({ id }) => id),
        );
      else await db.prisma.resource.update({ where: { id: good }, data: { imsi: '724110000000001' } });
      const observed = db.explain(db);
      expect(await allocateClaim(observed, brokerId, { type, from: { poolId } })).toBe(good);
      expect(observed.explained.map(({ plan }) => findSeqScans(plan))).toEqual([[]]);
      expect(observed.explained[0]?.blocks).toBeLessThan(1_000);
    },
  );

  it('numbers of concurrent requests are reserved by a plan that reads no whole table', async () => {
    const caller = aCallerOf({ id: many.brokerIds[0] ?? '' });
    const [, poolId = ''] = many.poolIds;
    const planned: Plan[] = [];
    const planning: Db = {
      ...db,
      async query(statement, ...given) {
        const { rows } = await db.pool.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${statement.text}`);
        planned.push(rows[0]['QUERY PLAN'][0].Plan);
        return db.query(statement, ...given);
      },
    };
    await Promise.all([1, 2].map(() => reserveResources(planning, { caller, from: { poolId }, quantity: 1 })));
    expect(planned).toHaveLength(1);
    expect(planned.flatMap(findSeqScans)).toEqual([]);
  });
});
