import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { BulkItem, BulkOutcome } from '@linework/schemas/bulk-operations/bulk-item';
import { visibleTo } from '../visible-to.ts';
import { noSuchBulkOperation } from './find-bulk-operation.ts';
import { itemsWithOrders, outcomeOfItem } from './outcome-of-item.ts';

const listStatement = statement(
  'list-bulk-items',
  `SELECT * FROM (
    SELECT i.position, i.line_id AS "lineId", ${outcomeOfItem} AS outcome, i.order_id AS "orderId", o.status, i.problem
    FROM ${itemsWithOrders} WHERE b.id = $1::uuid AND i.position >= $2::int
  ) AS item
  WHERE $3::text[] IS NULL OR outcome = ANY($3::text[]) ORDER BY position LIMIT $4`,
);

interface Row {
  readonly position: number;
  readonly lineId: string;
  readonly outcome: BulkOutcome;
  readonly orderId: string | null;
  readonly status: string | null;
  readonly problem: unknown;
}

export interface BulkItemsWanted {
  readonly caller: Caller;
  readonly bulkId: string;
  readonly limit: number;
  /** How many of its lines are left out; what `next` of the former page says. */
  readonly after: number;
  readonly outcome?: readonly BulkOutcome[] | undefined;
}

/** Lines of a bulk operation in their order, and where to read on when there are more. Raises not-found. */
export async function listBulkItems(db: Pick<Db, 'prisma' | 'query'>, { caller, bulkId, limit, after, outcome }: BulkItemsWanted) {
  const bulk = await db.prisma.bulkOperation.findFirst({ where: { id: bulkId, ...visibleTo(caller) }, select: { id: true } });
  if (!bulk) throw noSuchBulkOperation(bulkId);
  const rows = await db.query<Row>(listStatement, [bulkId, after, outcome, limit + 1]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(showItem), ...(rows.length > limit && last && { next: last.position + 1 }) };
}

function showItem({ lineId, outcome, orderId, status, problem }: Row): BulkItem {
  return {
    lineId,
    outcome,
    ...(orderId !== null && { orderId }),
    ...(status !== null && { status: status as NonNullable<BulkItem['status']> }),
    ...(problem !== null && { problem: problem as NonNullable<BulkItem['problem']> }),
  };
}
