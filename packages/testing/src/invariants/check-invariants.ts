import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { OrderType } from '@linework/domain/orders/order-type';
import { bulkInvariants } from './bulk-invariants.ts';
import { eventInvariants } from './event-invariants.ts';
import type { Invariant } from './invariant.ts';
import { inventoryInvariants } from './inventory-invariants.ts';
import { orderInvariants } from './order-invariants.ts';
import { requestLogInvariants, requestLogInvariantsWithoutKeys } from './request-log-invariants.ts';
import { usageInvariants } from './usage-invariants.ts';

/** One call that took effect, as the other system wrote it down. */
export interface LoggedEffect {
  readonly seq: number;
  readonly key: string;
  readonly undoes?: readonly string[] | undefined;
}

export interface RequestLog {
  readonly effects: readonly LoggedEffect[];
  /** Tell which steps are external, and which of them can be undone. */
  readonly orderTypes: readonly OrderType[];
  /** Unless told otherwise. One that does not acts on every call, repeated or late: what needs keys is not asked of it. */
  readonly honoursKeys?: boolean;
}

export interface Violation {
  readonly invariant: string;
  readonly rows: readonly unknown[];
}

/**
 * Everything that must hold once all orders are at rest, of the database and, where it is given, of the other system's
 * ledger beside it. Answers what does not hold; a sound database has none. Raises when there was no order to look at.
 */
export async function findViolations(db: Pick<Db, 'query'>, requestLog?: RequestLog): Promise<readonly Violation[]> {
  const [counts] = await db.query<{ orders: number }>(countOrders, []);
  if (!counts?.orders) throw new Error('There is no order to check the invariants on.');
  const checks: Check[] = [...orderInvariants, ...bulkInvariants, ...eventInvariants, ...inventoryInvariants, ...usageInvariants].map((invariant) => [
    invariant,
    [],
  ]);
  if (requestLog) checks.push(...selectInvariants(requestLog).map((invariant): Check => [invariant, requestLogValues(requestLog)]));
  return runChecks(db, checks);
}

/** What does not hold of the inventory and of its events, whether there are orders or not. Raises when there was no resource to look at. */
export async function findInventoryViolations(db: Pick<Db, 'query'>): Promise<readonly Violation[]> {
  const [seen] = await db.query<{ resources: number }>(countResources, []);
  if (!seen?.resources) throw new Error('There is no resource to check the invariants on.');
  return runChecks(
    db,
    [...eventInvariants, ...inventoryInvariants].map((invariant) => [invariant, []]),
  );
}

/** Raises with everything that does not hold of usage and balances, and when there was no record to look at. */
export async function checkUsageInvariants(db: Pick<Db, 'query'>): Promise<void> {
  const [seen] = await db.query<{ records: number }>(countRecords, []);
  if (!seen?.records) throw new Error('There is no record of usage to check the invariants on.');
  const violations = await runChecks(
    db,
    usageInvariants.map((invariant) => [invariant, []]),
  );
  if (violations.length > 0) throw new Error(`Invariants are broken:\n${JSON.stringify(violations, null, 2)}`);
}

type Check = readonly [Invariant, readonly unknown[]];

async function runChecks(db: Pick<Db, 'query'>, checks: readonly Check[]): Promise<readonly Violation[]> {
  const found: Violation[] = [];
  for (const [{ number, description, violations }, values] of checks) {
    const rows = await db.query(statement(`invariant-${number}-${description}`.slice(0, 63), violations), values);
    if (rows.length > 0) found.push({ invariant: `I${number}: ${description}`, rows });
  }
  return found;
}

const selectInvariants = ({ honoursKeys = true }: RequestLog) => (honoursKeys ? requestLogInvariants : requestLogInvariantsWithoutKeys);

/** Raises with every violation, where `findViolations` answers any. */
export async function checkInvariants(db: Pick<Db, 'query'>, requestLog?: RequestLog): Promise<void> {
  const violations = await findViolations(db, requestLog);
  if (violations.length > 0) throw new Error(`Invariants are broken:\n${JSON.stringify(violations, null, 2)}`);
}

const countResources = statement('count-resources-seen', 'SELECT count(*)::int AS resources FROM resource_state');
const countRecords = statement('count-usage-records-seen', 'SELECT count(*)::int AS records FROM usage_record');
const countOrders = statement('count-orders-seen', 'SELECT count(*)::int AS orders FROM orders');

function requestLogValues({ effects, orderTypes }: RequestLog): readonly unknown[] {
  const external = orderTypes.flatMap(({ steps }) => steps.filter(({ kind }) => kind === 'external'));
  const undoable = external.filter(({ undo }) => undo !== undefined);
  return [JSON.stringify(effects), external.map(({ action }) => action), undoable.map(({ action }) => action)];
}
