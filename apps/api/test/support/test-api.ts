import type { LookupFunction } from 'node:net';
import { createApiKey } from '@linework/api-keys/create-api-key';
import { createCallerFinder } from '@linework/api-keys/create-caller-finder';
import type { Scope } from '@linework/auth/scopes';
import { scopes } from '@linework/auth/scopes';
import { limitWrongKeys } from '@linework/auth/wrong-keys';
import type { ConcurrencyLimits } from '@linework/batching/fair-limiter';
import { builtInCatalog } from '@linework/catalog/built-in-catalog';
import { type OpenDb, openDb } from '@linework/db/db';
import { createFeedTail } from '@linework/events/feed/feed-tail';
import { testTaxSettings } from '@linework/fixtures/test-tax-settings';
import { type Client, createClient } from '@linework/http/client';
import { createHttpServer } from '@linework/http/server/create-server';
import { listen } from '@linework/http/server/listen';
import { createLog } from '@linework/log/log';
import { createHealth } from '@linework/operations/health';
import { orderTypes } from '@linework/order-types/order-types';
import { createLocalOrderQueries } from '@linework/orders/order-queries';
import { createOrderWaiter } from '@linework/orders/order-waiter';
import { unavailablePartners } from '@linework/partners/unavailable-partners';
import type { WakeUp } from '@linework/schemas/jobs';
import { openPdfThread } from '@linework/tax-documents/pdf-thread/open-pdf-thread';
import { aBroker, type TestBroker } from '@linework/testing/a-broker';
import { createTestDb } from '@linework/testing/create-test-db';
import { testSecretKeys } from '@linework/testing/secrets/test-secret-keys';
import { createAddressPolicy } from '@linework/webhooks/address/address-policy';
import { createSampleWaiter } from '@linework/webhooks/deliveries/send-sample';
import { type AppParts, buildApp } from '../../src/app.ts';
import type { Deps, LimitDeps } from '../../src/request/deps.ts';
import type { CallerLimits } from '../../src/request/mount-parts.ts';

export const publicUrl = 'https://linework.example';
const unlimited: ConcurrencyLimits = { perOwner: 1_000, whileShared: 1_000, total: 1_000, waitingPerOwner: 0 };
export const allowed: CallerLimits = {
  rate: { perKey: 1_000_000, perBroker: 1_000_000 },
  inFlight: 1_000,
  streams: 1_000,
  exports: 1_000,
  costs: {
    cheap: unlimited,
    list: unlimited,
    batch: unlimited,
    import: unlimited,
    document: unlimited,
    partner: unlimited,
    replay: unlimited,
  },
};
/** No name is resolved in tests: the names in examples need no name server. */
const unresolved: LookupFunction = (_hostname, _options, callback) =>
  callback(Object.assign(new Error('no name server'), { code: 'EAI_AGAIN' }), []);
const ignore = () => undefined;
const brokerScopes = scopes.filter((scope) => scope !== 'operator');

export interface TestClient extends Client {
  readonly key: string;
  readonly keyId: string;
}

export interface TestApi {
  readonly url: string;
  readonly port: number;
  readonly db: OpenDb;
  /** The dependencies of its routes. */
  readonly deps: Omit<Deps, LimitDeps>;
  /** The wake-ups that were sent to the workers. */
  readonly wakeUps: WakeUp[];
  /** The errors that led to a 500. `close` throws if the test did not remove them. */
  readonly errors: string[];
  /** Creates a client with a new key of a broker. The default is a new broker and every scope of a broker. */
  aClient(options?: {
    readonly broker?: TestBroker;
    readonly scopes?: readonly Scope[];
  }): Promise<TestClient & { readonly broker: TestBroker }>;
  /** Creates a client with an operator's key. The default is every scope. */
  anOperatorsClient(allowedTo?: readonly Scope[]): Promise<TestClient>;
  close(): Promise<void>;
}

export interface TestApiParts extends Partial<Omit<AppParts, 'deps'>> {
  readonly deps?: Partial<Deps>;
  readonly poolSize?: number;
  /** Longer if the test itself delays statements. */
  readonly statementTimeoutMs?: number;
  /** The time for the cache of keys. */
  readonly nowMs?: () => number;
}

/**
 * Starts the real application over HTTP with a new database. A response that its route does not declare is an error.
 */
export async function startTestApi({
  poolSize = 10,
  statementTimeoutMs = 60_000,
  nowMs,
  ...parts
}: TestApiParts = {}): Promise<TestApi> {
  const testDb = await createTestDb();
  const db = openDb({ url: testDb.url, poolSize, statementTimeoutMs });
  const drawing = openPdfThread();
  const wakeUps: WakeUp[] = [];
  const errors: string[] = [];
  const deps = {
    db,
    partners: unavailablePartners,
    catalog: builtInCatalog(parts.deps?.db ?? db),
    orderQueries: createLocalOrderQueries(parts.deps?.db ?? db),
    notify: (more: readonly WakeUp[]) => void wakeUps.push(...more),
    readQueues: () => Promise.resolve({ queues: [], schedules: [] }),
    orderTypes,
    publicUrl,
    tax: testTaxSettings,
    keyWrapper: testSecretKeys().wrapper,
    bulk: { secondPersonAbove: 500 },
    exportLimitMs: 600_000,
    webhooks: { addressPolicy: createAddressPolicy(['127.0.0.1'], unresolved), endpointLimit: 1_000, sampleLimitMs: 0 },
    drawPdf: drawing.drawPdf,
    feedTail: createFeedTail({ db, onError: ignore }),
    orderWaiter: createOrderWaiter(db, ignore),
    sampleWaiter: createSampleWaiter(db, ignore),
    stopping: new AbortController().signal,
    ...parts.deps,
  };
  const app = buildApp({
    findCaller: createCallerFinder(db, nowMs),
    limits: allowed,
    wrongKeys: limitWrongKeys({ limit: 1_000_000 }),
    health: createHealth({ required: {} }),
    log: createLog({ name: 'test', level: 'error', destination: { write: (line) => void errors.push(line) } }),
    checkResponses: true,
    ...parts,
    deps,
  });
  const server = createHttpServer(app, { errorsBase: `${publicUrl}/problems` });
  const port = await listen(server, 0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;

  async function clientWith(allowedTo: readonly Scope[], broker?: TestBroker): Promise<TestClient> {
    const { id, key } = await createApiKey(db, { name: 'test', brokerId: broker?.id, scopes: allowedTo });
    return { ...createClient(url, { apiKey: key }), key, keyId: id };
  }

  return {
    url,
    port,
    db,
    deps,
    wakeUps,
    errors,
    async aClient({ broker: ownBroker, scopes: allowedTo = brokerScopes } = {}) {
      const broker = ownBroker ?? (await aBroker(db));
      return { ...(await clientWith(allowedTo, broker)), broker };
    },
    anOperatorsClient: (allowedTo = scopes) => clientWith(allowedTo),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await drawing.close();
      await db.close();
      await testDb.drop();
      if (errors.length > 0) throw new Error(`requests failed:\n${errors.join('')}`);
    },
  };
}
