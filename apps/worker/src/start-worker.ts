import { hostname } from 'node:os';
import { createCallerFinder } from '@linework/api-keys/create-caller-finder';
import { limitWrongKeys } from '@linework/auth/wrong-keys';
import { version } from '@linework/config/version';
import { type Db, type OpenDb, openDb } from '@linework/db/db';
import type { EngineSettings } from '@linework/engine/execution/advance-order';
import { armCrashPoint, parseCrashPoint } from '@linework/engine/model/crash-points';
import { createPauseReader } from '@linework/engine/store/load-pauses';
import { createHttpServer } from '@linework/http/server/create-server';
import { drainServer } from '@linework/http/server/drain-server';
import { listen } from '@linework/http/server/listen';
import type { Log } from '@linework/log/log';
import { startConfiguredTracing } from '@linework/log/tracing/tracing-config';
import { breakerMetrics } from '@linework/operations/breaker-metrics';
import { createOperations } from '@linework/operations/create-operations';
import { createMetrics } from '@linework/operations/metrics';
import { metricsObserver } from '@linework/operations/metrics-observer';
import { requireNoSplit } from '@linework/operations/require-no-split';
import { warnAboutLoggedValues } from '@linework/operations/warn-about-logged-values';
import { reportWorker, type WorkerDescription } from '@linework/operations/workers';
import { orderTypes } from '@linework/order-types/order-types';
import { openQueues, type Queues } from '@linework/queue/open-queues';
import { startWorkers } from '@linework/queue/start-workers';
import { findUnknownKeys } from '@linework/secrets/find-unknown-keys';
import { createSecretOpener } from '@linework/secrets/open-sealed';
import { buildHealthChecks } from '@linework/systems/breaker/build-health-checks';
import { guardPartners, partnerSystems } from '@linework/systems/partners/guard-partners';
import { readPrivateKeys } from '@linework/systems/secret-keys/read-key-files';
import { readTaxSettings } from '@linework/systems/tax/read-tax-settings';
import type { Config } from './config.ts';
import { createDueJobsFinder } from './find-due-jobs.ts';
import { createHandlers } from './handlers.ts';
import { readComparisons } from './jobs/reconciliation.ts';
import { openWebhookSender } from './open-webhook-sender.ts';
import { createSystems } from './systems.ts';

const warning =
  'secrets of SIMs are encrypted with keys that are not in SECRET_PRIVATE_KEYS_FILE; orders that need them will fail';

/**
 * Warns at the start if the API encrypts with keys that this worker does not have. Otherwise only the failing orders
 * would show it.
 */
async function warnAboutUnknownKeys(
  db: Pick<Db, 'query'>,
  knownIds: readonly string[],
  log: Pick<Log, 'warn'>,
): Promise<void> {
  try {
    const keyIds = await findUnknownKeys(db, knownIds);
    if (keyIds.length > 0) log.warn({ keyIds }, warning);
  } catch (error) {
    log.warn({ err: error }, 'could not check that SECRET_PRIVATE_KEYS_FILE has all keys in use');
  }
}

export interface RunningWorker {
  readonly port: number;
  /** Stops fetching orders, finishes the running ones, and closes every connection. */
  close(): Promise<void>;
}

const webhookWarning = 'webhooks are not sent by this worker: it has no SECRET_PRIVATE_KEYS_FILE to open their secrets';
const acquisitionLimit = 50;
const errorsBase = 'urn:linework:problems';

async function openDatabase(
  { DATABASE_URL, DATABASE_DIRECT_URL, DB_POOL_SIZE, STATEMENT_TIMEOUT_MS }: Config,
  log: Log,
): Promise<OpenDb> {
  const db = openDb({
    url: DATABASE_URL,
    directUrl: DATABASE_DIRECT_URL,
    poolSize: DB_POOL_SIZE,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    applicationName: 'linework worker',
    onIdleError: (error) => log.warn({ err: error }, 'idle database connection failed; the pool opens a new one'),
  });
  await requireNoSplit(db);
  void warnAboutLoggedValues(db, log);
  return db;
}

