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
  WHERE b.id = :bulkId
    AND (:brokerId IS NULL OR b.broker_id = :brokerId)
    AND ${itemOutcome} = ANY(:outcomes)`;

const ordersStatement = statement(
  'find-orders-of-bulk-items',
  { bulkId: 'uuid', brokerId: 'uuid?', outcomes: 'text[]' },
  `SELECT coalesce(i.order_id, i.target_order_id) AS id
  FROM ${chosenItems}
    AND coalesce(i.order_id, i.target_order_id) IS NOT NULL
  ORDER BY i.position`,
);

/** Several orders of a bulk operation may be on one line. */
const linesStatement = statement(
  'find-lines-of-bulk-items',
  { bulkId: 'uuid', brokerId: 'uuid?', outcomes: 'text[]' },
  `SELECT coalesce(i.line_id, o.line_id) AS id
  FROM ${chosenItems}
    AND coalesce(i.line_id, o.line_id) IS NOT NULL
  GROUP BY 1
  ORDER BY min(i.position)`,
);

const findWith =
  (chosen: typeof ordersStatement | typeof linesStatement) =>
  async (db: Pick<Db, 'query'>, { brokerId }: Caller, items: BulkItems) => {
    const rows = await db.query(chosen, {
      bulkId: items.bulkOperationId,
      brokerId,
      outcomes: items.outcome,
    });
    return rows.flatMap(({ id }) => id ?? []);
  };

/** The orders of the items, in their sequence; empty if the caller sees no such bulk operation. */
export const findOrderIdsOfItems = findWith(ordersStatement);

/** The lines of the items. */
export const findLineIdsOfItems = findWith(linesStatement);
