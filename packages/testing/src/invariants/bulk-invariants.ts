import type { Invariant } from './invariant.ts';

const bulkOrdersMatchTheirLines: Invariant = {
  number: 16,
  description:
    'a bulk operation, its lines and orders belong to one broker, except for lines that were not found, and each ' +
    'of its orders is on its line',
  violations: `
    SELECT b.id, i.position, i.line_id, i.order_id
    FROM bulk_operation b
    JOIN bulk_item i ON i.bulk_id = b.id LEFT JOIN line l ON l.id = i.line_id LEFT JOIN orders o ON o.id = i.order_id
    WHERE (i.line_id IS NOT NULL AND l.broker_id IS DISTINCT FROM b.broker_id
      AND i.problem->>'code' IS DISTINCT FROM 'not-found')
      OR (o.id IS NOT NULL
        AND (o.broker_id <> b.broker_id OR (i.line_id IS NOT NULL AND o.line_id IS DISTINCT FROM i.line_id)))`,
};

const eachOrderHasOneBulkItem: Invariant = {
  number: 3,
  description: 'an order belongs to at most one line of one bulk operation',
  violations: `SELECT order_id, count(*)
     FROM bulk_item
     WHERE order_id IS NOT NULL AND line_id IS NOT NULL
     GROUP BY order_id
     HAVING count(*) > 1`,
};

const bulkOperationsHaveAllTheirLines: Invariant = {
  number: 2,
  description: 'a bulk operation has as many items as its total, and none waits if it ended without being cancelled',
  violations: `
    SELECT b.id, b.status, b.total, count(i.bulk_id) AS items
    FROM bulk_operation b LEFT JOIN bulk_item i ON i.bulk_id = b.id
    GROUP BY b.id
    HAVING count(i.bulk_id) <> b.total
      OR (b.status IN ('COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED')
        AND count(*) FILTER (WHERE i.order_id IS NULL AND i.problem IS NULL) > 0)`,
};

export const bulkInvariants: readonly Invariant[] = [
  bulkOrdersMatchTheirLines,
  eachOrderHasOneBulkItem,
  bulkOperationsHaveAllTheirLines,
];
