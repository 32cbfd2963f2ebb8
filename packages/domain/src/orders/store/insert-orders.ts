import { coalesce } from '@linework/batching/coalesce';
import { withoutBrokerScope } from '@linework/db/broker-scope';
import { type Arity, arity, bindBulkValues, placeholders, selectBulkValues } from '@linework/db/bulk-values';
import type { Db } from '@linework/db/db';
import { isRejectedStatement } from '@linework/db/errors';
import { isConnectionLost } from '@linework/db/is-database-unavailable';
import { queryThroughPrisma } from '@linework/db/query-through-prisma';
import { statement } from '@linework/db/statement';
import { eventType } from '@linework/schemas/events';
import type { JobName } from '@linework/schemas/jobs';
import type { LineStatus } from '@linework/schemas/lines/line.lifecycle';
import type { LineRecord } from '../../lines/show-line.ts';

/** The values of an order to insert. */
export interface OrderInsertion {
  readonly orderId: string;
  readonly type: string;
  readonly typeVersion: number;
  readonly lineId: string;
  /** The broker to which the line has to belong; null for an operator, who may order on any line. */
  readonly brokerId: string | null;
  /** The statuses in which the line allows the order. */
  readonly allowedLineStatuses: readonly LineStatus[];
  /** The status of the line while the order is open; null if the status stays the same. */
  readonly pendingStatus: LineStatus | null;
  /** The type of the event for the line's status change. */
  readonly lineEventType: string | null;
  readonly correlationId: string;
  /** Null if no key placed the order. */
  readonly keyId: string | null;
  /** The job that places the order; null if a key placed it. */
  readonly job: JobName | null;
  readonly input: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** No worker acquires the order before this time, in ISO 8601; null means now. */
  readonly notBefore: string | null;
  /** Identical for every order of the same type and version. */
  readonly steps: readonly { readonly position: number; readonly code: string; readonly action: string; readonly attempts: number }[];
}

/** The line after the insertion, and whether the order is scheduled for later by the database's clock. */
export type InsertedOrder = LineRecord & { readonly isScheduled: boolean };

const columns = {
  entry: 'int',
  orderId: 'uuid',
  type: 'text',
  typeVersion: 'int',
  lineId: 'uuid',
  brokerId: 'uuid',
  allowedLineStatuses: 'text[]',
  pendingStatus: 'text',
  lineEventType: 'text',
  correlationId: 'text',
  keyId: 'uuid',
  job: 'text',
  input: 'jsonb',
  metadata: 'jsonb',
  notBefore: 'timestamptz(3)',
} satisfies Record<'entry' | keyof Omit<OrderInsertion, 'steps'>, string>;

const wantedRows = {
  one: (placeholder: () => string) => `NOT MATERIALIZED (${selectBulkValues(columns, 'one', placeholder)})`,
  many: (placeholder: () => string) =>
    `(SELECT DISTINCT ON ("lineId") * FROM (${selectBulkValues(columns, 'many', placeholder)}) AS w ORDER BY "lineId", entry)`,
};

/**
 * The fragments of the statement that supersede the unresolved failures of a line: older orders that failed and still need attention.
 * They are locked before the line, in the same lock order as in every other statement.
 */
interface SupersedeFragments {
  readonly lockedCte: string;
  /** A condition on the line `l`. */
  readonly condition: string;
  readonly supersededCte: string;
  readonly events: string;
}

const unresolvedFailureSql = `o.status IN ('FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED') AND o.superseded_by IS NULL`;

const supersedeUnresolved: SupersedeFragments = {
  lockedCte: `unresolved AS (
    SELECT o.id, o.resource_id FROM orders o JOIN wanted w ON w."lineId" = o.resource_id
    WHERE o.resource_id = ANY(ARRAY(SELECT "lineId" FROM wanted)) AND (w."brokerId" IS NULL OR o.broker_id = w."brokerId") AND ${unresolvedFailureSql}
    ORDER BY o.id FOR UPDATE OF o
  ),`,
  condition: '(SELECT count(*) FROM unresolved) >= 0',
  supersededCte: `superseded AS (
    UPDATE orders o SET superseded_by = t."orderId", updated_at = now()
    FROM unresolved u JOIN target t ON t."lineId" = u.resource_id WHERE o.id = u.id
    RETURNING o.id, t.entry
  ),`,
  events: `UNION ALL SELECT t.broker_id, '${eventType('order.superseded')}', 'order', s.id, NULL, NULL, t."orderId", t."keyId", t.job FROM superseded s JOIN target t USING (entry)`,
};

