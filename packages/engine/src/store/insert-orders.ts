import { coalesce } from '@linework/batching/coalesce';
import { withoutOwner } from '@linework/db/broker-scope';
import { type Arity, arity, bindBulkValues, placeholders, selectBulkValues } from '@linework/db/bulk-values';
import type { Db } from '@linework/db/db';
import { isRejectedStatement } from '@linework/db/errors';
import { isConnectionLost } from '@linework/db/is-database-unavailable';
import { queryThroughPrisma } from '@linework/db/query-through-prisma';
import { bulkStatement } from '@linework/db/statement';
import { eventType } from '@linework/schemas/events';
import type { OrderInsertion } from '../model/order-insertion.ts';
import type { ResourceType } from '../model/resource-type.ts';

/** The bound columns of an order to insert. */
const insertColumns = {
  entry: 'int',
  orderId: 'uuid',
  type: 'text',
  typeVersion: 'int',
  resourceId: 'uuid',
  brokerId: 'uuid',
  allowedStatuses: 'text[]',
  pendingStatus: 'text',
  statusEventType: 'text',
  correlationId: 'text',
  keyId: 'uuid',
  job: 'text',
  input: 'jsonb',
  metadata: 'jsonb',
  reason: 'text',
  notBefore: 'timestamptz(3)',
  traceParent: 'text',
} satisfies Record<'entry' | keyof Omit<OrderInsertion, 'steps'>, string>;

const wantedRows = {
  one: (placeholder: () => string) => `NOT MATERIALIZED (${selectBulkValues(insertColumns, 'one', placeholder)})`,
  many: (placeholder: () => string) =>
    `(
       SELECT DISTINCT ON ("resourceId") *
       FROM (${selectBulkValues(insertColumns, 'many', placeholder)}) AS w
       ORDER BY "resourceId", entry)`,
};

/**
 * The fragments of the statement that supersede the unresolved failures of a resource: older orders that failed and
 * still need attention. They are locked before the resource, in the same lock order as in every other statement.
 */
interface SupersedeFragments {
  readonly lockedCte: string;
  /** A condition on the resource `r`. */
  readonly condition: string;
  readonly supersededCte: string;
  readonly events: string;
}

/** A failed order has the time of its failure, and the index of unresolved failures is on that. */
const unresolvedFailureSql = 'o.failed_at IS NOT NULL AND o.superseded_by IS NULL';

/** The reason stands in the event of the order and in that of its resource, which are about the same request. */
const detailsSql = `CASE WHEN t.reason IS NULL THEN '{}' ELSE jsonb_build_object('reason', t.reason) END`;

const dueSql = `CASE WHEN t."isScheduled" THEN t."notBefore" ELSE now() + interval '5 s' END`;

const supersedeUnresolved: SupersedeFragments = {
  lockedCte: `unresolved AS (
    SELECT o.id, o.resource_id
    FROM orders o JOIN wanted w ON w."resourceId" = o.resource_id
    WHERE o.resource_id = ANY(ARRAY(SELECT "resourceId" FROM wanted))
      AND (w."brokerId" IS NULL OR o.broker_id = w."brokerId") AND ${unresolvedFailureSql}
    ORDER BY o.id
    FOR UPDATE OF o
  ),`,
  condition: '(SELECT count(*) FROM unresolved) >= 0',
  supersededCte: `superseded AS (
    UPDATE orders o
    SET superseded_by = t."orderId", updated_at = now()
    FROM unresolved u JOIN target t ON t."resourceId" = u.resource_id
    WHERE o.id = u.id
    RETURNING o.id, t.entry
  ),`,
  events: `UNION ALL SELECT t.broker_id, '${eventType('order.superseded')}', 'order', s.id, NULL, NULL, t."orderId",
      t."keyId", t.job, '{}'
    FROM superseded s
    JOIN target t USING (entry)`,
};

/**
 * Skips resources with unresolved failures. Few have any, and the fragments that supersede them take a twentieth of the
 * statement's time even if there are none.
 */
const skipUnresolved: SupersedeFragments = {
  lockedCte: '',
  condition: `r.id <> ALL(ARRAY(
      SELECT o.resource_id
      FROM orders o
      WHERE o.resource_id = ANY(ARRAY(SELECT "resourceId" FROM wanted)) AND ${unresolvedFailureSql}))`,
  supersededCte: '',
  events: '',
};

interface InsertVariant {
  readonly orders: Arity;
  readonly lockedResources: '' | 'SKIP LOCKED';
  readonly unresolvedFailures: SupersedeFragments;
}

/**
 * One statement inserts orders. If the resource's status allows the order, it changes the resource, inserts the order
 * and its steps, supersedes unresolved failures and emits the events. Otherwise it changes nothing and returns no row.
 * Rows are locked in the order of their ids. The resource of a scheduled order does not change before the order starts.
 *
 * After a wait for its lock, PostgreSQL reads a resource anew, but the orders of the resource as they were when the
 * statement began: an order that was placed and failed meanwhile would be overlooked. So a resource that another
 * transaction has changed since then is dropped: `seen` is its row as the statement began. `ctid` finds that row again
 * without an index. After the wait PostgreSQL compares `xmin` with the one of the row that it has read anew.
 *
 * `ANY(ARRAY(SELECT ...))` finds the rows by key. With a plain join the planner estimates a hundred rows for the JSON
 * and reads whole tables. In the same way the open order of each resource is looked up alone: in place of NOT EXISTS,
 * which is a join, the planner may read all open orders.
 */
