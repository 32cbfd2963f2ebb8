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
import type { LineRecord } from '../lines/show-line.ts';

/** An order to be written, as the statements take it. */
export interface OrderInsertion {
  readonly orderId: string;
  readonly type: string;
  readonly typeVersion: number;
  readonly lineId: string;
  /** The broker that the line has to be of; null for an operator, who may order on any. */
  readonly brokerId: string | null;
  /** The statuses in which the line may be. */
  readonly allowedLineStatuses: readonly LineStatus[];
  /** The line's status from now on; null where it stays. */
  readonly pendingStatus: LineStatus | null;
  /** The event of the line's move. */
  readonly lineEventType: string | null;
  readonly correlationId: string;
  /** Null where no key asked for it. */
  readonly keyId: string | null;
  /** The job that places it; null where a key asked for it. */
  readonly job: JobName | null;
  readonly input: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Nobody takes it before this time, ISO 8601; null for now. */
  readonly notBefore: string | null;
  /** The same for every order of a type and version. */
  readonly steps: readonly { readonly position: number; readonly code: string; readonly action: string; readonly attempts: number }[];
}

/** The line as it is now, and whether the order waits for its time: by the database's clock. */
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
  one: (place: () => string) => `NOT MATERIALIZED (${selectBulkValues(columns, 'one', place)})`,
  many: (place: () => string) => `(SELECT DISTINCT ON ("lineId") * FROM (${selectBulkValues(columns, 'many', place)}) AS w ORDER BY "lineId", entry)`,
};

/**
 * What becomes of a line that older orders have left in debt. Those are locked before the line: the same order that every other
 * statement takes.
 */
interface SupersedeFragments {
  readonly lockedCte: string;
  /** Of the line `l`. */
  readonly condition: string;
  readonly supersededCte: string;
  readonly events: string;
}

const unresolvedFailureSql = `o.status IN ('FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED') AND o.superseded_by IS NULL`;

const supersedeUnresolved: SupersedeFragments = {
  lockedCte: `debts AS (
    SELECT o.id, o.resource_id FROM orders o JOIN wanted w ON w."lineId" = o.resource_id
    WHERE o.resource_id = ANY(ARRAY(SELECT "lineId" FROM wanted)) AND (w."brokerId" IS NULL OR o.broker_id = w."brokerId") AND ${unresolvedFailureSql}
    ORDER BY o.id FOR UPDATE OF o
  ),`,
  condition: '(SELECT count(*) FROM debts) >= 0',
  supersededCte: `superseded AS (
    UPDATE orders o SET superseded_by = t."orderId", updated_at = now()
    FROM debts d JOIN target t ON t."lineId" = d.resource_id WHERE o.id = d.id
    RETURNING o.id, t.entry
  ),`,
  events: `UNION ALL SELECT t.broker_id, '${eventType('order.superseded')}', 'order', s.id, NULL, NULL, t."orderId", t."keyId", t.job FROM superseded s JOIN target t USING (entry)`,
};

/** Few lines have any, and what supersedes them takes a twentieth of the statement, also where there are none. */
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
 * Orders are written by one statement: the line moves if its status allows, the order and its steps are there, debts of older
 * orders are superseded, and events say so; or nothing happens, and no row comes back. Rows are locked in the order of their
 * ids. The line of an order that waits for its time stays as it is until then. `ANY(ARRAY(SELECT ...))` looks the rows up by
 * key; joined plainly, the planner takes the JSON for a hundred rows and reads whole tables.
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

/** As it was locked: somebody may have changed it since the statement began. */
const keepLinesSql = 'SELECT entry, "isScheduled", (line).* FROM target';

/** Where every line stays as it is none is written. */
const createInsertStatements = (name: string, variant: InsertVariant) => ({
  moveLines: statement(name, buildInsertText(variant, moveLinesSql)),
  keepLines: statement(`${name}-lines-stay`, buildInsertText(variant, keepLinesSql)),
  orders: variant.orders,
});

const singleStatements = createInsertStatements('insert-order', { orders: 'one', lockedLines: '', unresolvedFailures: supersedeUnresolved });
const batchStatements = createInsertStatements('insert-orders', { orders: 'many', lockedLines: 'SKIP LOCKED', unresolvedFailures: supersedeUnresolved });
const skippingStatements = {
  one: createInsertStatements('insert-order-or-skip', { orders: 'one', lockedLines: 'SKIP LOCKED', unresolvedFailures: skipUnresolved }),
  many: createInsertStatements('insert-orders-or-skip', { orders: 'many', lockedLines: 'SKIP LOCKED', unresolvedFailures: skipUnresolved }),
};

/** Writes one order, and answers its line as it is now; undefined when the line is not there, or its status or another order does not allow it. */
export type InsertOrder = (insertion: OrderInsertion) => Promise<InsertedOrder | undefined>;

const batchLimit = 64;
const acrossBrokersReason = 'a batch is of many requests, and each order in it names its own broker';
const insertersByDb = new WeakMap<Db, InsertOrder>();

/**
 * The insertion of orders into this database. Those that are asked for in the same instant are written together, in as many
 * as two statements at once. None of them waits for a line that somebody else holds, nor fails with another: what could not
 * be written so, or is on a line in debt, is tried alone.
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

/** Writes orders in one statement, past the lines that others hold; undefined for each that could not be written so. Raises where the database refuses them. */
export const insertOrders = (tx: Db, insertions: readonly OrderInsertion[]) => insert(tx, batchStatements, insertions);

/** Whether a batch whose connection broke was written is not known: only what was refused for certain is left to be tried alone. */
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