/**
 * Skips lines with unresolved failures. Few lines have any, and the fragments that supersede them take a twentieth of the statement's
 * time even if there are none.
 */
const skipUnresolved: SupersedeFragments = {
  lockedCte: '',
  condition: `l.id <> ALL(ARRAY(SELECT o.resource_id FROM orders o WHERE o.resource_id = ANY(ARRAY(SELECT "lineId" FROM wanted)) AND ${unresolvedFailureSql}))`,
  supersededCte: '',
  events: '',
};

interface InsertVariant {
  readonly orders: Arity;
  readonly lockedLines: '' | 'SKIP LOCKED';
  readonly unresolvedFailures: SupersedeFragments;
}

/**
 * One statement inserts orders. If the line's status allows the order, it changes the line, inserts the order and its steps, supersedes
 * unresolved failures and emits the events. Otherwise it changes nothing and returns no row. Rows are locked in the order of their ids.
 * The line of a scheduled order does not change before the order starts.
 *
 * `ANY(ARRAY(SELECT ...))` finds the rows by key. With a plain join the planner estimates a hundred rows for the JSON and reads whole
 * tables.
 */
const buildInsertText = ({ orders, lockedLines, unresolvedFailures }: InsertVariant, moved: string) => {
  const placeholder = placeholders();
  return `WITH wanted AS ${wantedRows[orders](placeholder)}, ${unresolvedFailures.lockedCte} target AS (
    SELECT w.*, coalesce(w."notBefore" > now(), false) AS "isScheduled", l.broker_id, l.status, l.external_code, l AS line FROM line l JOIN wanted w ON w."lineId" = l.id
    WHERE l.id = ANY(ARRAY(SELECT "lineId" FROM wanted)) AND (w."brokerId" IS NULL OR l.broker_id = w."brokerId") AND l.status = ANY(w."allowedLineStatuses")
      AND l.id <> ALL(ARRAY(SELECT o.line_id FROM orders o WHERE o.is_open AND o.line_id = ANY(ARRAY(SELECT "lineId" FROM wanted))))
      AND ${unresolvedFailures.condition}
    ORDER BY l.id FOR UPDATE OF l ${lockedLines}
  ), moved AS (
    ${moved}
  ), placed AS (
    INSERT INTO orders (id, broker_id, type, type_version, status, resource_type, resource_id, external_code, correlation_id, input, metadata, key_id, job, previous_status,
      due_at, not_before)
    SELECT t."orderId", t.broker_id, t.type, t."typeVersion", 'PENDING', 'line', t."lineId", coalesce(t.external_code, ''), t."correlationId", t.input, t.metadata, t."keyId", t.job,
      t.status, CASE WHEN t."isScheduled" THEN t."notBefore" ELSE now() + interval '5 s' END, CASE WHEN t."isScheduled" THEN t."notBefore" END FROM target t
  ), stepped AS (
    INSERT INTO order_step (order_id, position, code, action_code, status, attempt_limit, undo_attempt_limit)
    SELECT t."orderId", s.position, s.code, s.action, 'PENDING', s.attempts, s.attempts
    FROM json_to_recordset(${placeholder()}::json) AS s(type text, "typeVersion" int, position int, code text, action text, attempts int)
      JOIN target t USING (type, "typeVersion")
  ), ${unresolvedFailures.supersededCte} events AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, order_id, key_id, job)
    SELECT t.broker_id, '${eventType('order.placed')}', 'order', t."orderId", NULL, 'PENDING', t."orderId", t."keyId", t.job FROM target t
    UNION ALL SELECT t.broker_id, t."lineEventType", 'line', t."lineId", t.status, t."pendingStatus", t."orderId", t."keyId", t.job
      FROM target t WHERE t."pendingStatus" IS NOT NULL AND NOT t."isScheduled"
    ${unresolvedFailures.events}
  )
  SELECT m.entry, m."isScheduled", m.id, m.broker_id AS "brokerId", m.status, m.msisdn, m.iccid, m.subscription_id AS "subscriptionId",
    m.external_code AS "externalCode", m.metadata, m.activated_at AS "activatedAt", m.terminated_at AS "terminatedAt",
    m.created_at AS "createdAt", m.updated_at AS "updatedAt", json_build_object('id', h.id, 'name', h.name, 'federalTaxId', h.federal_tax_id) AS holder
  FROM moved m JOIN holder h ON h.id = m.holder_id`;
};

const moveLinesSql = `UPDATE line l SET status = CASE WHEN t."isScheduled" THEN l.status ELSE coalesce(t."pendingStatus", l.status) END, updated_at = now()
    FROM target t WHERE l.id = ANY(ARRAY(SELECT "lineId" FROM wanted)) AND l.id = t."lineId"
    RETURNING t.entry, t."isScheduled", l.*`;

