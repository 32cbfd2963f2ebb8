import { v7 as newId } from 'uuid';
import { reachCrashPoint } from './crash-points.ts';
import { insertOrders } from './insert-orders.ts';
import { buildInsertion, type OrderRequest, type PlaceDeps } from './place-order.ts';

/**
 * Places orders in one statement of the transaction that is given, and rings for them once that is committed. Answers their
 * ids; undefined stands for one that could not be placed so, because something is in its way or somebody else holds its line.
 */
export async function placeOrders({ db: tx, notify }: PlaceDeps, requests: readonly OrderRequest[]): Promise<readonly (string | undefined)[]> {
  if (requests.length === 0) return [];
  const insertions = requests.map((request) => buildInsertion(newId(), request));
  const lines = await insertOrders(tx, insertions);
  const orderIds = insertions.map(({ orderId }, index) => (lines[index] ? orderId : undefined));
  reachCrashPoint('after-placing');
  tx.afterCommit(() => {
    reachCrashPoint('before-notify');
    notify(orderIds.flatMap((orderId) => (orderId === undefined ? [] : [{ orderId, epoch: 0 }])));
  });
  return orderIds;
}