function buildInsertText(
  { name, table, externalCodeColumn, shown }: ResourceType,
  { orders, lockedResources, unresolvedFailures }: InsertVariant,
  moved: string,
) {
  const placeholder = placeholders();
  const externalCode = externalCodeColumn ? `coalesce((t.resource).${externalCodeColumn}, '')` : `''`;
  return `WITH wanted AS ${wantedRows[orders](placeholder)}, ${unresolvedFailures.lockedCte} target AS (
    SELECT w.*, coalesce(w."notBefore" > now(), false) AS "isScheduled", r.broker_id, r.status, r AS resource
    FROM wanted w
    JOIN ${table} seen ON seen.id = w."resourceId" AND seen.id = ANY(ARRAY(SELECT "resourceId" FROM wanted))
      JOIN ${table} r ON r.ctid = seen.ctid AND r.xmin = seen.xmin
    WHERE (w."brokerId" IS NULL OR r.broker_id = w."brokerId") AND r.status = ANY(w."allowedStatuses")
      AND (SELECT o.id FROM orders o WHERE o.is_open AND o.resource_type = '${name}' AND o.resource_id = r.id) IS NULL
      AND ${unresolvedFailures.condition}
    ORDER BY r.id
    FOR UPDATE OF r ${lockedResources}
  ), moved AS (
    ${moved}
  ), placed AS (
    INSERT INTO orders (id, broker_id, type, type_version, status, resource_type, resource_id, external_code,
      correlation_id, input, metadata, key_id, job, previous_status,
      due_at, next_sweep_at, not_before, trace_parent)
    SELECT t."orderId", t.broker_id, t.type, t."typeVersion", 'PENDING', '${name}', t."resourceId", ${externalCode},
      t."correlationId", t.input, t.metadata, t."keyId", t.job,
      t.status, ${dueSql}, ${dueSql}, CASE WHEN t."isScheduled" THEN t."notBefore" END,
      t."traceParent"
      FROM target t
  ), stepped AS (
    INSERT INTO order_step (order_id, position, code, action_code, status, attempt_limit, undo_attempt_limit)
    SELECT t."orderId", s.position, s.code, s.action, 'PENDING', s.attempts, s.attempts
    FROM json_to_recordset(${placeholder()}::json) AS s(type text, "typeVersion" int, position int, code text,
      action text, attempts int)
      JOIN target t USING (type, "typeVersion")
  ), ${unresolvedFailures.supersededCte} events AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, order_id, key_id, job,
      details)
    SELECT t.broker_id, '${eventType('order.placed')}', 'order', t."orderId", NULL, 'PENDING', t."orderId", t."keyId",
      t.job, ${detailsSql}
    FROM target t
    UNION ALL SELECT t.broker_id, t."statusEventType", '${name}', t."resourceId", t.status, t."pendingStatus",
      t."orderId", t."keyId", t.job, ${detailsSql}
      FROM target t
      WHERE t."statusEventType" IS NOT NULL AND NOT t."isScheduled"
    ${unresolvedFailures.events}
  )
  SELECT m.entry, m."isScheduled", m.id, m.status${shown ? `, ${shown.columns}` : ''}
  FROM moved m ${shown?.joins ?? ''}`;
}

const buildMoveText = ({ table }: ResourceType) => `UPDATE ${table} r
    SET status = CASE WHEN t."isScheduled" THEN r.status ELSE coalesce(t."pendingStatus", r.status) END,
      updated_at = now()
    FROM target t
    WHERE r.id = ANY(ARRAY(SELECT "resourceId" FROM wanted)) AND r.id = t."resourceId"
    RETURNING t.entry, t."isScheduled", r.*`;

/** Returns the resource as it was locked, because another transaction may have changed it since the statement began. */
const keepText = 'SELECT entry, "isScheduled", (resource).* FROM target';

/** The resource after the insertion, as its type shows it. */
export interface InsertedOrder {
  readonly id: string;
  readonly status: string;
  /** Whether the order is scheduled for later, by the database's clock. */
  readonly isScheduled: boolean;
}

/** A row has the columns that the resource type shows, too. */
const createStatement = (name: string, text: string) =>
  bulkStatement(name, text).returns<InsertedOrder & { readonly entry: number }>();

type InsertStatement = ReturnType<typeof createStatement>;

/**
 * The statements of one variant. `keep` is for batches in which no resource changes its status, so that none is
 * updated.
 */
export interface InsertStatements {
  readonly move: InsertStatement;
  readonly keep: InsertStatement;
  readonly orders: Arity;
}

const createStatements = (resource: ResourceType, name: string, variant: InsertVariant): InsertStatements => ({
  move: createStatement(name, buildInsertText(resource, variant, buildMoveText(resource))),
  keep: createStatement(`${name}-keep`, buildInsertText(resource, variant, keepText)),
  orders: variant.orders,
});

