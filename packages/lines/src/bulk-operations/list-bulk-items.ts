import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { encodePosition } from '@linework/http/cursor';
import type { FilterName, ListQuery } from '@linework/lists/filter-table';
import { buildMetaAfter } from '@linework/lists/page';
import { visibleTo } from '@linework/lists/visible-to';
import type { BulkOutcome, StoredBulkItem } from '@linework/schemas/bulk-operations/bulk-item';
import type { listBulkItemsRoute } from '@linework/schemas/bulk-operations/bulk-operations.routes';
import { bulkOperationNotFound } from './find-bulk-operation.ts';
import { itemOutcome, itemsWithOrders } from './item-outcome.ts';

const listStatement = statement(
  'list-bulk-items',
  `SELECT *
  FROM (
    SELECT i.position, coalesce(i.line_id, o.line_id) AS "lineId", ${itemOutcome} AS outcome,
      coalesce(i.order_id, i.target_order_id) AS "orderId", o.status, i.problem
    FROM ${itemsWithOrders}
    WHERE b.id = $1::uuid AND i.position >= $2::int
  ) AS item
  WHERE $3::text[] IS NULL OR outcome = ANY($3::text[])
  ORDER BY position
  LIMIT $4`,
);

const countColumns = 'count(*)::int AS total, count(*) FILTER (WHERE i.position < $2::int)::int AS before';
const countStatement = statement(
  'count-bulk-items',
  `SELECT ${countColumns} FROM bulk_item i WHERE i.bulk_id = $1::uuid`,
);
const countOutcomesStatement = statement(
  'count-bulk-outcomes',
  `SELECT ${countColumns} FROM ${itemsWithOrders} WHERE b.id = $1::uuid AND ${itemOutcome} = ANY($3::text[])`,
);

interface Count {
  readonly total: number;
  readonly before: number;
}

interface Row {
  readonly position: number;
  readonly lineId: string | null;
  readonly outcome: BulkOutcome;
  readonly orderId: string | null;
  readonly status: string | null;
  readonly problem: unknown;
}

type BulkItemFilters = ListQuery<typeof listBulkItemsRoute>;

/** The value of each filter in the statements. A declared filter without a value does not compile. */
type FilterValues = Record<Exclude<FilterName<BulkItemFilters>, 'after'>, unknown>;

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
  const rows = await db.query<Row>(listStatement, [bulkId, after, filters.outcome, limit + 1]);
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
    ? db.query<Count>(countOutcomesStatement, [bulkId, after, outcome])
    : db.query<Count>(countStatement, [bulkId, after]));
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
