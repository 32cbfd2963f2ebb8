import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { Problem } from '@linework/problem-details/problem';
import type { OrderOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import type { KeptBulkPreview, KeptPreviewReason } from '@linework/schemas/bulk-operations/bulk-preview';
import { checkOrderRequest } from '../orders/check-order-request.ts';
import { noSuchOrder } from '../orders/find-order.ts';
import { loadOrders } from '../orders/load-orders.ts';
import type { OrderTypes } from '../orders/order-type.ts';
import { type OrderPick, type PickedOrders, pickOrders } from './pick-orders.ts';

interface PreviewDeps {
  readonly db: Pick<Db, 'query'>;
  readonly orderTypes: OrderTypes;
}

export interface PreviewWanted {
  readonly caller: Caller;
  readonly operation: OrderOperation;
  readonly orders: OrderPick;
}

/** Read in one statement: each comes with its steps. */
const mostTogether = 500;

/** Asks of each order that is meant whether it may be changed now, by the rules of the change itself, and changes none. Raises what `pickOrders` raises. */
export async function previewBulkChange({ db, orderTypes }: PreviewDeps, { caller, operation, orders }: PreviewWanted): Promise<KeptBulkPreview> {
  const picked = await pickOrders(db, caller, orders);
  const reasons = new Map<string, KeptPreviewReason>();
  for (let from = 0; from < picked.orderIds.length; from += mostTogether) {
    const orderIds = picked.orderIds.slice(from, from + mostTogether);
    const problems = await problemsOf({ db, orderTypes }, { orderIds, operation, picked });
    for (const [at, problem] of problems.entries()) if (problem) tally(reasons, problem, orderIds[at] ?? '');
  }
  const refused = [...reasons.values()].reduce((sum, { count }) => sum + count, 0);
  const total = picked.orderIds.length;
  return { operation, total, allowed: total - refused, refused, reasons: [...reasons.values()].toSorted((one, other) => other.count - one.count) };
}

interface Part {
  readonly orderIds: readonly string[];
  readonly operation: OrderOperation;
  readonly picked: PickedOrders;
}

async function problemsOf({ db, orderTypes }: PreviewDeps, { orderIds, operation, picked }: Part): Promise<readonly (Problem | undefined)[]> {
  const known = orderIds.filter((id) => picked.found.has(id));
  const read = new Map((await loadOrders(db, orderTypes, known)).map((order, at) => [known[at], order]));
  return orderIds.map((id) => {
    const [order, found] = [read.get(id), picked.found.get(id)];
    return order && found ? checkOrderRequest(order, { request: operation, supersededBy: found.supersededBy }) : noSuchOrder(id);
  });
}

/** Problems that differ in nothing but the order are one reason. */
function tally(reasons: Map<string, KeptPreviewReason>, { name, status, code, members }: Problem, orderId: string): void {
  const currentStatus = members['currentStatus'] as KeptPreviewReason['currentStatus'];
  const key = [name, status, code, currentStatus].join(' ');
  const before = reasons.get(key);
  const reason = { problem: name, status, code, ...(currentStatus !== undefined && { currentStatus }) };
  reasons.set(key, before ? { ...before, count: before.count + 1 } : { ...reason, count: 1, exampleOrderId: orderId });
}
