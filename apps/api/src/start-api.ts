import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCallerFinder } from '@linework/api-keys/create-caller-finder';
import { limitWrongKeys } from '@linework/auth/wrong-keys';
import { type Db, type OpenDb, openDb } from '@linework/db/db';
import { armCrashPoint, parseCrashPoint } from '@linework/engine/model/crash-points';
import { createFeedTail } from '@linework/events/feed/feed-tail';
import type { CalledSystem } from '@linework/http/define-route';
import type { CompletedRequest } from '@linework/http/routing/mount-options';
import { createHttpServer } from '@linework/http/server/create-server';
import { drainServer } from '@linework/http/server/drain-server';
import { listen } from '@linework/http/server/listen';
import type { Log } from '@linework/log/log';
import { startConfiguredTracing } from '@linework/log/tracing/tracing-config';
import { breakerMetrics } from '@linework/operations/breaker-metrics';
import { createOperations } from '@linework/operations/create-operations';
import { measureRequests } from '@linework/operations/measure-requests';
import { createMetrics, type Metrics } from '@linework/operations/metrics';
import { requireNoSplit } from '@linework/operations/require-no-split';
import { warnAboutLoggedValues } from '@linework/operations/warn-about-logged-values';
import { orderTypes } from '@linework/order-types/order-types';
import { createOrderWaiter, createRemoteOrderWaiter } from '@linework/orders/order-waiter';
import { openQueues, type Queues } from '@linework/queue/open-queues';
import { readQueues } from '@linework/queue/read-queues';
import { buildHealthChecks } from '@linework/systems/breaker/build-health-checks';
import { createCatalog } from '@linework/systems/catalog/create-catalog';
import { createOpenidProviders } from '@linework/systems/openid/create-openid-provider';
import { createOrderQueries } from '@linework/systems/orders/create-order-queries';
import { guardPartners } from '@linework/systems/partners/guard-partners';
import { createRangeRegistry } from '@linework/systems/range-registry/create-range-registry';
import { readKeyWrapper } from '@linework/systems/secret-keys/read-key-files';
import { readTaxSettings } from '@linework/systems/tax/read-tax-settings';
import { cachePdfs } from '@linework/tax-documents/pdf-thread/cache-pdfs';
import { openPdfThread, PdfThreadNotLoaded } from '@linework/tax-documents/pdf-thread/open-pdf-thread';
import { createAddressPolicy } from '@linework/webhooks/address/address-policy';
import { createSampleWaiter } from '@linework/webhooks/deliveries/send-sample';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { createConsole } from './console/console.ts';
import { type CostLimiter, costLimitsFor, createCostLimiter } from './limits/cost-limiter.ts';
import type { Deps } from './request/deps.ts';
import type { CallerLimits } from './request/mount-parts.ts';

/** Longer than the pause of an active client between a response and its next request. */
const shutdownGraceMs = 500;

/**
 * Stops accepting connections, and lets the open ones end by themselves: each response has `Connection: close`. Idle
 * connections may be closed only afterwards. The `close` of the HTTP server closes idle connections immediately, and
 * would cut a request that is just arriving on a kept connection.
 */
async function shutDown(server: Server): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  const closed = once(server, 'close');
  TcpServer.prototype.close.call(server);
  await Promise.race([closed, sleep(shutdownGraceMs, undefined, { ref: false })]);
}

export interface RunningApi {
  readonly port: number;
  readonly adminPort: number;
  /** Stops accepting requests, finishes the running ones, and closes every connection. */
  close(): Promise<void>;
}

