import { coalesce } from '@linework/batching/coalesce';
import { v7 as newId } from 'uuid';
import type { Contender } from '../harness/contender.ts';
import { openPool } from '../services/pool.ts';
import { startPostgres } from '../services/postgres.ts';
import { createLineworkTables } from './linework-tables.ts';
import { countCompletedOrders } from './order-tables.ts';

/** Not usable in production: nothing continues an order after a crash. It measures the cost of the writes. */
export const contender: Contender = {
  name: 'baseline: rows only',
  records:
    "Linework's own rows with their guards: order, three steps, three events, a commit before and after each " +
    'step; no queue, no worker',
  async start() {
    const postgres = await startPostgres();
    const pool = openPool(postgres.url);
    const { brokerId, nextLineId } = await createLineworkTables(postgres.url, pool);
    const keyId = newId();
    const inBatches = <Row>(statement: Statement, values: (rows: readonly Row[]) => unknown[]) =>
      coalesce(
        async (rows: readonly Row[]) => {
          await pool.query({ ...statement, values: values(rows) });
          return rows;
        },
        { limit: 64 },
      );
    const place = inBatches<Placement>(placeOrders, (rows) => [
      brokerId,
      rows.map(({ orderId }) => orderId),
      rows.map(({ lineId }) => lineId),
      keyId,
    ]);
    const stages = [start, recordStep(0), recordStep(1), complete].map((statement) =>
      inBatches<string>(statement, (orderIds) => [[...orderIds].sort()]),
    );

    return {
      versions: { PostgreSQL: postgres.version },
      countCommits: postgres.countCommits,
      settle: postgres.settle,
      async place() {
        const orderId = newId();
        await place({ orderId, lineId: nextLineId() });
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

interface Statement {
  readonly name: string;
  readonly text: string;
}

interface Placement {
  readonly orderId: string;
  readonly lineId: string;
}

const placeOrders: Statement = {
  name: 'place_orders',
  text: `
    with wanted as (
      select order_id, line_id from unnest($2::uuid[], $3::uuid[]) as w(order_id, line_id)
    ), held as (
      update line set updated_at = now() where id = any($3::uuid[])
    ), placed as (
      insert into orders (id, broker_id, type, status, resource_type, resource_id, external_code, correlation_id,
        previous_status, due_at)
      select order_id, $1::uuid, 'BENCH', 'PENDING', 'line', line_id, '', order_id, 'ACTIVE', now() + interval '5 s'
      from wanted
    ), steps as (
      insert into order_step (order_id, position, code, action_code, status, attempt_limit, undo_attempt_limit)
      select order_id, position, 'STEP', 'bench.step', 'PENDING', 5, 5 from wanted, generate_series(0, 2) position
    )
    insert into event (broker_id, type, resource_type, resource_id, to_status, order_id, key_id)
    select $1::uuid, 'order.placed', 'order', order_id, 'PENDING', order_id, $4::uuid from wanted`,
};

const runStep = (position: string) => `
  update order_step set status = 'RUNNING', attempt = attempt + 1, started_at = now()
  where order_id = any($1::uuid[]) and position = ${position}`;

const start: Statement = {
  name: 'start',
  text: `
    with moved as (
      update orders
      set status = 'IN_PROGRESS', epoch = epoch + 1, acquired_epoch = epoch + 1, acquisitions = acquisitions + 1,
        due_at = now() + interval '20 s', updated_at = now()
      where id = any($1::uuid[]) returning id, broker_id
    ), running as (${runStep('0')})
    insert into event (broker_id, type, resource_type, resource_id, from_status, to_status, order_id)
    select broker_id, 'order.started', 'order', id, 'PENDING', 'IN_PROGRESS', id from moved`,
};

const recordStep = (position: number): Statement => ({
  name: `record_step_${position}`,
  text: `
    with moved as (
      update orders set acquisitions = 0, updated_at = now() where id = any($1::uuid[])
    ), finished as (
      update order_step
      set status = 'SUCCESS', finished_at = now()
      where order_id = any($1::uuid[]) and position = ${position}
    ) ${runStep(`${position + 1}`)}`,
});

const complete: Statement = {
  name: 'complete',
  text: `
    with moved as (
      update orders set status = 'COMPLETED', due_at = null, acquisitions = 0, updated_at = now()
      where id = any($1::uuid[]) returning id, broker_id
    ), finished as (
      update order_step set status = 'SUCCESS', finished_at = now() where order_id = any($1::uuid[]) and position = 2
    )
    insert into event (broker_id, type, resource_type, resource_id, from_status, to_status, order_id)
    select broker_id, 'order.completed', 'order', id, 'IN_PROGRESS', 'COMPLETED', id from moved`,
};
