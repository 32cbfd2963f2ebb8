import { v7 as newId } from 'uuid';
import { crashPoint } from './crash-points.ts';
import { insertTogether } from './insert-orders.ts';
import { insertion, type OrderRequest, type PlaceDeps } from './place-order.ts';

/**
 * Places orders in one statement of the transaction that is given, and rings for them once that is committed. Answers their
 * ids; undefined stands for one that could not be placed so, because something is in its way or somebody else holds its line.
 */
export async function placeTogether({ db: tx, ring }: PlaceDeps, requests: readonly OrderRequest[]): Promise<readonly (string | undefined)[]> {
  if (requests.length === 0) return [];
  const insertions = requests.map((request) => insertion(newId(), request));
  const lines = await insertTogether(tx, insertions);
  const orderIds = insertions.map(({ orderId }, at) => (lines[at] ? orderId : undefined));
  crashPoint('after-placing');
  tx.afterCommit(() => {
    crashPoint('before-ring');
    ring(orderIds.flatMap((orderId) => (orderId === undefined ? [] : [{ orderId, run: 0 }])));
  });
  return orderIds;
}