/** Opens the connections, then the two listeners. Throws if one of them fails. */
export async function startApi(config: Config, log: Log): Promise<RunningApi> {
  armCrashPoints(config);
  const tracing = await startConfiguredTracing(config, 'linework-api');
  const keyWrapper = readKeyWrapper('SECRET_PUBLIC_KEYS_FILE', config.SECRET_PUBLIC_KEYS_FILE);
  const db = openDatabase(config, log);
  await requireNoSplit(db);
  const queues = await openQueues({
    redisUrl: config.REDIS_URL,
    databaseUrl: config.DATABASE_DIRECT_URL ?? config.DATABASE_URL,
    log,
  });
  const publicUrl = config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`;
  const metrics = createMetrics({ cell: config.CELL });
  const wrongKeys = limitWrongKeys();
  const findCaller = createCallerFinder(db);
  const { called, systems } = callSystems(config, { db, log, metrics });
  const drawing = openPdfThread();
  const waiting = openWaiting(config, { db, log });
  const deps = {
    db,
    ...called,
    ...queueDeps(queues),
    orderTypes,
    publicUrl,
    keyWrapper,
    ...readDepSettings(config),
    ...waiting.deps,
    drawPdf: cachePdfs((wanted) => drawing.drawPdf(wanted).catch(logNotLoaded(log))),
  };
  const shared = {
    deps,
    limits: readLimits(config),
    costLimiter: createLimiter(config),
    log,
    onCompleted: requestLogger(metrics, log),
  };
  const console = createConsole({ ...shared, ...readConsoleOptions(config, log) });
  const errorsBase = `${publicUrl}/problems`;
  const caller = { findCaller, wrongKeys };
  const operations = createOperations({ db, queues, metrics, ...caller, errorsBase, log, systems, console });
  const app = buildApp({
    ...shared,
    ...readAppOptions(config),
    ...caller,
    health: operations.health,
  });
  const server = createHttpServer(app, { errorsBase });
  const adminServer = createHttpServer(operations.app, { errorsBase });
  const port = await listen(server, config.PORT, config.HOST);
  const adminPort = await listen(adminServer, config.ADMIN_PORT, config.ADMIN_HOST);
  log.info({ port, adminPort, queue: queues.kind }, 'api listens');
  return {
    port,
    adminPort,
    async close() {
      operations.health.drain();
      waiting.stop();
      await shutDown(server);
      await Promise.all([drainServer(server, config.DRAIN_MS), drainServer(adminServer, config.DRAIN_MS)]);
      await drawing.close();
      await queues.close();
      await db.close();
      await tracing?.close();
      log.info('api stopped');
    },
  };
}

function armCrashPoints({ CRASH_AT }: Config): void {
  const crash = CRASH_AT && parseCrashPoint(CRASH_AT);
  if (crash) armCrashPoint(crash.point, crash.action, crash.times);
}

/** The other systems behind their breakers, and the checks of those that requests call. */
function callSystems(config: Config, deps: { readonly db: Db; readonly log: Log; readonly metrics: Metrics }) {
  const guarded = { ...deps, observer: breakerMetrics(deps.metrics, listCalledSystems(config)) };
  const { partners, breakers } = guardPartners(config, guarded);
  const { catalog, breakers: catalogBreakers } = createCatalog(config, guarded);
  const { orderQueries, breakers: orderBreakers } = createOrderQueries(config, guarded);
  const { registerRange, breakers: registryBreakers } = createRangeRegistry(config, guarded);
  const systems = buildHealthChecks([
    breakers['tax-authority'],
    ...catalogBreakers,
    ...orderBreakers,
    ...registryBreakers,
  ]);
  return { called: { partners, catalog, orderQueries, registerRange }, systems };
}

const queueDeps = (queues: Queues) => ({ notify: queues.notify, readQueues: () => readQueues(queues) });

function openDatabase(
  { DATABASE_URL, DATABASE_DIRECT_URL, DB_POOL_SIZE, STATEMENT_TIMEOUT_MS }: Config,
  log: Log,
): OpenDb {
  const db = openDb({
    url: DATABASE_URL,
    directUrl: DATABASE_DIRECT_URL,
    poolSize: DB_POOL_SIZE,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    applicationName: 'linework api',
    onIdleError: (error) => log.warn({ err: error }, 'idle database connection failed; the pool opens a new one'),
  });
  void warnAboutLoggedValues(db, log);
  return db;
}

const readConsoleOptions = (config: Config, log: Log) => ({
  ...readTrustedProxies(config),
  consoleUrl: config.CONSOLE_URL,
  openid: createOpenidProviders(config, log),
  allowsPasswords: config.CONSOLE_PASSWORDS,
  traceUrl: config.CONSOLE_TRACE_URL,
  folder: config.CONSOLE_FOLDER,
});

const readTrustedProxies = ({ TRUST_PROXY }: Config) => (TRUST_PROXY === undefined ? {} : { trustProxy: TRUST_PROXY });

const createLimiter = (config: Config): CostLimiter =>
  createCostLimiter(costLimitsFor(config.DB_POOL_SIZE), { calledSystems: listCalledSystems(config) });

const readAppOptions = (config: Config) => ({
  ...readTrustedProxies(config),
  origins: config.CORS_ORIGINS,
  docsApiKey: config.DOCS_API_KEY,
  checkResponses: config.CHECK_RESPONSES,
});

const readDepSettings = (config: Config) => ({
  tax: readTaxSettings(config),
  cellGroup: config.CELL_GROUP,
  bulk: { secondPersonAbove: config.BULK_SECOND_PERSON_ABOVE },
  exportLimitMs: config.EXPORT_TIME_LIMIT_MS,
  webhooks: buildWebhookDeps(config),
});

const readLimits = (config: Config): CallerLimits => ({
  rate: { perKey: config.RATE_LIMIT_PER_SECOND, perBroker: config.BROKER_RATE_LIMIT_PER_SECOND },
  inFlight: config.IN_FLIGHT_LIMIT,
  streams: config.STREAM_LIMIT,
  exports: config.EXPORT_LIMIT,
  costs: costLimitsFor(config.DB_POOL_SIZE),
});

const buildWebhookDeps = ({ WEBHOOK_TRUSTED_HOSTS, WEBHOOK_ENDPOINT_LIMIT }: Config): Deps['webhooks'] => ({
  addressPolicy: createAddressPolicy(WEBHOOK_TRUSTED_HOSTS),
  endpointLimit: WEBHOOK_ENDPOINT_LIMIT,
});

/** The systems that requests call: the tax authority, and other installations of Linework if they are configured. */
function listCalledSystems({ CATALOG_URL, ORDERS_URL, RANGE_REGISTRY_URL }: Config): readonly CalledSystem[] {
  const addresses = { catalog: CATALOG_URL, orders: ORDERS_URL, 'range-registry': RANGE_REGISTRY_URL };
  const configured = (['catalog', 'orders', 'range-registry'] as const).filter((system) => addresses[system]);
  return ['tax-authority', ...configured];
}

/**
 * The client receives 503 with `Retry-After`, but only an operator can solve the problem, so it is logged as an error.
 */
const logNotLoaded = (log: Log) => (error: unknown) => {
  if (error instanceof PdfThreadNotLoaded)
    log.error(
      { err: error },
      'PDF documents cannot be drawn because the files of this program were replaced; restart the program',
    );
  throw error;
};

/** Logs one line for each request that changes something. Requests that only read are logged at level debug. */
function requestLogger(metrics: Metrics, log: Log): (completed: CompletedRequest) => void {
  const measure = measureRequests(metrics);
  return (completed) => {
    measure(completed);
    const { request, response, requestId, route, caller, durationMs } = completed;
    const level = request.method === 'GET' || request.method === 'HEAD' ? 'debug' : 'info';
    if (!log.isLevelEnabled(level)) return;
    const { keyId, brokerId } = caller ?? {};
    log[level](
      {
        requestId,
        route: route?.name,
        status: response.statusCode,
        durationMs: Math.round(durationMs * 10) / 10,
        keyId,
        brokerId,
      },
      'request completed',
    );
  };
}

interface Waiting {
  readonly deps: Pick<Deps, 'feedTail' | 'orderWaiter' | 'sampleWaiter' | 'stopping'>;
  /** Ends all streams, and answers all waiting requests with what is known now. */
  stop(): void;
}

/**
 * Creates what requests wait with: each reads the database once for all requests of this process, and only while one
 * waits.
 */
function openWaiting(
  { ORDERS_URL }: Pick<Config, 'ORDERS_URL'>,
  { db, log }: { readonly db: Db; readonly log: Log },
): Waiting {
  const stopping = new AbortController();
  const warn = (what: string) => (error: unknown) =>
    log.warn({ err: error }, `${what} were not read; the next poll tries again`);
  return {
    deps: {
      feedTail: createFeedTail({ db, onError: warn('the newest events') }),
      orderWaiter:
        ORDERS_URL === undefined
          ? createOrderWaiter(db, warn('the orders that requests wait for'))
          : createRemoteOrderWaiter(),
      sampleWaiter: createSampleWaiter(db, warn('the samples that requests wait for')),
      stopping: stopping.signal,
    },
    stop: () => stopping.abort(),
  };
}
