import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { BulkOperation, OrderOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import { bulkOperationArrivals } from '@linework/schemas/events';
import { v7 as newId } from 'uuid';
import { noSuchOrder } from '../orders/find-order.ts';
import { findBulkOperation } from './find-bulk-operation.ts';
import { type OrderPick, type PickedOrders, pickOrders } from './pick-orders.ts';
import { problemOfItem } from './problem-of-item.ts';

const insertStatement = statement(
  'insert-bulk-change',
  `WITH bulk AS (
    INSERT INTO bulk_operation (id, broker_id, operation, status, total, key_id, correlation_id, reason, metadata)
    VALUES ($1::uuid, $2::uuid, $3, 'RUNNING', cardinality($8::uuid[]), $4::uuid, $5, $6, $7::jsonb) RETURNING *
  ), items AS (
    INSERT INTO bulk_item (bulk_id, position, target_order_id, problem)
    SELECT bulk.id, item.place - 1, item.id, item.problem
    FROM bulk, unnest($8::uuid[], $9::jsonb[]) WITH ORDINALITY AS item(id, problem, place)
  )
  INSERT INTO event (broker_id, type, resource_type, resource_id, to_status, key_id, details)
  SELECT broker_id, '${bulkOperationArrivals.RUNNING}', 'bulk-operation', id, status, key_id,
    jsonb_build_object('operation', operation, 'total', total, 'reason', reason)
  FROM bulk`,
);

export interface BulkChange {
  readonly caller: Caller;
  readonly operation: OrderOperation;
  readonly orders: OrderPick;
  /** Why the orders are changed. */
  readonly reason: string;
  readonly correlationId: string;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** The bulk operation of the first broker, and those of the others where an operator's orders are of several. */
export interface CreatedChange {
  readonly first: BulkOperation;
  readonly others: readonly BulkOperation[];
}

/**
 * Writes down a bulk operation for each broker with the orders that it changes, which are fixed from then on; a clock changes them. An order that is
 * not there is refused as an item. All or nothing: raises what `pickOrders` raises, and then nothing is there.
 */
export function createBulkChange(db: Db, change: BulkChange): Promise<CreatedChange> {
  return db.transaction(async (tx) => {
    const picked = await pickOrders(tx, change.caller, change.orders);
    const created: BulkOperation[] = [];
    for (const [brokerId, orderIds] of picked.byBroker) created.push(await insertChange(tx, change, { brokerId, orderIds, found: picked.found }));
    const [first, ...others] = created;
    if (!first) throw new Error('a bulk operation has at least one order');
    return { first, others };
  });
}

interface Part extends Pick<PickedOrders, 'found'> {
  readonly brokerId: string;
  readonly orderIds: readonly string[];
}

async function insertChange(tx: Db, change: BulkChange, { brokerId, orderIds, found }: Part): Promise<BulkOperation> {
  const { caller, operation, reason, correlationId, metadata = {} } = change;
  const id = newId();
  const problems = orderIds.map((orderId) => (found.has(orderId) ? null : JSON.stringify(problemOfItem(noSuchOrder(orderId)))));
  await tx.query(insertStatement, [id, brokerId, operation, caller.keyId, correlationId, reason, JSON.stringify(metadata), orderIds, problems]);
  return findBulkOperation(tx, { caller, bulkId: id });
}
