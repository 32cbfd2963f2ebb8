import { randomUUID } from 'node:crypto';
import { openDb } from '@linework/db/db';
import { createOrderAdvancer, type EnginePorts, type EngineSettings } from '@linework/engine/execution/advance-order';
import { noObserver } from '@linework/engine/model/engine-observer';
import { indexOrderTypes } from '@linework/engine/model/order-type';
import { placeOrder } from '@linework/lines/commands/place-order';
import type { Systems } from '@linework/lines/model/systems';
import { createLog } from '@linework/log/log';
import { openQueues } from '@linework/queue/open-queues';
import type { JobHandlers } from '@linework/queue/run-handler';
import { startWorkers } from '@linework/queue/start-workers';
import { createHttpPartners } from '@linework/systems/partners/create-http-partners';
import { createSimulatorNetwork } from '@linework/systems/simulator/create-simulator-network';
import { readWorkerConfig } from '@linework/worker/config';
import { createDueJobsFinder } from '@linework/worker/find-due-jobs';
import { createHandlers, type WorkerDeps } from '@linework/worker/handlers';
import type { Contender, Running } from '../harness/contender.ts';
import { insertPastOrders } from '../services/insert-past-orders.ts';
import { startPostgres } from '../services/postgres.ts';
import { startRedis } from '../services/redis.ts';
import { benchOrder } from './bench-order.ts';
import { createLineworkTables } from './linework-tables.ts';
import { countCompletedOrders } from './order-tables.ts';

/** Log lines are written and discarded, so that their cost is in the figures and the cost of the terminal is not. */
const log = createLog({ name: 'bench', level: 'info', destination: { write() {} } });

/** Linework in this process, and the database that others may read. */
export interface RunningLinework extends Running {
  readonly databaseUrl: string;
}

/** The contender: the tables have `pastCount` orders of the past year. */
export function lineworkWith(pastCount: number, name: string): Contender {
  return {
    name,
    records:
      'order, three steps and three events with their guards; a commit before and after each step; wake-ups as ' +
      'BullMQ jobs in Redis',
    start: () => startLinework(pastCount),
  };
}

const readEngineSettings = (config: ReturnType<typeof readWorkerConfig>): EngineSettings => ({
  leaseMs: config.LEASE_MS,
  stepTimeoutMs: config.STEP_TIMEOUT_MS,
  acquisitionLimit: 50,
  unavailableLimitMs: config.SYSTEM_UNAVAILABLE_LIMIT_MS,
});

/**
 * Linework's own use case, queue, engine and handlers with the default settings of the worker, composed as in the two
 * programs and each with its own pool. Like the peers it runs in one process.
 */
export async function startLinework(pastCount: number): Promise<RunningLinework> {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const config = readWorkerConfig({ DATABASE_URL: postgres.url, REDIS_URL: redis.url });
  const [apiDb, workerDb] = [
    openDb({ url: postgres.url }),
    openDb({ url: postgres.url, poolSize: config.DB_POOL_SIZE }),
  ];
  const { brokerId, nextLineId } = await createLineworkTables(postgres.url, apiDb.pool);
  if (pastCount > 0)
    await insertPastOrders(apiDb.pool, { brokerId, lineIds: Array.from({ length: 1_000 }, nextLineId) }, pastCount);
  const queues = await openQueues({ redisUrl: redis.url, databaseUrl: postgres.url, log });
  const settledListeners = new Map<string, () => void>();
  const engine: EnginePorts<Systems> & Pick<WorkerDeps<Systems>, 'observer'> = {
    db: workerDb,
    orderTypes: indexOrderTypes([benchOrder]),
    systems: { network: createSimulatorNetwork({ url: config.NETWORK_URL, timeoutMs: config.STEP_TIMEOUT_MS }) },
    notify: queues.notify,
    observer: { ...noObserver, reservationsExpired() {}, quarantinesEnded() {} },
    log,
    settings: readEngineSettings(config),
  };
  const handlers = {
    ...createHandlers({
      ...engine,
      db: workerDb,
      partners: createHttpPartners(config),
      bulkOrdersPerSecond: config.BULK_ORDERS_PER_SECOND,
      openOrdersPerBroker: config.BULK_OPEN_ORDERS_PER_BROKER,
    }),
    'advance-order': advanceAndNotify(engine, (orderId) => settledListeners.get(orderId)?.()),
  };
  const workers = await startWorkers({
    queues,
    handlers,
    findDueJobs: createDueJobsFinder({ db: workerDb, log }),
    concurrency: config.CONCURRENCY,
    log,
  });
  const caller = { keyId: randomUUID(), brokerId, scopes: ['lines:write'] } as const;

  return {
    databaseUrl: postgres.url,
    versions: { PostgreSQL: postgres.version, Redis: redis.version },
    countCommits: postgres.countCommits,
    settle: postgres.settle,
    async place() {
      const { orderId } = await placeOrder(
        { db: apiDb, notify: queues.notify },
        { orderType: benchOrder, caller, lineId: nextLineId(), correlationId: randomUUID() },
      );
      await new Promise<void>((resolve) => settledListeners.set(orderId, resolve));
      settledListeners.delete(orderId);
    },
    async countCompleted() {
      const { rows } = await apiDb.pool.query(countCompletedOrders);
      return Number(rows[0].count);
    },
    async stop() {
      await workers.close();
      await queues.close();
      await Promise.all([apiDb.close(), workerDb.close()]);
      await Promise.all([postgres.stop(), redis.stop()]);
    },
  };
}

/**
 * Does the same as the worker's handler, and reports each order when it has settled, not when the whole job has ended.
 */
function advanceAndNotify(
  engine: EnginePorts<Systems>,
  notifySettled: (orderId: string) => void,
): JobHandlers['advance-order'] {
  const advance = createOrderAdvancer(engine);
  return async ({ orders }) => {
    await Promise.all(orders.map((wakeUp) => advance(wakeUp).then(() => notifySettled(wakeUp.orderId))));
  };
}
