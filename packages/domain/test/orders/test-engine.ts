import { type OpenDb, openDb } from '@linework/db/db';
import { type Log, silentLog } from '@linework/log/log';
import type { Order } from '@linework/schemas/orders/order';
import { anOperator } from '@linework/testing/callers';
import { createTestDb } from '@linework/testing/create-test-db';
import { type RecordingNetwork, recordingNetwork } from '@linework/testing/recording-network';
import { type EngineSettings, orderAdvancer, type Ring } from '../../src/orders/advance-order.ts';
import type { ChangeOrderDeps } from '../../src/orders/change-order.ts';
import { findOrder } from '../../src/orders/find-order.ts';
import { type OrderType, orderTypesByCode } from '../../src/orders/order-type.ts';
import { ringDueOrders } from '../../src/orders/ring-due-orders.ts';
import { noWitness, type Witness } from '../../src/orders/witness.ts';
import type { Systems } from '../../src/systems.ts';

/** The engine on a database of its own; its rings wait until they are answered. */
export interface TestEngine {
  readonly db: OpenDb;
  readonly network: RecordingNetwork;
  readonly deps: ChangeOrderDeps;
  readonly rings: Ring[];
  /** What a worker does for one ring. */
  readonly advanceOrder: (ring: Ring) => Promise<void>;
  /** Another worker on the same database, of a release with these order types. */
  anotherWorker(release?: readonly OrderType[]): (ring: Ring) => Promise<void>;
  /** Answers every ring, however often it rings, and lets time pass, until the order is at rest. */
  carryOut(orderId: string): Promise<Order>;
  /** Answers the rings that there are, and those that come of it. */
  answerRings(): Promise<void>;
  /** For this order every wait and every lease is over; the sweep then rings for it. */
  letTimePass(orderId: string): Promise<void>;
  find(orderId: string): Promise<Order>;
  /** Whether the workers know the network to be away. */
  setAway(isAway: boolean): void;
  close(): Promise<void>;
}

export interface TestEngineOptions {
  readonly orderTypes: readonly OrderType[];
  readonly witness?: Partial<Witness>;
  readonly log?: Log;
  readonly settings?: Partial<EngineSettings>;
  readonly poolSize?: number;
  /** Unless told otherwise the network knows idempotency keys. */
  readonly networkKnowsKeys?: boolean;
  /** In the place of what the workers have. */
  readonly systemsOn?: (network: RecordingNetwork) => Partial<Systems>;
}

const mostRounds = 100;
const caller = anOperator();

export async function testEngine(options: TestEngineOptions): Promise<TestEngine> {
  const { orderTypes, witness, log = silentLog, settings, poolSize = 10, networkKnowsKeys = true, systemsOn = () => ({}) } = options;
  const testDb = await createTestDb();
  const db = openDb({ url: testDb.url, poolSize });
  const network = recordingNetwork({ knowsKeys: networkKnowsKeys });
  const rings: Ring[] = [];
  let isAway = false;
  const awayLimitMs = settings?.awayLimitMs ?? 60_000;
  const ring = (more: readonly Ring[]) => void rings.push(...more);
  const types = orderTypesByCode(orderTypes);
  const anotherWorker = (release: readonly OrderType[] = orderTypes) =>
    orderAdvancer({
      db,
      orderTypes: orderTypesByCode(release),
      systems: { network, isAway: () => isAway, ...systemsOn(network) },
      ring,
      witness: { ...noWitness, ...witness },
      log,
      settings: { leaseMs: 10_000, stepTimeoutMs: 5_000, takeLimit: 50, awayLimitMs, ...settings },
    });
  const advanceOrder = anotherWorker();
  const find = (orderId: string) => findOrder(db, { caller, orderId });

  async function answerRings(): Promise<void> {
    // A ring for later is left to the sweep, for which time passes.
    for (let next = rings.shift(); next; next = rings.shift()) if (!next.delayMs) await advanceOrder(next);
  }

  async function letTimePass(orderId: string): Promise<void> {
    await db.pool.query("UPDATE orders SET due_at = now() - interval '1 s', not_before = NULL WHERE id = $1 AND due_at IS NOT NULL", [orderId]);
    await ringDueOrders({ db, ring, awayLimitMs });
  }

  return {
    db,
    network,
    rings,
    deps: { db, ring, orderTypes: types },
    advanceOrder,
    anotherWorker,
    answerRings,
    letTimePass,
    find,
    setAway(now) {
      isAway = now;
    },
    async carryOut(orderId) {
      for (let round = 0; round < mostRounds; round += 1) {
        await answerRings();
        if (await isAtRest(db, orderId)) return find(orderId);
        await letTimePass(orderId);
      }
      throw new Error(`order ${orderId} does not come to rest`);
    },
    async close() {
      await db.close();
      await testDb.drop();
    },
  };
}

async function isAtRest(db: OpenDb, orderId: string): Promise<boolean> {
  const { rows } = await db.pool.query('SELECT FROM orders WHERE id = $1 AND due_at IS NULL', [orderId]);
  return rows.length === 1;
}