const openQueuesOf = ({ REDIS_URL, DATABASE_DIRECT_URL, DATABASE_URL }: Config, log: Log): Promise<Queues> =>
  openQueues({ redisUrl: REDIS_URL, databaseUrl: DATABASE_DIRECT_URL ?? DATABASE_URL, log });

const readEngineSettings = (config: Config): EngineSettings => ({
  leaseMs: config.LEASE_MS,
  stepTimeoutMs: config.STEP_TIMEOUT_MS,
  acquisitionLimit,
  unavailableLimitMs: config.SYSTEM_UNAVAILABLE_LIMIT_MS,
});

const describeThis = ({ CONCURRENCY }: Config, { kind }: Queues): WorkerDescription => ({
  host: hostname(),
  version,
  queue: kind,
  concurrency: CONCURRENCY,
});

function armCrashPoints({ CRASH_AT }: Config): void {
  const crash = CRASH_AT && parseCrashPoint(CRASH_AT);
  if (crash) armCrashPoint(crash.point, crash.action, crash.times);
}

/** Opens the connections, then processes orders from the queue. Throws if a required connection fails. */
export async function startWorker(config: Config, log: Log): Promise<RunningWorker> {
  armCrashPoints(config);
  const tracing = await startConfiguredTracing(config, 'linework-worker');
  const privateKeys = readPrivateKeys('SECRET_PRIVATE_KEYS_FILE', config.SECRET_PRIVATE_KEYS_FILE);
  const db = await openDatabase(config, log);
  const queues = await openQueuesOf(config, log);
  const metrics = createMetrics({ cell: config.CELL });
  const openSealed = privateKeys && createSecretOpener(privateKeys);
  const { systems, breakers: systemBreakers } = createSystems(config, { metrics, log, openSealed });
  const { partners, breakers } = guardPartners(config, { log, observer: breakerMetrics(metrics, partnerSystems) });
  if (systems.network.wantsSimKeys) await warnAboutUnknownKeys(db, privateKeys?.ids ?? [], log);
  const webhookSender = openSealed && openWebhookSender(config, { db, log, openSealed, metrics });
  if (!webhookSender) log.warn(webhookWarning);
  const handlers = createHandlers({
    db,
    log,
    notify: queues.notify,
    readPauses: createPauseReader(db),
    orderTypes,
    systems,
    ...readComparisons(config, { network: systems.network, openSealed }),
    partners,
    tax: readTaxSettings(config),
    responseLimitMs: config.PARTNER_RESPONSE_LIMIT_MS,
    eventRetentionDays: config.EVENT_RETENTION_DAYS,
    observer: metricsObserver(metrics),
    webhookSender,
    archiveFolder: config.ARCHIVE_FOLDER,
    webhooks: { disableAfterMs: config.WEBHOOK_DISABLE_AFTER_MS, retentionDays: config.WEBHOOK_RETENTION_DAYS },
    bulkOrdersPerSecond: config.BULK_ORDERS_PER_SECOND,
    openOrdersPerBroker: config.BULK_OPEN_ORDERS_PER_BROKER,
    settings: readEngineSettings(config),
  });
  const findDueJobs = createDueJobsFinder({ db, log });
  const workers = await startWorkers({ queues, handlers, findDueJobs, concurrency: config.CONCURRENCY, log });
  const allBreakers = [...systemBreakers, ...Object.values(breakers)];
  const operations = createOperations({
    db,
    queues,
    metrics,
    findCaller: createCallerFinder(db),
    wrongKeys: limitWrongKeys(),
    errorsBase,
    log,
    systems: buildHealthChecks(allBreakers),
    maintenance: workers.maintenanceEnds,
  });
  const server = createHttpServer(operations.app, { errorsBase });
  const port = await listen(server, config.WORKER_PORT, config.WORKER_HOST);
  const report = reportWorker({ db, log, worker: describeThis(config, queues), breakers: allBreakers });
  log.info({ port, queue: queues.kind, concurrency: config.CONCURRENCY }, 'worker started');
  return {
    port,
    async close() {
      operations.health.drain();
      await workers.close(config.DRAIN_MS);
      await report.close();
      await webhookSender?.close(config.DRAIN_MS);
      await queues.close();
      await drainServer(server, config.DRAIN_MS);
      await db.close();
      await tracing?.close();
      log.info('worker stopped');
    },
  };
}
