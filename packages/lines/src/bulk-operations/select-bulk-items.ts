import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { BulkOutcome } from '@linework/schemas/bulk-operations/bulk-item';
import { itemOutcome, itemsWithOrders } from './item-outcome.ts';

/** The items of an earlier bulk operation that have one of these outcomes now. */
export interface BulkItems {
  readonly bulkOperationId: string;
  readonly outcome: readonly BulkOutcome[];
}

const chosenItems = `${itemsWithOrders}
  WHERE b.id = $1::uuid
    AND ($2::uuid IS NULL OR b.broker_id = $2::uuid)
    AND ${itemOutcome} = ANY($3::text[])`;

const ordersStatement = statement(
  'find-orders-of-bulk-items',
  `SELECT coalesce(i.order_id, i.target_order_id) AS id
  FROM ${chosenItems}
    AND coalesce(i.order_id, i.target_order_id) IS NOT NULL
  ORDER BY i.position`,
);

/** Several orders of a bulk operation may be on one line. */
const linesStatement = statement(
  'find-lines-of-bulk-items',
  `SELECT coalesce(i.line_id, o.line_id) AS id
  FROM ${chosenItems}
    AND coalesce(i.line_id, o.line_id) IS NOT NULL
  GROUP BY 1
  ORDER BY min(i.position)`,
);

interface Found {
  readonly id: string | null;
}

const findWith =
  (chosen: typeof ordersStatement) =>
  async (db: Pick<Db, 'query'>, { brokerId }: Caller, items: BulkItems) => {
    const rows = await db.query<Found>(chosen, [items.bulkOperationId, brokerId, items.outcome]);
    return rows.flatMap(({ id }) => id ?? []);
  };

/** The orders of the items, in their sequence; empty if the caller sees no such bulk operation. */
export const findOrderIdsOfItems = findWith(ordersStatement);

/** The lines of the items. */
export const findLineIdsOfItems = findWith(linesStatement);
