import { limitWrongKeys } from '@linework/auth/wrong-keys';
import { openDb } from '@linework/db/db';
import { callerFinder } from '@linework/domain/keys/find-caller';
import { everyVersion } from '@linework/domain/order-types/all';
import { armCrashPoint, parseCrashPoint } from '@linework/domain/orders/crash-points';
import { orderTypesByCode } from '@linework/domain/orders/order-type';
import { openerWith } from '@linework/domain/secrets/open-sealed';
import { createHttpServer } from '@linework/http/create-server';
import { drainServer } from '@linework/http/drain-server';
import { listen } from '@linework/http/listen';
import type { Log } from '@linework/log/log';
import { createMetrics } from '@linework/operations/metrics';
import { breakerMetrics } from '@linework/operations/metrics-of-breakers';
import { metricsWitness } from '@linework/operations/metrics-witness';
import { operationsOfProgram } from '@linework/operations/operations-of-program';
import { openQueues } from '@linework/queue/open-queues';
import { startWorkers } from '@linework/queue/start-workers';
import { checksOf } from '@linework/systems/breaker/checks-of';
import { guardedPartners, partnerSystems } from '@linework/systems/partners/guarded-partners';
import { readPrivateKeys } from '@linework/systems/secret-keys/read-key-files';
import type { Config } from './config.ts';
import { handlersOf } from './handlers.ts';
import { networkOf } from './network.ts';
import { warnOfUnknownKeys } from './warn-of-unknown-keys.ts';

export interface RunningWorker {
  readonly port: number;
  /** Finishes the orders at hand, takes no more, and closes every connection. */
  close(): Promise<void>;
}

const takeLimit = 50;
const errorsBase = 'urn:linework:problems';

/** Opens the connections, then takes orders from the queue. Raises when a connection that it needs cannot be had. */
export async function startWorker(config: Config, log: Log): Promise<RunningWorker> {
  const crash = config.CRASH_AT && parseCrashPoint(config.CRASH_AT);
  if (crash) armCrashPoint(crash.point, crash.action, crash.times);
  const privateKeys = readPrivateKeys('SECRET_PRIVATE_KEYS_FILE', config.SECRET_PRIVATE_KEYS_FILE);
  const db = openDb({
    url: config.DATABASE_URL,
    poolSize: config.DB_POOL_SIZE,
    statementTimeoutMs: config.STATEMENT_TIMEOUT_MS,
    applicationName: 'linework worker',
    onIdleError: (error) => log.warn({ err: error }, 'a resting database connection broke'),
  });
  const queues = await openQueues({ redisUrl: config.REDIS_URL, databaseUrl: config.DATABASE_URL, log });
  const metrics = createMetrics();
  const { network, breaker } = networkOf(config, { metrics, log });
  const { partners, breakers } = guardedPartners(config, { log, observer: breakerMetrics(metrics, partnerSystems) });
  if (network.wantsSimKeys) await warnOfUnknownKeys(db, privateKeys?.ids ?? [], log);
  const handlers = handlersOf({
    db,
    log,
    ring: queues.ring,
    orderTypes: orderTypesByCode(everyVersion),
    systems: { network, isAway: breaker.isAway, ...(privateKeys && { openSealed: openerWith(privateKeys) }) },
    partners,
    answerLimitMs: config.PARTNER_ANSWER_LIMIT_MS,
    witness: metricsWitness(metrics),
    bulkOrdersPerSecond: config.BULK_ORDERS_PER_SECOND,
    openOrdersPerBroker: config.BULK_OPEN_ORDERS_PER_BROKER,
    settings: { leaseMs: config.LEASE_MS, stepTimeoutMs: config.STEP_TIMEOUT_MS, takeLimit, awayLimitMs: config.SYSTEM_AWAY_LIMIT_MS },
  });
  const workers = await startWorkers({ queues, handlers, concurrency: config.CONCURRENCY, log });
  const operations = operationsOfProgram({
    db,
    queues,
    metrics,
    findCaller: callerFinder(db),
    wrongKeys: limitWrongKeys(),
    errorsBase,
    log,
    systems: checksOf([breaker, ...Object.values(breakers)]),
  });
  const server = createHttpServer(operations.app, { errorsBase });
  const port = await listen(server, config.WORKER_PORT, config.WORKER_HOST);
  log.info({ port, queue: queues.kind, concurrency: config.CONCURRENCY }, 'worker takes orders');
  return {
    port,
    async close() {
      operations.health.drain();
      await workers.close(config.DRAIN_MS);
      await queues.close();
      await drainServer(server, config.DRAIN_MS);
      await db.close();
      log.info('worker stopped');
    },
  };
}
