import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { BulkOperationWhereInput } from '@linework/db/generated/models/BulkOperation';
import { statement } from '@linework/db/statement';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { equals, isOneOf, timeFilters } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import type { BulkOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import type { listBulkOperationsRoute } from '@linework/schemas/bulk-operations/bulk-operations.routes';
import { findBulkActors, type OutcomeCounts, printBulkOperation } from './find-bulk-operation.ts';
import { countOutcomesQuery } from './item-outcome.ts';

export type BulkOperationFilters = ListQuery<typeof listBulkOperationsRoute>;

const filterTable: FilterTable<BulkOperationFilters, BulkOperationWhereInput> = {
  ...timeFilters,
  status: isOneOf('status'),
  operation: isOneOf('operation'),
  brokerId: isOneOf('brokerId'),
  correlationId: equals('correlationId'),
};

/** One page of the bulk operations that the caller may see, with their counts. */
export async function listBulkOperations(
  db: Pick<Db, 'prisma' | 'query'>,
  caller: Caller,
  filters: BulkOperationFilters,
): Promise<Page<BulkOperation>> {
  const where = { AND: [visibleTo(caller), ...applyFilters(filters, filterTable)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.bulkOperation.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.bulkOperation.count({ where }),
  });
  const running = await countOutcomes(
    db,
    page.items.filter(({ counts }) => counts === null).map(({ id }) => id),
  );
  const actors = await findBulkActors(db, caller, page.items);
  const findOutcomes = ({ id, counts }: (typeof page.items)[number]) =>
    (counts as OutcomeCounts | null) ?? running.get(id) ?? {};
  return {
    ...page,
    items: page.items.map((record) => printBulkOperation(record, { outcomes: findOutcomes(record), actors })),
  };
}

const countStatement = statement(
  'count-outcomes-of-bulks',
  { ids: 'uuid[]' },
  `SELECT bulk.id,
     (SELECT jsonb_object_agg(outcome, items) FROM (${countOutcomesQuery('bulk.id')}) AS counted) AS outcomes
  FROM unnest(:ids) AS bulk(id)`,
).returns<{ readonly outcomes: OutcomeCounts | null }>();

/** Ended operations have stored counts. Items are counted only for running operations, which are few. */
async function countOutcomes(
  db: Pick<Db, 'query'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OutcomeCounts>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query(countStatement, { ids });
  return new Map(rows.map(({ id, outcomes }) => [id, outcomes ?? {}]));
}
