import type { Scope } from '@linework/auth/scopes';
import { scopes } from '@linework/auth/scopes';
import { limitWrongKeys } from '@linework/auth/wrong-keys';
import { type OpenDb, openDb } from '@linework/db/db';
import { builtInCatalog } from '@linework/domain/catalog/built-in-catalog';
import { createApiKey } from '@linework/domain/keys/create-api-key';
import { callerFinder } from '@linework/domain/keys/find-caller';
import { everyVersion } from '@linework/domain/order-types/all';
import type { Ring } from '@linework/domain/orders/advance-order';
import { builtInOrderBook } from '@linework/domain/orders/order-book';
import { orderTypesByCode } from '@linework/domain/orders/order-type';
import { awayPartners } from '@linework/domain/partners/away-partners';
import { type Client, createClient } from '@linework/http/client';
import { createHttpServer } from '@linework/http/create-server';
import { listen } from '@linework/http/listen';
import { createLog } from '@linework/log/log';
import { createHealth } from '@linework/operations/health';
import { openDrawingThread } from '@linework/tax-documents/paper/draw-in-thread';
import { aBroker, type TestBroker } from '@linework/testing/a-broker';
import { createTestDb } from '@linework/testing/create-test-db';
import { testSecretKeys } from '@linework/testing/test-secret-keys';
import { testTaxSettings } from '@linework/testing/test-tax-settings';
import { type AppParts, buildApp, type CallerLimits } from '../../src/app.ts';
import type { Deps } from '../../src/deps.ts';
import type { GateLimits } from '../../src/limits/fair-gate.ts';

export const publicUrl = 'https://linework.example';
const freely: GateLimits = { perOwner: 1_000, besideOthers: 1_000, total: 1_000, waitingPerOwner: 0 };
export const allowed: CallerLimits = {
  rate: { perKey: 1_000_000, perBroker: 1_000_000 },
  inFlight: 1_000,
  shares: { cheap: freely, list: freely, batch: freely, import: freely, document: freely },
};
const everyScopeOfBrokers = scopes.filter((scope) => scope !== 'operator');

export interface TestClient extends Client {
  readonly key: string;
  readonly keyId: string;
}

export interface TestApi {
  readonly url: string;
  readonly port: number;
  readonly db: OpenDb;
  /** What the workers would have been rung for. */
  readonly rings: Ring[];
  /** Defects: what was answered with a bare 500. Closing fails unless the test has taken them out. */
  readonly defects: string[];
  /** A client with a key of its own: of a broker with every scope that a broker may have, unless told otherwise. */
  aClient(of?: { readonly broker?: TestBroker; readonly scopes?: readonly Scope[] }): Promise<TestClient & { readonly broker: TestBroker }>;
  /** A client whose key sees every broker, with every scope unless told otherwise. */
  anOperatorsClient(allowedTo?: readonly Scope[]): Promise<TestClient>;
  close(): Promise<void>;
}

export interface TestApiParts extends Partial<Omit<AppParts, 'deps'>> {
  readonly deps?: Partial<Deps>;
  readonly poolSize?: number;
  /** Longer where a test holds statements up itself. */
  readonly statementTimeoutMs?: number;
  /** The clock by which a key is remembered. */
  readonly nowMs?: () => number;
}

/** The real application over HTTP, on a database of its own. An answer that its route does not declare is a defect. */
export async function startTestApi({ poolSize = 10, statementTimeoutMs = 5_000, nowMs, ...parts }: TestApiParts = {}): Promise<TestApi> {
  const testDb = await createTestDb();
  const db = openDb({ url: testDb.url, poolSize, statementTimeoutMs });
  const drawing = openDrawingThread();
  const rings: Ring[] = [];
  const defects: string[] = [];
  const app = buildApp({
    findCaller: callerFinder(db, nowMs),
    limits: allowed,
    wrongKeys: limitWrongKeys({ most: 1_000_000 }),
    health: createHealth({ needed: {} }),
    log: createLog({ name: 'test', level: 'error', destination: { write: (line) => void defects.push(line) } }),
    checkAnswers: true,
    ...parts,
    deps: {
      db,
      partners: awayPartners,
      catalog: builtInCatalog(parts.deps?.db ?? db),
      orderBook: builtInOrderBook(parts.deps?.db ?? db),
      ring: (more) => void rings.push(...more),
      orderTypes: orderTypesByCode(everyVersion),
      publicUrl,
      tax: testTaxSettings,
      keyWrapper: testSecretKeys().wrapper,
      draw: drawing.draw,
      ...parts.deps,
    },
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
    rings,
    defects,
    async aClient({ broker: given, scopes: allowedTo = everyScopeOfBrokers } = {}) {
      const broker = given ?? (await aBroker(db));
      return { ...(await clientWith(allowedTo, broker)), broker };
    },
    anOperatorsClient: (allowedTo = scopes) => clientWith(allowedTo),
    async close() {
      server.closeAllConnections();
      await new Promise((settle) => server.close(settle));
      await drawing.close();
      await db.close();
      await testDb.drop();
      if (defects.length > 0) throw new Error(`requests failed:\n${defects.join('')}`);
    },
  };
}
