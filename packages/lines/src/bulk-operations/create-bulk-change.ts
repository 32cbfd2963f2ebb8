import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvents } from '@linework/events/insert-event';
import type { BulkOperation, OrderOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import { bulkOperationStatusEvents } from '@linework/schemas/events';
import type { BulkOperationStatus } from '@linework/schemas/lifecycles/bulk-operation.lifecycle';
import { v7 as newId } from 'uuid';
import { approvalDueAt, type BulkSettings, findFirstStatus } from './bulk-settings.ts';
import { findBulkOperation } from './find-bulk-operation.ts';
import { type OrderSelection, selectOrders } from './select-orders.ts';
import { type SelectedItem, toItemColumns } from './selected-items.ts';
import { assertSelectionUnchanged, explainUsedDigest } from './selection-digest.ts';

const insertStatement = statement(
  'insert-bulk-change',
  {
    id: 'uuid',
    brokerId: 'uuid',
    operation: 'text',
    keyId: 'uuid?',
    correlationId: 'text',
    metadata: 'jsonb',
    reason: 'text',
    orderIds: 'uuid?[]',
    problems: 'jsonb?[]',
    name: 'text?',
    ordersPerMinute: 'int?',
    status: 'text',
    event: 'text',
    digest: 'text?',
  },
  `WITH bulk AS (
    INSERT INTO bulk_operation (id, broker_id, operation, status, total, key_id, correlation_id, reason, metadata, name,
      orders_per_minute, approval_due_at, selection_digest)
    VALUES (:id, :brokerId, :operation, :status, cardinality(:orderIds), :keyId, :correlationId, :reason, :metadata,
      :name,
      :ordersPerMinute, ${approvalDueAt}, :digest)
    RETURNING *
  ), items AS (
    INSERT INTO bulk_item (bulk_id, position, target_order_id, problem)
    SELECT bulk.id, item.place - 1, item.id, item.problem
    FROM bulk, unnest(:orderIds, :problems) WITH ORDINALITY AS item(id, problem, place)
  )
  ${insertEvents('bulk-operation', {
    type: ':event',
    to: 'status',
    key: 'key_id',
    details: "jsonb_build_object('operation', operation, 'total', total, 'reason', reason)",
  })}
  FROM bulk`,
);

export interface BulkChangeInput extends BulkSettings {
  readonly operation: OrderOperation;
  readonly orders: OrderSelection;
  /** The reason why the orders are changed. */
  readonly reason: string;
  /** Of a dry run: nothing is created if other orders are selected now. */
  readonly digest?: string | undefined;
}

/**
 * The bulk operation of the first broker, and those of the other brokers when an operator's orders are of several
 * brokers.
 */
export interface CreatedBulkChange {
  readonly first: BulkOperation;
  readonly others: readonly BulkOperation[];
}

/**
 * Creates a bulk operation for each broker with the orders that it changes. The orders are fixed from then on; a
 * scheduled job changes them. An order that does not exist becomes a refused item. All or nothing: raises
 * selection-changed, selection-confirmed for a dry run that was confirmed before, and the errors of `selectOrders`, and
 * then nothing is created.
 */
export async function createBulkChange(db: Db, change: BulkChangeInput): Promise<CreatedBulkChange> {
  try {
    return await db.transaction((tx) => tx.savepoint((own) => insertChanges(own, change)));
  } catch (error) {
    throw await explainUsedDigest(db, change, error);
  }
}

async function insertChanges(tx: Db, change: BulkChangeInput): Promise<CreatedBulkChange> {
  const selected = await selectOrders(tx, change.caller, change.orders);
  await assertSelectionUnchanged(tx, change, selected.orderIds);
  const total = [...selected.byBroker.values()].reduce((sum, items) => sum + items.length, 0);
  const status = findFirstStatus(change, total);
  const created: BulkOperation[] = [];
  for (const [brokerId, items] of selected.byBroker)
    created.push(await insertChange(tx, change, { brokerId, items, status }));
  const [first, ...others] = created;
  if (!first) throw new Error('a bulk operation has at least one order');
  return { first, others };
}

interface BrokerOrders {
  readonly brokerId: string;
  readonly items: readonly SelectedItem[];
  readonly status: BulkOperationStatus;
}

async function insertChange(
  tx: Db,
  change: BulkChangeInput,
  { brokerId, items, status }: BrokerOrders,
): Promise<BulkOperation> {
  const { caller, operation, reason, correlationId, metadata = {}, name, ordersPerMinute, digest } = change;
  const id = newId();
  const { ids: orderIds, problems } = toItemColumns(items);
  await tx.query(insertStatement, {
    id,
    brokerId,
    operation,
    keyId: caller.keyId,
    correlationId,
    metadata,
    reason,
    orderIds,
    problems,
    name,
    ordersPerMinute,
    status,
    event: bulkOperationStatusEvents[status],
    digest,
  });
  return findBulkOperation(tx, { caller, bulkId: id });
}
