import { Logger } from '@graphile/logger';
import { run, type Task, WorkerPreset } from 'graphile-worker';
import type { Contender } from '../harness/contender.ts';
import { packageVersion } from '../services/package-version.ts';
import { openPool } from '../services/pool.ts';
import { startPostgres } from '../services/postgres.ts';
import { countCompletedOrders, orderTables } from './order-tables.ts';

/** Enough for at most 64 concurrent orders, each with one job. */
const concurrentJobs = 64;

/**
 * Each step is a job. One statement records the outcome of a job and adds the next job, so that neither is written
 * without the other. Placing is one statement too. Jobs are fetched and completed in batches, as its performance guide
 * advises. The guide does not mention generic plans: without them its functions are planned at each call, which made it
 * a third slower.
 */
export const contender: Contender = {
  name: 'graphile-worker',
  records: 'order, three steps and five events in tables beside the queue; a job per step, deleted when done',
  async start() {
    const postgres = await startPostgres();
    const pool = openPool(`${postgres.url}?options=-c%20plan_cache_mode%3Dforce_generic_plan`);
    await pool.query(orderTables);
    const waiting = new Map<string, () => void>();
    const runner = await run({
      preset: {
        extends: [WorkerPreset],
        worker: {
          concurrentJobs,
          localQueue: { size: concurrentJobs },
          completeJobBatchDelay: 250,
          logger: new Logger(() => () => {}),
        },
      },
      pgPool: pool,
      noHandleSignals: true,
      taskList: { step: stepTask((orderId) => waiting.get(orderId)?.()) },
    });

    return {
      versions: { 'graphile-worker': packageVersion('graphile-worker'), PostgreSQL: postgres.version },
      countCommits: postgres.countCommits,
      settle: postgres.settle,
      async place() {
        const orderId = crypto.randomUUID();
        const completed = new Promise<void>((resolve) => waiting.set(orderId, resolve));
        await pool.query({ ...placeOrder, values: [orderId, crypto.randomUUID()] });
        await completed;
        waiting.delete(orderId);
      },
      async countCompleted() {
        return Number((await pool.query(countCompletedOrders)).rows[0].count);
      },
      async stop() {
        await runner.stop();
        await pool.end();
        await postgres.stop();
      },
    };
  },
};

interface StepPayload {
  readonly orderId: string;
  readonly position: number;
}

function stepTask(onCompleted: (orderId: string) => void): Task {
  return async (payload, { withPgClient }) => {
    const { orderId, position } = payload as StepPayload;
    await externalNoOp();
    const statement = position === 3 ? recordLastStep : recordStep;
    await withPgClient((client) => client.query({ ...statement, values: [orderId, position] }));
    if (position === 3) onCompleted(orderId);
  };
}

async function externalNoOp(): Promise<void> {}

const placeOrder = {
  name: 'place_order',
  text: `
    with placed as (
      insert into orders (id, type, status, resource_type, resource_id, input)
      values ($1, 'BENCH', 'IN_PROGRESS', 'bench', $2, '{}')
    ), steps as (
      insert into order_step (order_id, position, code, status)
      values ($1, 1, 'BENCH.FIRST', 'PENDING'), ($1, 2, 'BENCH.SECOND', 'PENDING'), ($1, 3, 'BENCH.THIRD', 'PENDING')
    ), events as (
      insert into order_event (order_id, type) values ($1, 'order.placed')
    )
    select graphile_worker.add_job('step', json_build_object('orderId', $1::uuid, 'position', 1))`,
};

const recordStep = {
  name: 'record_step',
  text: `
    with finished as (
      update order_step
      set status = 'SUCCESS', attempt = attempt + 1, finished_at = now()
      where order_id = $1 and position = $2
    ), events as (
      insert into order_event (order_id, type) values ($1, 'order.step-finished')
    )
    select graphile_worker.add_job('step', json_build_object('orderId', $1::uuid, 'position', $2::integer + 1))`,
};

const recordLastStep = {
  name: 'record_last_step',
  text: `
    with finished as (
      update order_step
      set status = 'SUCCESS', attempt = attempt + 1, finished_at = now()
      where order_id = $1 and position = $2
    ), events as (
      insert into order_event (order_id, type) values ($1, 'order.step-finished'), ($1, 'order.completed')
    )
    update orders set status = 'COMPLETED', updated_at = now() where id = $1`,
};
