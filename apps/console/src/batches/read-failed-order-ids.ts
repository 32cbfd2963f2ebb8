import { linework } from '../api/linework.ts';

/** The ids of the orders that a batch has left failed. */
export async function readFailedOrderIds(batchId: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { orderId } of linework.bulkOperations.items(batchId, { limit: 100, outcome: ['FAILED'] }))
    if (orderId !== undefined) ids.push(orderId);
  return ids;
}
