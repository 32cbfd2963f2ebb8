import type { Caller } from '@linework/auth/caller';
import { assembled } from '@linework/db/statement';
import { decodeCursor } from '@linework/http/cursor';
import { selectOrders } from '@linework/lines/bulk-operations/select-orders';
import { listOrders } from '@linework/orders/list-orders';
import type { OrderPageQuery } from '@linework/orders/order-list/build-page-query';
import { orderSorts } from '@linework/schemas/orders/order-filters';
import { aCallerOf, anOperator } from '@linework/testing/callers';
import { manyOrders } from '@linework/testing/volume/many-orders';
import { anExplainingDb, type ExplainedStatement, type Plan } from '@linework/testing/volume/open-explaining-db';
import { describe, expect, it } from 'vitest';

const { db, content: many } = await anExplainingDb((filled) => manyOrders(filled, 250_000));

/** The other tables have few rows. If most of them match, the planner reads the whole table. */
const large = ['orders', 'line'];

function listSeqScans(plan: Plan): readonly string[] {
  const name = plan['Relation Name'];
  const own = plan['Node Type'] === 'Seq Scan' && large.includes(name ?? '') ? [name ?? ''] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(listSeqScans)];
}

type QueryOverrides = Partial<OrderPageQuery>;

const needAttention = { status: ['FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED'], superseded: false } as const;

/** Typical filters of an operator. Few of the orders match. */
const filters: Readonly<Record<string, () => QueryOverrides>> = {
  'the orders that need attention': () => needAttention,
  'one status of failed orders': () => ({ status: ['FAILED'] }),
  'the superseded orders': () => ({ superseded: true }),
  'an error code': () => ({ errorCode: ['unknown-subscriber'] }),
  'a frequent error code': () => ({ errorCode: ['timeout'], superseded: false }),
  'a step': () => ({ step: ['LINE_BLOCK.SUSPEND_NETWORK'] }),
  'a step and an error code of a broker': () => ({
    step: ['LINE_BLOCK.SUSPEND_NETWORK'],
    errorCode: ['timeout'],
    brokerId: many.brokerIds.slice(2, 3),
  }),
  'a bulk operation': () => ({ bulkOperationId: [many.bulkId] }),
  'a number': () => ({ msisdn: many.line.msisdn }),
  'an external code': () => ({ externalCode: many.line.externalCode }),
  'a line': () => ({ lineId: [many.line.id] }),
  'open orders': () => ({ status: ['PENDING', 'IN_PROGRESS'] }),
};

async function explainList(caller: Caller, overrides: QueryOverrides) {
  const observed = db.explain(db);
  const query: OrderPageQuery = { sortBy: 'createdAt', sortOrder: 'desc', limit: 20, ...overrides };
  const page = await listOrders({ ...observed, prisma: db.prisma }, caller, query);
  return {
    page,
    query,
    explained: observed.explained,
    ofPage: observed.explained.find((statement) => !isCount(statement)) as ExplainedStatement,
  };
}

const isCount = ({ text }: ExplainedStatement) => text.startsWith('SELECT count');
const formatExplained = ({ blocks, ms }: ExplainedStatement) => `${blocks} blocks, ${ms.toFixed(1)} ms`;
/** Pages of 8 KiB: the table has some 6,250, and each index some 1,250. */
const blockLimit = 3_750;
const sorts = [{ sortBy: 'createdAt' }, { sortBy: 'updatedAt' }, { sortBy: 'updatedAt', sortOrder: 'asc' }] as const;

describe('among 250,000 orders', () => {
  const cases = Object.keys(filters).flatMap((name) => sorts.map((sort) => [name, sort] as const));

  it.each(cases)(
    'the list by %s in the order %o scans no whole table for its page, its count and after a cursor',
    async (name, sort) => {
      const { page, query, explained, ofPage } = await explainList(anOperator(), { ...filters[name]?.(), ...sort });
      console.info(
        `${name}, by ${sort.sortBy}: page ${formatExplained(ofPage)}; total ${page.meta.total}, ` +
          `${formatExplained(explained.find(isCount) as ExplainedStatement)}`,
      );
      expect(page.items.length).toBeGreaterThan(0);
      expect(explained.flatMap(({ plan }) => listSeqScans(plan))).toEqual([]);
      for (const { blocks } of explained) expect(blocks).toBeLessThan(blockLimit);
      const cursor = page.pages.next && decodeCursor(page.pages.next.cursor, orderSorts);
      if (cursor) expect(listSeqScans((await explainList(anOperator(), { ...query, cursor })).ofPage.plan)).toEqual([]);
    },
  );

  it.each(sorts)(
    'the list of all in the order %o reads few blocks for a page and for the one after a cursor',
    async (sort) => {
      for (const caller of [anOperator(), aCallerOf({ id: many.brokerIds[4] ?? '' })]) {
        const { page, query, ofPage } = await explainList(caller, sort);
        console.info(`all, by ${sort.sortBy}: page ${formatExplained(ofPage)}`);
        expect(listSeqScans(ofPage.plan)).toEqual([]);
        expect(ofPage.blocks).toBeLessThan(750);
        const cursor = decodeCursor(page.pages.next?.cursor ?? '', orderSorts);
        const behind = await explainList(caller, { ...query, cursor });
        expect(behind.page.items).toHaveLength(20);
        expect(behind.ofPage.blocks).toBeLessThan(750);
      }
    },
  );

  it.each(sorts)('page 300 in the order %o follows 299 others', async (sort) => {
    const caller = aCallerOf({ id: many.brokerIds[2] ?? '' });
    const { page } = await explainList(caller, { ...sort, status: ['COMPLETED', 'PENDING'], page: 300 });
    const { sortBy, sortOrder = 'desc' } = sort as QueryOverrides;
    const column = sortBy === 'updatedAt' ? 'updated_at' : 'created_at';
    const sorted = await db.query(
      assembled<{ readonly id: string }>({
        text: `SELECT id
         FROM orders
         WHERE broker_id = $1::uuid AND status IN ('COMPLETED', 'PENDING')
         ORDER BY ${column} ${sortOrder}, id ${sortOrder} OFFSET 5980
         LIMIT 20`,
        values: [many.brokerIds[2]],
      }),
    );
    expect(page.items.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
  });

  it('a bulk operation selects the orders of an error code without scanning a whole table', async () => {
    const observed = db.explain(db);
    const { orderIds } = await selectOrders(observed, aCallerOf({ id: many.brokerIds[2] ?? '' }), {
      filter: { ...needAttention, errorCode: ['timeout'] },
    });
    expect(orderIds.length).toBeGreaterThan(10);
    expect(observed.explained.map(({ plan }) => listSeqScans(plan))).toEqual([[]]);
  });
});
