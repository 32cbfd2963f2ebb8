import { limitWrongKeys } from '@linework/auth/wrong-keys';
import { openDb } from '@linework/db/db';
import { callerFinder } from '@linework/domain/keys/find-caller';
import { everyVersion } from '@linework/domain/order-types/all';
import { armCrashPoint, parseCrashPoint } from '@linework/domain/orders/crash-points';
import { orderTypesByCode } from '@linework/domain/orders/order-type';
import { createHttpServer } from '@linework/http/create-server';
import { drainServer } from '@linework/http/drain-server';
import { listen } from '@linework/http/listen';
import type { Answered } from '@linework/http/mount-options';
import type { Log } from '@linework/log/log';
import { measureRequests } from '@linework/operations/measure-requests';
import { createMetrics, type Metrics } from '@linework/operations/metrics';
import { breakerMetrics } from '@linework/operations/metrics-of-breakers';
import { operationsOfProgram } from '@linework/operations/operations-of-program';
import { openQueues } from '@linework/queue/open-queues';
import { checksOf } from '@linework/systems/breaker/checks-of';
import { catalogOf } from '@linework/systems/catalog/catalog-of';
import { orderBookOf } from '@linework/systems/orders/order-book-of';
import { guardedPartners } from '@linework/systems/partners/guarded-partners';
import { readKeyWrapper } from '@linework/systems/secret-keys/read-key-files';
import { readTaxSettings } from '@linework/systems/tax/read-tax-settings';
import { DrawingNotLoaded, openDrawingThread } from '@linework/tax-documents/paper/draw-in-thread';
import { keepPapers } from '@linework/tax-documents/paper/kept-papers';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { costSharesFor } from './limits/cost-shares.ts';
import { takeLeave } from './take-leave.ts';

export interface RunningApi {
  readonly port: number;
  readonly adminPort: number;
  /** Answers what has arrived, takes nothing more, and closes every connection. */
  close(): Promise<void>;
}

/** Opens the connections, then the two listeners. Raises when one of them cannot be had. */
export async function startApi(config: Config, log: Log): Promise<RunningApi> {
  const crash = config.CRASH_AT && parseCrashPoint(config.CRASH_AT);
  if (crash) armCrashPoint(crash.point, crash.action, crash.times);
  const keyWrapper = readKeyWrapper('SECRET_PUBLIC_KEYS_FILE', config.SECRET_PUBLIC_KEYS_FILE);
  const db = openDb({
    url: config.DATABASE_URL,
    poolSize: config.DB_POOL_SIZE,
    statementTimeoutMs: config.STATEMENT_TIMEOUT_MS,
    applicationName: 'linework api',
    onIdleError: (error) => log.warn({ err: error }, 'a resting database connection broke'),
  });
  const queues = await openQueues({ redisUrl: config.REDIS_URL, databaseUrl: config.DATABASE_URL, log });
  const publicUrl = config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`;
  const metrics = createMetrics();
  const wrongKeys = limitWrongKeys();
  const findCaller = callerFinder(db);
  const observer = breakerMetrics(metrics, systemsAsked(config));
  const { partners, breakers } = guardedPartners(config, { log, observer });
  const { catalog, breakers: catalogBreakers } = catalogOf(config, { db, log, observer });
  const { orderBook, breakers: orderBreakers } = orderBookOf(config, { db, log, observer });
  const systems = checksOf([breakers['tax-authority'], ...catalogBreakers, ...orderBreakers]);
  const operations = operationsOfProgram({ db, queues, metrics, findCaller, wrongKeys, errorsBase: `${publicUrl}/problems`, log, systems });
  const drawing = openDrawingThread();
  const app = buildApp({
    deps: {
      db,
      partners,
      catalog,
      orderBook,
      ring: queues.ring,
      orderTypes: orderTypesByCode(everyVersion),
      publicUrl,
      tax: readTaxSettings(config),
      keyWrapper,
      draw: keepPapers((wanted) => drawing.draw(wanted).catch(tellNotLoaded(log))),
    },
    findCaller,
    wrongKeys,
    ...(config.TRUST_PROXY !== undefined && { trustProxy: config.TRUST_PROXY }),
    limits: {
      rate: { perKey: config.RATE_LIMIT_PER_SECOND, perBroker: config.BROKER_RATE_LIMIT_PER_SECOND },
      inFlight: config.IN_FLIGHT_LIMIT,
      shares: costSharesFor(config.DB_POOL_SIZE),
    },
    health: operations.health,
    log,
    onAnswered: tellRequest(metrics, log),
    checkAnswers: config.CHECK_ANSWERS,
  });
  const server = createHttpServer(app, { errorsBase: `${publicUrl}/problems` });
  const adminServer = createHttpServer(operations.app, { errorsBase: `${publicUrl}/problems` });
  const port = await listen(server, config.PORT, config.HOST);
  const adminPort = await listen(adminServer, config.ADMIN_PORT, config.ADMIN_HOST);
  log.info({ port, adminPort, queue: queues.kind }, 'api listens');
  return {
    port,
    adminPort,
    async close() {
      operations.health.drain();
      await takeLeave(server);
      await Promise.all([drainServer(server, config.DRAIN_MS), drainServer(adminServer, config.DRAIN_MS)]);
      await drawing.close();
      await queues.close();
      await db.close();
      log.info('api stopped');
    },
  };
}

/** The systems that requests ask: of the partners the tax authority alone, and other installations of Linework where there are any. */
function systemsAsked({ CATALOG_URL, ORDERS_URL }: Config): readonly string[] {
  return ['tax-authority', ...(CATALOG_URL === undefined ? [] : ['catalog']), ...(ORDERS_URL === undefined ? [] : ['orders'])];
}

/** The client is told to come back; only an operator can put it right. */
const tellNotLoaded = (log: Log) => (error: unknown) => {
  if (error instanceof DrawingNotLoaded) log.error({ err: error }, 'papers cannot be drawn: the files of this program were replaced, start it again');
  throw error;
};

/** A line for each request that changes something; those that only read are told when debugging. */
function tellRequest(metrics: Metrics, log: Log): (answered: Answered) => void {
  const measure = measureRequests(metrics);
  return (answered) => {
    measure(answered);
    const { request, response, requestId, route, caller, durationMs } = answered;
    const level = request.method === 'GET' || request.method === 'HEAD' ? 'debug' : 'info';
    if (!log.isLevelEnabled(level)) return;
    const { keyId, brokerId } = caller ?? {};
    log[level](
      { requestId, route: route?.name, status: response.statusCode, durationMs: Math.round(durationMs * 10) / 10, keyId, brokerId },
      'request answered',
    );
  };
}
