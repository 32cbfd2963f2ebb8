import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { BulkOperationKind } from '@linework/schemas/bulk-operations/bulk-operation';

/** A line whose order is still to be placed, and what there is to know of its bulk operation. */
export interface WaitingItem {
  readonly bulkId: string;
  readonly position: number;
  readonly lineId: string;
  readonly brokerId: string;
  readonly operation: BulkOperationKind;
  readonly keyId: string;
  readonly correlationId: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const isWaiting = 'i.order_id IS NULL AND i.problem IS NULL';

/**
 * Every running operation gets an equal share, so that a large one does not keep a small one waiting. Its row is shared until
 * the end of the transaction: a cancel waits for that, and one that is being cancelled is passed over.
 */
const takeStatement = statement(
  'take-waiting-bulk-items',
  `WITH running AS MATERIALIZED (
    SELECT b.id, b.broker_id, b.operation, b.key_id, b.correlation_id, b.metadata FROM bulk_operation b
    WHERE b.status = 'RUNNING' AND EXISTS (SELECT FROM bulk_item i WHERE i.bulk_id = b.id AND ${isWaiting})
    FOR SHARE OF b SKIP LOCKED
  )
  SELECT b.id AS "bulkId", i.position, i.line_id AS "lineId", b.broker_id AS "brokerId", b.operation, b.key_id AS "keyId",
    b.correlation_id AS "correlationId", b.metadata
  FROM running b CROSS JOIN LATERAL (
    SELECT i.position, i.line_id FROM bulk_item i WHERE i.bulk_id = b.id AND ${isWaiting}
    ORDER BY i.position LIMIT ceil($1::numeric / (SELECT count(*) FROM running)) FOR UPDATE SKIP LOCKED
  ) i LIMIT $1`,
);

/** Takes waiting lines, `most` at the most, that nobody else has in hand. They are held until the end of the transaction. */
export function takeWaitingItems(tx: Pick<Db, 'query'>, most: number): Promise<readonly WaitingItem[]> {
  return tx.query<WaitingItem>(takeStatement, [most]);
}

const holdStatement = statement(
  'hold-waiting-bulk-item',
  `SELECT i.position FROM bulk_item i JOIN bulk_operation b ON b.id = i.bulk_id
   WHERE i.bulk_id = $1::uuid AND i.position = $2 AND ${isWaiting} AND b.status = 'RUNNING'
   FOR UPDATE OF i SKIP LOCKED FOR SHARE OF b SKIP LOCKED`,
);

/** Takes one line in the same way; false when it waits no longer or somebody else has it in hand. */
export async function holdWaitingItem(tx: Pick<Db, 'query'>, { bulkId, position }: WaitingItem): Promise<boolean> {
  return (await tx.query(holdStatement, [bulkId, position])).length > 0;
}

/** The keys are named twice: joined only, a plan that serves any number of rows reads every line of the operation for each. */
const placedStatement = statement(
  'record-placed-bulk-items',
  `UPDATE bulk_item i SET order_id = placed.order_id FROM unnest($1::uuid[], $2::int[], $3::uuid[]) AS placed(bulk_id, position, order_id)
   WHERE i.bulk_id = ANY($1::uuid[]) AND i.position = ANY($2::int[]) AND i.bulk_id = placed.bulk_id AND i.position = placed.position AND ${isWaiting}
   RETURNING 1`,
);

/** Notes the order of each line, in the transaction that places them. Raises when one of them had come to something else. */
export async function recordPlaced(tx: Pick<Db, 'query'>, placed: readonly { readonly item: WaitingItem; readonly orderId: string }[]): Promise<void> {
  const columns = [placed.map(({ item }) => item.bulkId), placed.map(({ item }) => item.position), placed.map(({ orderId }) => orderId)];
  const recorded = await tx.query(placedStatement, columns);
  if (recorded.length !== placed.length) throw new Error(`${placed.length - recorded.length} lines of bulk operations moved on although they were held`);
}

const refusedStatement = statement(
  'record-refused-bulk-item',
  `UPDATE bulk_item i SET problem = $3::jsonb FROM bulk_operation b
   WHERE b.id = i.bulk_id AND b.status = 'RUNNING' AND i.bulk_id = $1::uuid AND i.position = $2 AND ${isWaiting}`,
);

/** Notes why a line got no order, unless it has come to something else by now. */
export async function recordRefused(db: Pick<Db, 'query'>, { bulkId, position }: WaitingItem, problem: object): Promise<void> {
  await db.query(refusedStatement, [bulkId, position, JSON.stringify(problem)]);
}
