import { coalesce } from '@linework/batching/coalesce';
import { withoutOwner } from '@linework/db/broker-scope';
import { arity, bindBulkValues } from '@linework/db/bulk-values';
import type { Db } from '@linework/db/db';
import { isRejectedStatement } from '@linework/db/errors';
import { isConnectionLost } from '@linework/db/is-database-unavailable';
import { queryThroughPrisma } from '@linework/db/query-through-prisma';
import type { OrderInsertion } from '../model/order-insertion.ts';
import type { ResourceType } from '../model/resource-type.ts';
import { createInsertStatements, type InsertedOrder, type InsertStatements, insertColumns } from './insert-text.ts';

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
