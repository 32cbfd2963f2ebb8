import { aBroker } from '@linework/testing/a-broker';
import { manyLines } from '@linework/testing/volume/many-lines';
import { insertPastOrders } from '../../services/insert-past-orders.ts';
import type { Operation } from '../operation.ts';

/** More lines than a measurement and its warm-up block. */
const lineCount = 60_000;
const linesAtOnce = 10_000;

/** Blocks a line that is not blocked yet, with this number of past orders in the tables. */
export function blockLine(pastCount: number): Operation {
  return {
    name: 'POST /lines/{id}/block',
    records: 'the line BLOCKING, an order with two steps, two events; one commit',
    async prepare(db) {
      const { id: brokerId } = await aBroker(db);
      const lineIds: string[] = [];
      while (lineIds.length < lineCount) lineIds.push(...(await manyLines(db, 'ACTIVE', brokerId, linesAtOnce)));
      await db.pool.query('vacuum analyze line');
      if (pastCount > 0) await insertPastOrders(db.pool, { brokerId, lineIds }, pastCount);
      return {
        brokerId,
        next() {
          const id = lineIds.pop();
          if (id === undefined) throw new Error(`all ${lineCount} lines are blocked`);
          return { method: 'POST', path: `/lines/${id}/block`, expectedText: '"status":"BLOCKING"' };
        },
        async countWritten() {
          return Number((await db.pool.query('select count(*) from orders')).rows[0].count);
        },
      };
    },
  };
}
