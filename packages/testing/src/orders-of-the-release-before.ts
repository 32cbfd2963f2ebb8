import { randomUUID } from 'node:crypto';
import type { OrderStatus } from '@linework/schemas/lifecycles/order.lifecycle';
import { Client } from 'pg';
import { createDatabaseOfRelease1 } from './create-database-of-release-1.ts';
import { createEmptyDb, type TestDb } from './create-test-db.ts';

interface OldStep {
  readonly status: string;
  readonly attempt?: number;
  readonly undoAttempt?: number;
  /** The rows of `order_attempt`: kind and outcome, as the previous release wrote them. */
  readonly attempts?: readonly (readonly ['execute' | 'undo', string])[];
}

interface OldOrder {
  readonly path: readonly OrderStatus[];
  readonly linePath: readonly string[];
  readonly steps: readonly [OldStep, OldStep];
}

const pending: OldStep = { status: 'PENDING' };
const done: OldStep = { status: 'SUCCESS', attempt: 1 };
const skipped: OldStep = { status: 'SKIPPED' };
const failed: OldStep = {
  status: 'FAILED',
  attempt: 2,
  attempts: [
    ['execute', 'passing'],
    ['execute', 'refused'],
  ],
};
const undone: OldStep = { status: 'ROLLED_BACK', attempt: 1 };
const undoFailed: OldStep = { status: 'ROLLBACK_FAILED', attempt: 1, undoAttempt: 1, attempts: [['undo', 'refused']] };
const started = ['PENDING', 'IN_PROGRESS'] as const;

/** An order that blocks a line, in each status. */
export const oldOrders: Readonly<Record<OrderStatus, OldOrder>> = {
  PENDING: { path: ['PENDING'], linePath: ['BLOCKING'], steps: [pending, pending] },
  IN_PROGRESS: { path: started, linePath: ['BLOCKING'], steps: [{ status: 'RUNNING', attempt: 1 }, pending] },
  COMPLETED: { path: [...started, 'COMPLETED'], linePath: ['BLOCKING', 'BLOCKED'], steps: [done, done] },
  FAILED: { path: [...started, 'FAILED'], linePath: ['BLOCKING', 'BLOCKING_ERROR'], steps: [failed, pending] },
  ROLLING_BACK: {
    path: [...started, 'ROLLING_BACK'],
    linePath: ['BLOCKING'],
    steps: [{ status: 'ROLLING_BACK', attempt: 1 }, skipped],
  },
  ROLLED_BACK: {
    path: [...started, 'ROLLING_BACK', 'ROLLED_BACK'],
    linePath: ['BLOCKING', 'ACTIVE'],
    steps: [undone, skipped],
  },
  ROLLBACK_FAILED: {
    path: [...started, 'ROLLING_BACK', 'ROLLBACK_FAILED'],
    linePath: ['BLOCKING', 'BLOCKING_ERROR'],
    steps: [undoFailed, skipped],
  },
  CANCELLING: {
    path: [...started, 'CANCELLING'],
    linePath: ['BLOCKING'],
    steps: [{ status: 'ROLLING_BACK', attempt: 1 }, skipped],
  },
  CANCELLED: {
    path: [...started, 'CANCELLING', 'CANCELLED'],
    linePath: ['BLOCKING', 'ACTIVE'],
    steps: [undone, skipped],
  },
  CANCEL_FAILED: {
    path: [...started, 'CANCELLING', 'CANCEL_FAILED'],
    linePath: ['BLOCKING', 'BLOCKING_ERROR'],
    steps: [undoFailed, skipped],
  },
};

/** The event types of that release. */
const oldEventTypes: Readonly<Record<string, string>> = {
  PENDING: 'order.placed',
  IN_PROGRESS: 'order.started',
  COMPLETED: 'order.completed',
  FAILED: 'order.failed',
  ROLLING_BACK: 'order.rollback-started',
  ROLLED_BACK: 'order.rolled-back',
  ROLLBACK_FAILED: 'order.rollback-failed',
  CANCELLING: 'order.cancel-started',
  CANCELLED: 'order.cancelled',
  CANCEL_FAILED: 'order.cancel-failed',
  PROVISIONING: 'line.created',
  STAND_BY: 'line.stood-by',
  ACTIVATING: 'line.activation-started',
  ACTIVE: 'line.activated',
  BLOCKING: 'line.block-started',
  BLOCKED: 'line.blocked',
  BLOCKING_ERROR: 'line.block-failed',
};

const stepCodes = ['SUSPEND_NETWORK', 'SUSPEND_RESOURCES'] as const;
const failedStatuses = ['FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED'];
const openStatuses = ['PENDING', 'IN_PROGRESS', 'ROLLING_BACK', 'CANCELLING'];

