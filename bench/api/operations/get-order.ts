import { aBroker } from '@linework/testing/a-broker';
import { manyLines } from '@linework/testing/volume/many-lines';
import { insertPastOrders } from '../../services/insert-past-orders.ts';
import type { Operation } from '../operation.ts';

/** Reads one of a thousand orders, with this number of past orders in the tables. */
export function getOrder(orderCount: number): Operation {
  return {
    name: 'GET /orders/{id}',
    records: 'nothing',
    async prepare(db) {
      const { id: brokerId } = await aBroker(db);
      const lineIds = await manyLines(db, 'ACTIVE', brokerId, 1_000);
      const orderIds = await insertPastOrders(db.pool, { brokerId, lineIds }, orderCount);
      let requestCount = 0;
      return {
        brokerId,
        next() {
          requestCount += 1;
          const id = orderIds[requestCount % orderIds.length] as string;
          return { method: 'GET', path: `/orders/${id}`, expectedText: `"id":"${id}"` };
        },
      };
    },
  };
}
