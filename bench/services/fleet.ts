import { createApiKey } from '@linework/api-keys/create-api-key';
import { scopes } from '@linework/auth/scopes';
import { type OpenDb, openDb } from '@linework/db/db';
import { migrate } from '@linework/db/migrate';
import { aBroker } from '@linework/testing/a-broker';
import { createLinesOnNetwork } from '@linework/testing/processes/lines-on-network';
import { type LineworkClient, lineworkClient } from '@linework/testing/processes/linework-client';
import { startApi } from '@linework/testing/processes/start-api';
import { startWorker } from '@linework/testing/processes/start-worker';
import { networkSimulatorClient } from '@linework/testing/simulators/network-simulator-client';
import { startNetworkSimulator } from '@linework/testing/simulators/start-network-simulator';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';

/** A broker with ACTIVE lines that the network knows. */
export interface BrokerWithLines {
  readonly id: string;
  readonly key: string;
  readonly client: LineworkClient;
  readonly lineIds: readonly string[];
}

export interface Fleet {
  readonly versions: Readonly<Record<string, string>>;
  readonly db: OpenDb;
  /** The addresses of its APIs. */
  readonly urls: readonly string[];
  aBrokerWithLines(count: number): Promise<BrokerWithLines>;
  stop(): Promise<void>;
}

const linesAtOnce = 5_000;
const defaultLease = { STEP_TIMEOUT_MS: '8000', LEASE_MS: '20000' };

interface FleetSize {
  readonly apis?: number;
  readonly workers?: number;
}

/**
 * Starts APIs, workers and the network simulator as separate processes with default settings, on an empty PostgreSQL
 * and Redis. Clients of brokers use the first API.
 */
export async function startFleet({ apis: apiCount = 1, workers: workerCount = 1 }: FleetSize = {}): Promise<Fleet> {
  const [postgres, redis, simulator] = await Promise.all([startPostgres(), startRedis(), startNetworkSimulator()]);
  await migrate(postgres.url);
  const db = openDb({ url: postgres.url, statementTimeoutMs: 120_000 });
  const network = networkSimulatorClient(simulator.url);
  const shared = { DATABASE_URL: postgres.url, REDIS_URL: redis.url };
  const times = <Started>(count: number, start: () => Promise<Started>) =>
    Promise.all(Array.from({ length: count }, start));
  const apis = await times(apiCount, () => startApi({ ...shared, CHECK_RESPONSES: 'false' }));
  const workers = await times(workerCount, () =>
    startWorker({ ...shared, ...defaultLease, NETWORK_URL: simulator.url }),
  );
  const urls = apis.map(({ url }) => url);

  return {
    versions: { PostgreSQL: postgres.version, Redis: redis.version },
    db,
    urls,
    async aBrokerWithLines(count) {
      const { id } = await aBroker(db);
      const { key } = await createApiKey(db, {
        name: 'bench',
        brokerId: id,
        scopes: scopes.filter((scope) => scope !== 'operator'),
      });
      const lineIds: string[] = [];
      while (lineIds.length < count) {
        const lines = await createLinesOnNetwork(
          { db, network, brokerId: id },
          Math.min(linesAtOnce, count - lineIds.length),
        );
        lineIds.push(...lines.map((line) => line.id));
      }
      return { id, key, client: lineworkClient(urls[0] as string, key), lineIds };
    },
    async stop() {
      await Promise.all([...apis, ...workers].map((program) => program.stop()));
      await db.close();
      await Promise.all([simulator.stop(), redis.stop(), postgres.stop()]);
    },
  };
}
