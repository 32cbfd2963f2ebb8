import { openDb } from '@linework/db/db';
import { noObserver } from '@linework/engine/model/engine-observer';
import { indexOrderTypes } from '@linework/engine/model/order-type';
import type { Systems } from '@linework/lines/model/systems';
import { createLog } from '@linework/log/log';
import { openQueues } from '@linework/queue/open-queues';
import { startWorkers } from '@linework/queue/start-workers';
import { createHttpPartners } from '@linework/systems/partners/create-http-partners';
import { createSimulatorNetwork } from '@linework/systems/simulator/create-simulator-network';
import { readWorkerConfig } from '@linework/worker/config';
import { createDueJobsFinder } from '@linework/worker/find-due-jobs';
import { createHandlers } from '@linework/worker/handlers';
import { startPostgres } from '../services/postgres.ts';
import { startRedis } from '../services/redis.ts';
import type { ExpiryContender } from './expiry-contender.ts';
import { createStock } from './stock.ts';

const log = createLog({ name: 'bench', level: 'info', destination: { write() {} } });

/** One worker with its default settings and all its schedules. */
export const contender: ExpiryContender = {
  name: 'Linework',
  records:
    'the resource with guards and counters, an event; readers compare the end of the reservation with the clock; ' +
    'a job every 250 ms',
  leadMs: 90_000,
  async start() {
    const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    const config = readWorkerConfig({ DATABASE_URL: postgres.url, REDIS_URL: redis.url });
    const db = openDb({ url: postgres.url, poolSize: config.DB_POOL_SIZE, statementTimeoutMs: 60_000 });
    const stock = await createStock(postgres.url, db.pool);
    const queues = await openQueues({ redisUrl: redis.url, databaseUrl: postgres.url, log });
    const handlers = createHandlers({
      db,
      orderTypes: indexOrderTypes<Systems>([]),
      systems: { network: createSimulatorNetwork({ url: config.NETWORK_URL, timeoutMs: config.STEP_TIMEOUT_MS }) },
      notify: queues.notify,
      observer: { ...noObserver, reservationsExpired() {}, quarantinesEnded() {} },
      log,
      partners: createHttpPartners(config),
      bulkOrdersPerSecond: config.BULK_ORDERS_PER_SECOND,
      openOrdersPerBroker: config.BULK_OPEN_ORDERS_PER_BROKER,
      settings: {
        leaseMs: config.LEASE_MS,
        stepTimeoutMs: config.STEP_TIMEOUT_MS,
        acquisitionLimit: 50,
        unavailableLimitMs: config.SYSTEM_UNAVAILABLE_LIMIT_MS,
      },
    });
    const workers = await startWorkers({
      queues,
      handlers,
      findDueJobs: createDueJobsFinder({ db, log }),
      concurrency: config.CONCURRENCY,
      log,
    });
    return {
      versions: { PostgreSQL: postgres.version, Redis: redis.version },
      pool: db.pool,
      remainingQuery:
        'select reservation_id as id, reserved_until as expires_at from resource_state where reserved_until is ' +
        'not null',
      reserve: stock.reserve,
      async stop() {
        await workers.close();
        await queues.close();
        await db.close();
        await Promise.all([postgres.stop(), redis.stop()]);
      },
    };
  },
};
