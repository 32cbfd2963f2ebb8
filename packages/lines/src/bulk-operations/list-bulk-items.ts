import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import { encodePosition } from '@linework/http/cursor';
import type { FilterName, ListQuery } from '@linework/lists/filter-table';
import { buildMetaAfter } from '@linework/lists/page';
import { visibleTo } from '@linework/lists/visible-to';
import type { StoredBulkItem } from '@linework/schemas/bulk-operations/bulk-item';
import type { listBulkItemsRoute } from '@linework/schemas/bulk-operations/bulk-operations.routes';
import { bulkOperationNotFound } from './find-bulk-operation.ts';
import { itemOutcome, itemsWithOrders } from './item-outcome.ts';

const listStatement = statement(
  'list-bulk-items',
  { bulkId: 'uuid', after: 'int', outcomes: 'text[]?', limit: 'bigint' },
  `SELECT *
  FROM (
    SELECT i.position, coalesce(i.line_id, o.line_id) AS "lineId", ${itemOutcome} AS outcome,
      coalesce(i.order_id, i.target_order_id) AS "orderId", o.status, i.problem
    FROM ${itemsWithOrders}
    WHERE b.id = :bulkId AND i.position >= :after
  ) AS item
  WHERE :outcomes IS NULL OR outcome = ANY(:outcomes)
  ORDER BY position
  LIMIT :limit`,
);

const countColumns = 'count(*)::int AS total, count(*) FILTER (WHERE i.position < :after)::int AS before';
const countStatement = statement(
  'count-bulk-items',
  { bulkId: 'uuid', after: 'int' },
  `SELECT ${countColumns} FROM bulk_item i WHERE i.bulk_id = :bulkId`,
);
const countOutcomesStatement = statement(
  'count-bulk-outcomes',
  { bulkId: 'uuid', after: 'int', outcomes: 'text[]' },
  `SELECT ${countColumns} FROM ${itemsWithOrders} WHERE b.id = :bulkId AND ${itemOutcome} = ANY(:outcomes)`,
);

interface Count {
  readonly total: number;
  readonly before: number;
}

type Row = RowOf<typeof listStatement>;

type BulkItemFilters = ListQuery<typeof listBulkItemsRoute>;

/** The value of each filter in the statements. A declared filter without a value does not compile. */
type FilterValues = Pick<BulkItemFilters, Exclude<FilterName<BulkItemFilters>, 'after'>>;

export interface BulkItemsInput {
  readonly caller: Caller;
  readonly bulkId: string;
  readonly limit: number;
  /** How many items to skip: the cursor of the previous page. */
  readonly after: number;
  readonly outcome?: BulkItemFilters['outcome'];
}

/** The items of a bulk operation in their order, and the next page when there is one. Raises not-found. */
export async function listBulkItems(
  db: Pick<Db, 'prisma' | 'query'>,
  { caller, bulkId, limit, after, outcome }: BulkItemsInput,
) {
  const bulk = await db.prisma.bulkOperation.findFirst({
    where: { id: bulkId, ...visibleTo(caller) },
    select: { id: true },
  });
  if (!bulk) throw bulkOperationNotFound(bulkId);
  const filters: FilterValues = { outcome };
  const rows = await db.query(listStatement, { bulkId, after, outcomes: filters.outcome, limit: limit + 1 });
  const { total, before } = await countItems(db, bulkId, { after, outcome });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const pages = rows.length > limit && last ? { next: { cursor: encodePosition(last.position + 1) } } : {};
  return { items: shown.map(showItem), meta: buildMetaAfter({ total, before, limit }), pages };
}

/** How many items there are, and how many of them are skipped. */
async function countItems(
  db: Pick<Db, 'query'>,
  bulkId: string,
  { after, outcome }: Pick<BulkItemsInput, 'after' | 'outcome'>,
): Promise<Count> {
  const [count] = await (outcome
    ? db.query(countOutcomesStatement, { bulkId, after, outcomes: outcome })
    : db.query(countStatement, { bulkId, after }));
  return count ?? { total: 0, before: 0 };
}

function showItem({ lineId, outcome, orderId, status, problem }: Row): StoredBulkItem {
  return {
    ...(lineId !== null && { lineId }),
    outcome,
    ...(orderId !== null && { orderId }),
    ...(status !== null && { status: status as NonNullable<StoredBulkItem['status']> }),
    ...(problem !== null && { problem: problem as NonNullable<StoredBulkItem['problem']> }),
  };
}