/** The statements that insert orders on resources of one type. @internal */
export const createInsertStatements = (resource: ResourceType) => ({
  single: createStatements(resource, `insert-${resource.name}-order`, {
    orders: 'one',
    lockedResources: '',
    unresolvedFailures: supersedeUnresolved,
  }),
  batch: createStatements(resource, `insert-${resource.name}-orders`, {
    orders: 'many',
    lockedResources: 'SKIP LOCKED',
    unresolvedFailures: supersedeUnresolved,
  }),
  skipping: {
    one: createStatements(resource, `insert-${resource.name}-order-or-skip`, {
      orders: 'one',
      lockedResources: 'SKIP LOCKED',
      unresolvedFailures: skipUnresolved,
    }),
    many: createStatements(resource, `insert-${resource.name}-orders-or-skip`, {
      orders: 'many',
      lockedResources: 'SKIP LOCKED',
      unresolvedFailures: skipUnresolved,
    }),
  },
});

/**
 * Inserts one order and returns its resource. Returns undefined when the resource does not exist, when its status or
 * another open order rejects the order, or when it has changed while the statement waited for its lock. In the last
 * case another attempt may insert the order.
 */
export type InsertOrder = (insertion: OrderInsertion) => Promise<InsertedOrder | undefined>;

const batchLimit = 64;
const acrossBrokersReason = 'a batch combines many requests, and each order in it names its own broker';

interface Inserters {
  readonly statements: ReturnType<typeof createInsertStatements>;
  readonly byDb: WeakMap<Db, InsertOrder>;
}

const insertersByResource = new WeakMap<ResourceType, Inserters>();

function getInserters(resource: ResourceType): Inserters {
  const known = insertersByResource.get(resource) ?? {
    statements: createInsertStatements(resource),
    byDb: new WeakMap(),
  };
  insertersByResource.set(resource, known);
  return known;
}

/**
 * Creates the function that inserts orders on resources of one type into this database. Orders that are requested at
 * the same time share a statement, and at most two statements run at once. In a batch no order waits for a locked
 * resource or fails with another order: an order that the batch skips, or whose resource has an unresolved failure, is
 * inserted alone.
 */
export function createOrderInserter(db: Db, resource: ResourceType): InsertOrder {
  const { statements, byDb } = getInserters(resource);
  const insertSingle: InsertOrder = async (insertion) => (await insert(db, statements.single, [insertion]))[0];
  if (db.isTransaction) return insertSingle;
  const existing = byDb.get(db);
  if (existing) return existing;
  const insertCoalesced = coalesce(
    (insertions: readonly OrderInsertion[]) =>
      withoutOwner(acrossBrokersReason, () => insertOrSkip(db, statements.skipping, insertions)),
    { limit: batchLimit, concurrency: 2, rejectsWaiting: isConnectionLost },
  );
  const insertOrder: InsertOrder = async (insertion) => (await insertCoalesced(insertion)) ?? insertSingle(insertion);
  byDb.set(db, insertOrder);
  return insertOrder;
}

/**
 * Inserts orders in one statement and skips locked resources. Returns undefined for each order that it skipped. Raises
 * when the database rejects the statement.
 */
export const insertOrders = (tx: Db, resource: ResourceType, insertions: readonly OrderInsertion[]) =>
  insert(tx, getInserters(resource).statements.batch, insertions);

/**
 * Returns undefined for every order of a batch that the database rejected, so that each is tried alone. If the
 * connection was lost, the batch may have been written, so that error is raised.
 */
async function insertOrSkip(
  db: Db,
  statements: Inserters['statements']['skipping'],
  insertions: readonly OrderInsertion[],
): Promise<readonly (InsertedOrder | undefined)[]> {
  try {
    return await insert(db, statements[arity(insertions)], insertions);
  } catch (error) {
    if (!isRejectedStatement(error)) throw error;
    return insertions.map(() => undefined);
  }
}

async function insert(
  db: Db,
  statements: InsertStatements,
  insertions: readonly OrderInsertion[],
): Promise<readonly (InsertedOrder | undefined)[]> {
  const orders = insertions.map(({ steps: _, ...order }, entry) => ({ entry, ...order }));
  const stepsByVersion = new Map(
    insertions.map(({ type, typeVersion, steps }) => [`${type} ${typeVersion}`, { type, typeVersion, steps }]),
  );
  const steps = [...stepsByVersion.values()].flatMap(({ steps: versionSteps, ...version }) =>
    versionSteps.map((step) => ({ ...version, ...step })),
  );
  const chosenStatement = insertions.some(({ pendingStatus }) => pendingStatus !== null)
    ? statements.move
    : statements.keep;
  const rows = await queryThroughPrisma(db, chosenStatement, [
    ...bindBulkValues(insertColumns, statements.orders, orders),
    JSON.stringify(steps),
  ]);
  const byEntry = new Map(rows.map((row) => [row.entry, row]));
  return insertions.map((_, entry) => byEntry.get(entry));
}
