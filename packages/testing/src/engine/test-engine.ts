import { type OpenDb, openDb } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { ChangeOrderDeps } from '@linework/engine/commands/change-order';
import { createOrderAdvancer, type EngineSettings } from '@linework/engine/execution/advance-order';
import { requeueDueOrders } from '@linework/engine/execution/requeue-due-orders';
import { type EngineObserver, noObserver } from '@linework/engine/model/engine-observer';
import { indexOrderTypes, type OrderType } from '@linework/engine/model/order-type';
import { findOrder } from '@linework/engine/queries/find-order';
import type { Systems } from '@linework/lines/model/systems';
import { type Log, silentLog } from '@linework/log/log';
import type { WakeUp } from '@linework/schemas/jobs';
import type { Order } from '@linework/schemas/orders/order';
import type { SettledLineStatus, TestLine } from '../a-line.ts';
import { anOperator } from '../callers.ts';
import { createTestDb } from '../create-test-db.ts';
import { type RecordingNetwork, recordingNetwork } from '../recording-network.ts';

/** The systems that the steps of the tests call. */
export type TestSystems = Systems;

/** An order type of the tests: on a line, with the systems of the programs. */
export type TestOrderType = OrderType<Systems>;

/** Places an order of a type on a new resource with this status. */
export type PlaceTestOrder = (
  orderType: TestOrderType,
  engine: TestEngine,
  status: SettledLineStatus,
  notBefore?: Date,
) => Promise<{ readonly orderId: string; readonly line: TestLine }>;

/** The engine on a database of its own. Its wake-ups wait until the test handles them. */
export interface TestEngine {
  readonly db: OpenDb;
  readonly network: RecordingNetwork;
  readonly deps: ChangeOrderDeps;
  readonly wakeUps: WakeUp[];
  /** Handles one wake-up, as a worker does. */
  readonly advanceOrder: (wakeUp: WakeUp) => Promise<void>;
  /** Creates another worker on the same database, with these order types. */
  createWorker(release?: readonly TestOrderType[]): (wakeUp: WakeUp) => Promise<void>;
  /** Handles all wake-ups and expires all waits until the order has settled. */
  runUntilSettled(orderId: string): Promise<Order>;
  /** Handles the waiting wake-ups and those that follow from them. */
  handleWakeUps(): Promise<void>;
  /** Ends every wait and every lease of the order and runs the sweep. */
  expireWaits(orderId: string): Promise<void>;
  find(orderId: string): Promise<Order>;
  /** Whether the workers know that the network is unavailable. */
  setUnavailable(isUnavailable: boolean): void;
  readonly place: PlaceTestOrder;
  close(): Promise<void>;
}

export interface TestEngineOptions {
  readonly orderTypes: readonly TestOrderType[];
  readonly observer?: Partial<EngineObserver>;
  readonly log?: Log;
  readonly settings?: Partial<EngineSettings>;
  readonly poolSize?: number;
  /** Whether the network supports idempotency keys; true by default. */
  readonly networkKnowsKeys?: boolean;
  /** How `aPlacedOrder` places an order; without it the tests place theirs. */
  readonly place?: PlaceTestOrder;
  /** Replaces the systems of the workers. */
  readonly systemsOn?: (network: RecordingNetwork) => Partial<Systems>;
}

// Prepared, because most of the statements of the tests are these two.
const endWaits = statement(
  'test-end-waits',
  { id: 'uuid' },
  "UPDATE orders SET due_at = now() - interval '1 s', not_before = NULL WHERE id = :id AND due_at IS NOT NULL",
);
const findSettled = statement(
  'test-find-settled',
  { id: 'uuid' },
  'SELECT FROM orders WHERE id = :id AND due_at IS NULL',
);

const roundLimit = 100;
const caller = anOperator();
const placesNothing = () => Promise.reject(new Error('This engine has no function that places orders.'));

export async function createTestEngine(options: TestEngineOptions): Promise<TestEngine> {
  const { orderTypes, observer, log = silentLog, settings, poolSize = 10, networkKnowsKeys = true } = options;
  const { place = placesNothing, systemsOn = () => ({}) } = options;
  const testDb = await createTestDb();
  const db = openDb({ url: testDb.url, poolSize });
  const network = recordingNetwork({ honoursKeys: networkKnowsKeys });
  const wakeUps: WakeUp[] = [];
  let isUnavailable = false;
  const unavailableLimitMs = settings?.unavailableLimitMs ?? 60_000;
  const notify = (added: readonly WakeUp[]) => void wakeUps.push(...added);
  const types = indexOrderTypes(orderTypes);
  const createWorker = (release: readonly TestOrderType[] = orderTypes) =>
    createOrderAdvancer({
      db,
      orderTypes: indexOrderTypes(release),
      systems: { network, isUnavailable: () => isUnavailable, ...systemsOn(network) },
      notify,
      observer: { ...noObserver, ...observer },
      log,
      settings: { leaseMs: 10_000, stepTimeoutMs: 5_000, acquisitionLimit: 50, unavailableLimitMs, ...settings },
    });
  const advanceOrder = createWorker();
  const find = (orderId: string) => findOrder(db, { caller, orderId });

  async function handleWakeUps(): Promise<void> {
    // The sweep replaces delayed wake-ups; `expireWaits` makes their orders due.
    for (let next = wakeUps.shift(); next; next = wakeUps.shift()) if (!next.delayMs) await advanceOrder(next);
  }

  async function expireWaits(orderId: string): Promise<void> {
    await db.query(endWaits, { id: orderId });
    await requeueDueOrders({ db, notify, unavailableLimitMs });
  }

  return {
    db,
    network,
    wakeUps,
    place,
    deps: { db, notify, orderTypes: types },
    advanceOrder,
    createWorker,
    handleWakeUps,
    expireWaits,
    find,
    setUnavailable(value) {
      isUnavailable = value;
    },
    async runUntilSettled(orderId) {
      for (let round = 0; round < roundLimit; round += 1) {
        await handleWakeUps();
        if (await isSettled(db, orderId)) return find(orderId);
        await expireWaits(orderId);
      }
      throw new Error(`order ${orderId} does not settle`);
    },
    async close() {
      await db.close();
      await testDb.drop();
    },
  };
}

async function isSettled(db: OpenDb, orderId: string): Promise<boolean> {
  return (await db.query(findSettled, { id: orderId })).length === 1;
}
