import { v7 as newId } from 'uuid';
import { reachCrashPoint } from '../model/crash-points.ts';
import { insertOrders } from '../store/insert-orders.ts';
import { buildInsertion, type OrderRequest, type PlaceDeps } from './place-order.ts';

/**
 * Places orders on resources of one type in one statement of this database transaction and notifies the workers after
 * the commit. Returns their ids, with undefined for each order that was skipped: its resource rejects it, or another
 * transaction has locked the resource.
 */
export async function placeOrders(
  { db: tx, notify }: PlaceDeps,
  requests: readonly OrderRequest[],
): Promise<readonly (string | undefined)[]> {
  const resource = requests[0]?.orderType.resource;
  if (!resource) return [];
  if (requests.some(({ orderType }) => orderType.resource !== resource))
    throw new Error('orders that are placed together are on resources of one type');
  const insertions = requests.map((request) => buildInsertion(newId(), request));
  const inserted = await insertOrders(tx, resource, insertions);
  const orderIds = insertions.map(({ orderId }, index) => (inserted[index] ? orderId : undefined));
  reachCrashPoint('after-placing');
  tx.afterCommit(() => {
    reachCrashPoint('before-notify');
    notify(orderIds.flatMap((orderId) => (orderId === undefined ? [] : [{ orderId, epoch: 0 }])));
  });
  return orderIds;
}
