import { v7 as newId } from 'uuid';
import { reachCrashPoint } from '../model/crash-points.ts';
import { insertOrders } from '../store/insert-orders.ts';
import { buildInsertion, type OrderRequest, type PlaceDeps } from './place-order.ts';

/**
 * Places orders in one statement of this database transaction and notifies the workers after the commit. Returns their ids, with
 * undefined for each order that was skipped: its line rejects it, or another transaction has locked the line.
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
