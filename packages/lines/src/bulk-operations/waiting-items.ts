import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { Problem } from '@linework/problem-details/problem';
import type { LineOperation, OrderOperation, RowOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import type { OrderStatus } from '@linework/schemas/lifecycles/order.lifecycle';
import { acquireItemsStatement, isWaitingCondition } from './acquire-items-statement.ts';
import type { StoredRow } from './bulk-rows.ts';

/** An item that has not been processed yet, with the data of its bulk operation. */
interface Waiting {
  readonly bulkId: string;
  readonly position: number;
  readonly brokerId: string;
  readonly keyId: string;
  readonly correlationId: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A line whose order has not been placed yet. */
export interface WaitingLine extends Waiting {
  readonly operation: LineOperation;
  readonly lineId: string;
  readonly targetOrderId: null;
  readonly row: null;
  readonly reason: string | null;
}

/** A row of a list whose order has not been placed yet. */
export interface WaitingRow extends Waiting {
  readonly operation: RowOperation;
  /** Null for a line that is to be created. */
  readonly lineId: string | null;
  readonly targetOrderId: null;
  readonly row: StoredRow;
  readonly reason: string | null;
}

/** An order that has not been changed yet. */
export interface WaitingOrder extends Waiting {
  readonly operation: OrderOperation;
  readonly lineId: null;
  readonly targetOrderId: string;
  readonly row: null;
  readonly reason: string;
}

export type WaitingItem = WaitingLine | WaitingRow | WaitingOrder;

export const isRow = (item: WaitingItem): item is WaitingRow => item.row !== null;
export const isLine = (item: WaitingItem): item is WaitingLine => item.lineId !== null && item.row === null;

/** How many lines may be acquired. */
export interface AcquireLimits {
  /** Of all brokers together. */
  readonly limit: number;
  /** A broker with so many open orders gets no more until some of them have settled. */
  readonly openOrdersPerBroker: number;
}

const acquireStatement = acquireItemsStatement.returns<WaitingItem>();

/**
 * Locks waiting items that no other worker has locked, fairly among brokers: see `acquire-items-statement.ts`. They
 * stay locked until the end of the transaction.
 */
export function acquireWaitingItems(
  tx: Pick<Db, 'query'>,
  { limit, openOrdersPerBroker }: AcquireLimits,
): Promise<readonly WaitingItem[]> {
  return tx.query(acquireStatement, { limit, openOrdersPerBroker });
}

const lockStatement = statement(
  'lock-waiting-bulk-item',
  { bulkId: 'uuid', position: 'int' },
  `SELECT i.position
   FROM bulk_item i JOIN bulk_operation b ON b.id = i.bulk_id
   WHERE i.bulk_id = :bulkId AND i.position = :position AND ${isWaitingCondition} AND b.status = 'RUNNING'
   FOR UPDATE OF i SKIP LOCKED
   FOR SHARE OF b SKIP LOCKED`,
);

/** Locks one item in the same way; false when it is no longer waiting or another worker has locked it. */
export async function lockWaitingItem(tx: Pick<Db, 'query'>, { bulkId, position }: WaitingItem): Promise<boolean> {
  return (await tx.query(lockStatement, { bulkId, position })).length > 0;
}

/**
 * The keys are listed twice: with the join alone, a plan for any number of rows reads every line of the operation for
 * each row.
 */
const placedStatement = statement(
  'record-placed-bulk-items',
  { bulkIds: 'uuid[]', positions: 'int[]', orderIds: 'uuid[]' },
  `UPDATE bulk_item i
   SET order_id = placed.order_id
   FROM unnest(:bulkIds, :positions, :orderIds) AS placed(bulk_id, position, order_id)
   WHERE i.bulk_id = ANY(:bulkIds) AND i.position = ANY(:positions) AND i.bulk_id = placed.bulk_id
     AND i.position = placed.position AND ${isWaitingCondition}
   RETURNING 1`,
);

/**
 * Records the order of each line, in the transaction that places them. Raises when an item was processed otherwise
 * meanwhile.
 */
export async function recordPlaced(
  tx: Pick<Db, 'query'>,
  placed: readonly { readonly item: WaitingItem; readonly orderId: string }[],
): Promise<void> {
  const columns = {
    bulkIds: placed.map(({ item }) => item.bulkId),
    positions: placed.map(({ item }) => item.position),
    orderIds: placed.map(({ orderId }) => orderId),
  };
  const recorded = await tx.query(placedStatement, columns);
  if (recorded.length !== placed.length)
    throw new Error(`${placed.length - recorded.length} lines of bulk operations changed although they were locked`);
}

const changedStatement = statement(
  'record-changed-bulk-item',
  { bulkId: 'uuid', position: 'int', targetStatus: 'text' },
  `UPDATE bulk_item i
   SET order_id = i.target_order_id, target_status = :targetStatus
   WHERE i.bulk_id = :bulkId AND i.position = :position AND ${isWaitingCondition}
   RETURNING 1`,
);

/**
 * Records that an order was changed and the status that it must reach, in the transaction that changes it. Raises when
 * the item was processed otherwise meanwhile.
 */
export async function recordChanged(
  tx: Pick<Db, 'query'>,
  { bulkId, position }: WaitingOrder,
  targetStatus: OrderStatus,
): Promise<void> {
  const [recorded] = await tx.query(changedStatement, { bulkId, position, targetStatus });
  if (!recorded) throw new Error(`item ${position} of bulk operation ${bulkId} changed although it was locked`);
}

/** A problem as an item stores it; `bulk-item.ts` defines its shape. */
export const buildItemProblem = ({ name, status, code, detail, members }: Problem) => ({
  problem: name,
  status,
  code,
  detail,
  ...members,
});

const refusedStatement = statement(
  'record-refused-bulk-item',
  { bulkId: 'uuid', position: 'int', problem: 'jsonb' },
  `UPDATE bulk_item i
   SET problem = :problem
   FROM bulk_operation b
   WHERE b.id = i.bulk_id AND b.status = 'RUNNING' AND i.bulk_id = :bulkId AND i.position = :position
     AND ${isWaitingCondition}`,
);

/** Records why no order was placed or changed, unless the item has been processed otherwise by now. */
export async function recordRefused(
  db: Pick<Db, 'query'>,
  { bulkId, position }: WaitingItem,
  problem: object,
): Promise<void> {
  await db.query(refusedStatement, { bulkId, position, problem });
}
