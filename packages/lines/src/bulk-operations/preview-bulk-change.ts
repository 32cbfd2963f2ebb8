import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { checkOrderRequest } from '@linework/engine/commands/check-order-request';
import type { OrderTypes } from '@linework/engine/model/order-type';
import { orderNotFound } from '@linework/engine/queries/find-order';
import { loadOrders } from '@linework/engine/store/load-orders';
import type { Problem } from '@linework/problem-details/problem';
import type { OrderOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import type { StoredBulkPreview, StoredPreviewReason } from '@linework/schemas/bulk-operations/bulk-preview';
import { needsApproval } from './bulk-settings.ts';
import { type OrderSelection, type SelectedOrders, selectOrders } from './select-orders.ts';
import { keepSelection } from './selection-digest.ts';

interface PreviewDeps {
  readonly db: Pick<Db, 'query'>;
  readonly orderTypes: OrderTypes;
}

export interface PreviewInput {
  readonly caller: Caller;
  readonly operation: OrderOperation;
  readonly orders: OrderSelection;
  /** See `BulkSettings`. */
  readonly secondPersonAbove?: number | undefined;
}

/** One statement reads the orders with their steps. */
const batchSize = 500;

/**
 * Checks each selected order against the rules of the change, and changes none. It keeps the selection. Raises the
 * errors of `selectOrders`.
 */
export async function previewBulkChange(
  { db, orderTypes }: PreviewDeps,
  { caller, operation, orders, secondPersonAbove }: PreviewInput,
): Promise<StoredBulkPreview> {
  const selected = await selectOrders(db, caller, orders);
  const reasons = new Map<string, StoredPreviewReason>();
  for (let from = 0; from < selected.orderIds.length; from += batchSize) {
    const orderIds = selected.orderIds.slice(from, from + batchSize);
    const problems = await checkOrders({ db, orderTypes }, { orderIds, operation, selected });
    for (const [at, problem] of problems.entries()) if (problem) countReason(reasons, problem, orderIds[at] ?? '');
  }
  const refused = [...reasons.values()].reduce((sum, { count }) => sum + count, 0);
  const total = selected.orderIds.length;
  return {
    operation,
    total,
    allowed: total - refused,
    refused,
    digest: await keepSelection(db, { caller, operation }, selected.orderIds),
    needsApproval: needsApproval({ caller, secondPersonAbove }, total),
    reasons: [...reasons.values()].toSorted((one, other) => other.count - one.count),
  };
}

interface PreviewBatch {
  readonly orderIds: readonly string[];
  readonly operation: OrderOperation;
  readonly selected: SelectedOrders;
}

async function checkOrders(
  { db, orderTypes }: PreviewDeps,
  { orderIds, operation, selected }: PreviewBatch,
): Promise<readonly (Problem | undefined)[]> {
  const knownIds = orderIds.filter((id) => selected.found.has(id));
  const ordersById = new Map((await loadOrders(db, orderTypes, knownIds)).map((order, at) => [knownIds[at], order]));
  return orderIds.map((id) => {
    const [order, found] = [ordersById.get(id), selected.found.get(id)];
    return order && found
      ? checkOrderRequest(order, { request: operation, supersededBy: found.supersededBy })
      : orderNotFound(id);
  });
}

/** Problems that differ only in the order id are one reason. */
function countReason(
  reasons: Map<string, StoredPreviewReason>,
  { name, status, code, members }: Problem,
  orderId: string,
): void {
  const currentStatus = members['currentStatus'] as StoredPreviewReason['currentStatus'];
  const key = [name, status, code, currentStatus].join(' ');
  const counted = reasons.get(key);
  const reason = { problem: name, status, code, ...(currentStatus !== undefined && { currentStatus }) };
  reasons.set(
    key,
    counted ? { ...counted, count: counted.count + 1 } : { ...reason, count: 1, exampleOrderId: orderId },
  );
}
