import { naturalBatch } from '@linework/batching/natural-batch';
import type { Contender } from '../harness/contender.ts';
import { openPool } from '../services/pool.ts';
import { startPostgres } from '../services/postgres.ts';
import { countCompletedOrders, orderTables } from './order-tables.ts';

/** Not something to use: nothing would carry an order on after a crash. It is what the writing alone costs. */
export const contender: Contender = {
  name: 'limit: rows only',
  records: 'order, three steps and nine events, a commit before and after each step, with no queue and no worker',
  async start() {
    const postgres = await startPostgres();
    const pool = openPool(postgres.url);
    await pool.query(orderTables);
    const inBatches = (statement: { name: string; text: string }) =>
      naturalBatch(
        async (orderIds: readonly string[]) => {
          await pool.query({ ...statement, values: [[...orderIds].sort()] });
          return orderIds;
        },
        { most: 64 },
      );
    const stages = [placeOrders, ...[0, 1, 2, 3].map(recordProgress)].map(inBatches);

    return {
      versions: { PostgreSQL: postgres.version },
      countCommits: postgres.countCommits,
      async place() {
        const orderId = crypto.randomUUID();
        for (const record of stages) await record(orderId);
      },
      async countCompleted() {
        return Number((await pool.query(countCompletedOrders)).rows[0].count);
      },
      async stop() {
        await pool.end();
        await postgres.stop();
      },
    };
  },
};

const placeOrders = {
  name: 'place_orders',
  text: `
    with placed as (
      insert into orders (id, type, status, resource_type, resource_id, input)
      select id, 'BENCH', 'PENDING', 'bench', id, '{}' from unnest($1::uuid[]) id
    ), steps as (
      insert into order_step (order_id, position, code, status)
      select id, position, 'BENCH.STEP', 'PENDING' from unnest($1::uuid[]) id, generate_series(1, 3) position
    )
    insert into order_event (order_id, type) select id, 'order.placed' from unnest($1::uuid[]) id`,
};

/** Step `done` succeeds and the next one runs; before the first the order starts, after the third it is completed. */
function recordProgress(done: number): { name: string; text: string } {
  const events = [
    done === 0 ? 'order.started' : 'order.step-finished',
    done === 3 ? 'order.completed' : 'order.step-started',
  ];
  return {
    name: `record_progress_${done}`,
    text: `
      with moved as (
        update orders set status = '${done === 3 ? 'COMPLETED' : 'IN_PROGRESS'}', updated_at = now() where id = any($1::uuid[])
      ), steps as (
        update order_step set
          status = case position when ${done} then 'SUCCESS' else 'RUNNING' end,
          attempt = case position when ${done} then attempt else attempt + 1 end,
          started_at = case position when ${done} then started_at else now() end,
          finished_at = case position when ${done} then now() end
        where order_id = any($1::uuid[]) and position in (${done}, ${done + 1})
      )
      insert into order_event (order_id, type)
      select id, type from unnest($1::uuid[]) id, unnest('{${events.join(',')}}'::text[]) type`,
  };
}