/** Creates a database of the previous release with an order in each status. Returns the ids of the orders. */
export async function createOldDatabase(): Promise<{
  readonly testDb: TestDb;
  readonly orderIds: Readonly<Record<OrderStatus, string>>;
}> {
  const testDb = await createEmptyDb();
  await createDatabaseOfRelease1(testDb.url);
  const client = new Client({ connectionString: testDb.url });
  await client.connect();
  try {
    return { testDb, orderIds: await insertOldOrders(client) };
  } finally {
    await client.end();
  }
}

/** The statuses are inserted with disabled triggers, because no program of that release is available to reach them. */
async function insertOldOrders(client: Client): Promise<Readonly<Record<OrderStatus, string>>> {
  const brokerId = randomUUID();
  await client.query('SET session_replication_role = replica');
  await client.query("INSERT INTO broker (id, name) VALUES ($1, 'a broker')", [brokerId]);
  const ids = [];
  for (const [index, [status, order]] of Object.entries(oldOrders).entries())
    ids.push([status, await insertOldOrder(client, { brokerId, index, status, order })]);
  return Object.fromEntries(ids);
}

interface Numbered {
  readonly brokerId: string;
  readonly index: number;
  readonly status: string;
  readonly order: OldOrder;
}

async function insertOldOrder(
  client: Client,
  { brokerId, index, status, order: { path, linePath, steps } }: Numbered,
): Promise<string> {
  const [orderId, lineId, holderId] = [randomUUID(), randomUUID(), randomUUID()];
  const isStarted = path.length > 1;
  const writeEvents = async (resourceType: string, resourceId: string, statuses: readonly string[]) => {
    for (const [at, to] of statuses.entries()) {
      await client.query(
        `INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, order_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [
          brokerId,
          oldEventTypes[to],
          resourceType,
          resourceId,
          statuses[at - 1] ?? null,
          to,
          to.startsWith('BLOCK') || resourceType === 'order' ? orderId : null,
        ],
      );
    }
  };
  await client.query(
    'INSERT INTO line (id, broker_id, holder_id, status, msisdn, iccid, imsi) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [
      lineId,
      brokerId,
      holderId,
      linePath.at(-1),
      `+552199000000${index}`,
      `895501000000000000${index}`,
      `72411000000000${index}`,
    ],
  );
  await client.query(
    `INSERT INTO orders (id, broker_id, type, status, resource_type, resource_id, external_code, correlation_id,
       came_from, run, taken_run, takes, due_at, failed_at)
     VALUES ($1, $2, 'LINE_BLOCK', $3, 'line', $4, 'x', 'c', 'ACTIVE', $5, $6, $7,
       CASE WHEN $8 THEN now() - interval '1 s' END, CASE WHEN $9 THEN now() END)`,
    [
      orderId,
      brokerId,
      status,
      lineId,
      isStarted ? 1 : 0,
      isStarted ? 1 : -1,
      isStarted ? 1 : 0,
      openStatuses.includes(status),
      failedStatuses.includes(status),
    ],
  );
  for (const [position, step] of steps.entries()) await insertOldStep(client, { orderId, position, step });
  await writeEvents('line', lineId, ['PROVISIONING', 'STAND_BY', 'ACTIVATING', 'ACTIVE', ...linePath]);
  await writeEvents('order', orderId, path);
  return orderId;
}

async function insertOldStep(
  client: Client,
  { orderId, position, step }: { readonly orderId: string; readonly position: number; readonly step: OldStep },
) {
  const { status, attempt = 0, undoAttempt = 0, attempts = [] } = step;
  await client.query(
    `INSERT INTO order_step (order_id, position, code, action_code, status, attempt, attempt_limit, undo_attempt,
       undo_attempt_limit, error, started_at, failed_at, finished_at)
     VALUES ($1, $2, $3, 'network.suspend', $4, $5, 5, $6, 5, $7, CASE WHEN $5 > 0 THEN now() END,
       CASE WHEN $4 LIKE '%FAILED' THEN now() END,
       CASE WHEN $4 IN ('SUCCESS', 'ROLLING_BACK', 'ROLLED_BACK', 'ROLLBACK_FAILED') THEN now() END)`,
    [
      orderId,
      position,
      stepCodes[position],
      status,
      attempt,
      undoAttempt,
      status.endsWith('FAILED') ? { code: 'unknown-subscriber', detail: 'Not there.' } : null,
    ],
  );
  for (const [at, [kind, outcome]] of attempts.entries()) {
    await client.query(
      `INSERT INTO order_attempt (order_id, position, kind, attempt, outcome, started_at, ended_at)
       VALUES ($1, $2, $3, $4, $5, now(), now())`,
      [orderId, position, kind, at + 1, outcome],
    );
  }
}
