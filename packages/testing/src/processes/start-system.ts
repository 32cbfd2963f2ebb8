import { createApiKey } from '@linework/api-keys/create-api-key';
import { scopes } from '@linework/auth/scopes';
import { type OpenDb, openDb } from '@linework/db/db';
import { allOrderTypeVersions } from '@linework/lines/order-types/all-order-types';
import { findFreePort } from '@linework/local-servers/find-free-port';
import type { OrderStatus } from '@linework/schemas/lifecycles/order.lifecycle';
import { aBroker, type TestBroker } from '../a-broker.ts';
import { createTestDb } from '../create-test-db.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import type { Settings } from '../programs/process-settings.ts';
import { testSecretKeys } from '../secrets/test-secret-keys.ts';
import { networkSimulatorClient } from '../simulators/network-simulator-client.ts';
import { type RunningNetworkSimulator, startNetworkSimulator } from '../simulators/start-network-simulator.ts';
import {
  partnerUrls,
  type RunningPartnerSimulator,
  startPartnerSimulator,
} from '../simulators/start-partner-simulator.ts';
import { createLinesOnNetwork, type KnownLine } from './lines-on-network.ts';
import { type LineworkClient, lineworkClient } from './linework-client.ts';
import { type ApiProcess, startApi } from './start-api.ts';
import { startWorker, type WorkerProcess } from './start-worker.ts';
import { waitUntil } from './wait-until.ts';

export interface System {
  readonly db: OpenDb;
  readonly broker: TestBroker;
  readonly network: ReturnType<typeof networkSimulatorClient>;
  readonly simulator: RunningNetworkSimulator;
  readonly api: ApiProcess;
  /** The partners. They start on the first call, and notify the API with a key that has no other scopes. */
  partners(): Promise<RunningPartnerSimulator>;
  /** Uses a key of the broker with every scope of a broker. */
  readonly client: LineworkClient;
  /** The key of `client`. */
  readonly key: string;
  /** A key with access to the metrics and the queue board. */
  readonly operatorKey: string;
  /** Starts one more API. It ends with the system. */
  startApi(settings?: Settings): Promise<ApiProcess>;
  /** Starts one more worker. It ends with the system. */
  startWorker(settings?: Settings): Promise<WorkerProcess>;
  /** Creates ACTIVE lines of the broker that are also subscribers of the network. */
  lines(count: number): Promise<readonly KnownLine[]>;
  /**
   * Waits until an order has this status. It asks the database, because asking the API costs the processor several
   * times as much.
   */
  waitForOrder(orderId: string, status: OrderStatus): Promise<void>;
  /** Waits until every order has settled, then throws if an invariant is violated. */
  waitUntilSettled(): Promise<void>;
  close(): Promise<void>;
}

export interface SystemOptions {
  /** With a URL the queues are in Redis, without it in the database. */
  readonly redisUrl?: string;
  /** The settings of every API and worker. */
  readonly settings?: Settings;
  /** A migrated database. By default one is created, and dropped afterwards. */
  readonly databaseUrl?: string;
}

/** A worker opens all its connections at the start, and plans its statements on each of them. */
const workerSettings: Settings = { DB_POOL_SIZE: '5' };

/** Starts a real database, network simulator and API for the caller. The caller starts the workers. */
export async function startSystem({ redisUrl, settings = {}, databaseUrl }: SystemOptions = {}): Promise<System> {
  await using started = new AsyncDisposableStack();
  const { url, db, broker, key, operator } = await openDatabase(started, databaseUrl);
  const simulator = await startNetworkSimulator();
  started.defer(() => simulator.stop());
  const network = networkSimulatorClient(simulator.url);
  const partnerPort = await findFreePort();
  const { publicKeysFile, privateKeysFile } = testSecretKeys();
  const shared = {
    LOG_LEVEL: 'debug',
    DATABASE_URL: url,
    ...partnerUrls(`http://127.0.0.1:${partnerPort}`),
    ...(redisUrl && { REDIS_URL: redisUrl }),
    ...settings,
  };
  const track = killAllAtEnd(started);
  const startTrackedApi = async (own: Settings = {}) =>
    track(await startApi({ ...shared, SECRET_PUBLIC_KEYS_FILE: publicKeysFile, ...own }));
  const api = await startTrackedApi();

  let partners: Promise<RunningPartnerSimulator> | undefined;
  const running = started.move();

  return {
    db,
    broker,
    network,
    simulator,
    api,
    partners: () => {
      partners ??= startPartners(db, { until: running, port: partnerPort, apiUrl: api.url });
      return partners;
    },
    client: lineworkClient(api.url, key.key),
    key: key.key,
    operatorKey: operator.key,
    startApi: startTrackedApi,
    startWorker: async (own = {}) =>
      track(
        await startWorker({
          ...workerSettings,
          ...shared,
          SECRET_PRIVATE_KEYS_FILE: privateKeysFile,
          NETWORK_URL: simulator.url,
          ...own,
        }),
      ),
    lines: (count) => createLinesOnNetwork({ db, network, brokerId: broker.id }, count),
    waitForOrder: (orderId, status) =>
      waitUntil(`order ${orderId} is ${status}`, () =>
        exists(db, 'SELECT FROM orders WHERE id = $1 AND status = $2', [orderId, status]),
      ),
    async waitUntilSettled() {
      await waitUntil(
        'every order has settled',
        async () => !(await exists(db, 'SELECT FROM orders WHERE is_open LIMIT 1')),
      );
      await checkInvariants(db, { effects: await network.requestLog(), orderTypes: allOrderTypeVersions });
    },
    close: () => running.disposeAsync(),
  };
}

/** A database with a broker and two keys. */
async function openDatabase(until: AsyncDisposableStack, existingUrl: string | undefined) {
  const url = existingUrl ?? (await createDatabaseUntil(until));
  const db = openDb({ url, applicationName: 'linework test' });
  until.defer(() => db.close());
  const broker = await aBroker(db);
  const key = await createApiKey(db, {
    name: 'a client',
    brokerId: broker.id,
    scopes: scopes.filter((scope) => scope !== 'operator'),
  });
  const operator = await createApiKey(db, { name: 'an operator', scopes });
  return { url, db, broker, key, operator };
}

/** Returns a function that adds a program. */
function killAllAtEnd(end: AsyncDisposableStack) {
  const programs: (ApiProcess | WorkerProcess)[] = [];
  // A program that a failed test left suspended would not handle another signal.
  end.defer(async () => void (await Promise.all(programs.map((program) => program.kill()))));
  return <Started extends ApiProcess | WorkerProcess>(program: Started): Started => {
    programs.push(program);
    return program;
  };
}

interface PartnersOptions {
  readonly until: AsyncDisposableStack;
  readonly port: number;
  readonly apiUrl: string;
}

async function startPartners(db: OpenDb, { until, port, apiUrl }: PartnersOptions): Promise<RunningPartnerSimulator> {
  const partners = await startPartnerSimulator({ port });
  until.defer(() => partners.stop());
  const { key } = await createApiKey(db, { name: 'the partners', scopes: ['payments:write', 'portability:write'] });
  await partners.client.notify({ url: apiUrl, key });
  return partners;
}

async function exists({ pool }: OpenDb, query: string, values: readonly unknown[] = []): Promise<boolean> {
  return (await pool.query(query, [...values])).rows.length > 0;
}

async function createDatabaseUntil(end: AsyncDisposableStack): Promise<string> {
  const testDb = await createTestDb();
  end.defer(() => testDb.drop());
  return testDb.url;
}