/** Returns the line as it was locked, because another transaction may have changed it since the statement began. */
const keepLinesSql = 'SELECT entry, "isScheduled", (line).* FROM target';

/** `keepLines` is for batches in which no line changes its status, so that no line is updated. */
const createInsertStatements = (name: string, variant: InsertVariant) => ({
  moveLines: statement(name, buildInsertText(variant, moveLinesSql)),
  keepLines: statement(`${name}-keep-lines`, buildInsertText(variant, keepLinesSql)),
  orders: variant.orders,
});

const singleStatements = createInsertStatements('insert-order', { orders: 'one', lockedLines: '', unresolvedFailures: supersedeUnresolved });
const batchStatements = createInsertStatements('insert-orders', { orders: 'many', lockedLines: 'SKIP LOCKED', unresolvedFailures: supersedeUnresolved });
const skippingStatements = {
  one: createInsertStatements('insert-order-or-skip', { orders: 'one', lockedLines: 'SKIP LOCKED', unresolvedFailures: skipUnresolved }),
  many: createInsertStatements('insert-orders-or-skip', { orders: 'many', lockedLines: 'SKIP LOCKED', unresolvedFailures: skipUnresolved }),
};

/** Inserts one order and returns its line. Returns undefined when the line does not exist, or its status or another open order rejects the order. */
export type InsertOrder = (insertion: OrderInsertion) => Promise<InsertedOrder | undefined>;

const batchLimit = 64;
const acrossBrokersReason = 'a batch combines many requests, and each order in it names its own broker';
const insertersByDb = new WeakMap<Db, InsertOrder>();

/**
 * Creates the function that inserts orders into this database. Orders that are requested at the same time share a statement, and at
 * most two statements run at once. In a batch no order waits for a locked line or fails with another order: an order that the batch
 * skips, or whose line has an unresolved failure, is inserted alone.
 */
export function createOrderInserter(db: Db): InsertOrder {
  const insertSingle: InsertOrder = async (insertion) => (await insert(db, singleStatements, [insertion]))[0];
  if (db.isTransaction) return insertSingle;
  const existing = insertersByDb.get(db);
  if (existing) return existing;
  const insertCoalesced = coalesce((insertions: readonly OrderInsertion[]) => withoutBrokerScope(acrossBrokersReason, () => insertOrSkip(db, insertions)), {
    limit: batchLimit,
    concurrency: 2,
    rejectsWaiting: isConnectionLost,
  });
  const insertOrder: InsertOrder = async (insertion) => (await insertCoalesced(insertion)) ?? insertSingle(insertion);
  insertersByDb.set(db, insertOrder);
  return insertOrder;
}

/** Inserts orders in one statement and skips locked lines. Returns undefined for each order that it skipped. Raises when the database rejects the statement. */
export const insertOrders = (tx: Db, insertions: readonly OrderInsertion[]) => insert(tx, batchStatements, insertions);

/**
 * Returns undefined for every order of a batch that the database rejected, so that each is tried alone. If the connection was lost, the
 * batch may have been written, so that error is raised.
 */
async function insertOrSkip(db: Db, insertions: readonly OrderInsertion[]): Promise<readonly (InsertedOrder | undefined)[]> {
  try {
    return await insert(db, skippingStatements[arity(insertions)], insertions);
  } catch (error) {
    if (!isRejectedStatement(error)) throw error;
    return insertions.map(() => undefined);
  }
}

async function insert(
  db: Db,
  statements: ReturnType<typeof createInsertStatements>,
  insertions: readonly OrderInsertion[],
): Promise<readonly (InsertedOrder | undefined)[]> {
  const orders = insertions.map(({ steps: _, ...order }, entry) => ({ entry, ...order }));
  const stepsByVersion = new Map(insertions.map(({ type, typeVersion, steps }) => [`${type} ${typeVersion}`, { type, typeVersion, steps }]));
  const steps = [...stepsByVersion.values()].flatMap(({ steps: versionSteps, ...version }) => versionSteps.map((step) => ({ ...version, ...step })));
  const chosenStatement = insertions.some(({ pendingStatus }) => pendingStatus !== null) ? statements.moveLines : statements.keepLines;
  const rows = await queryThroughPrisma<InsertedOrder & { readonly entry: number }>(db, chosenStatement, [
    ...bindBulkValues(columns, statements.orders, orders),
    JSON.stringify(steps),
  ]);
  const byEntry = new Map(rows.map((row) => [row.entry, row]));
  return insertions.map((_, entry) => byEntry.get(entry));
}
