import type { Db } from '@linework/db/db';
import { assembled, statement } from '@linework/db/statement';
import type { LineOrderType } from '@linework/lines/order-types/line-order-type';
import { type MachineSpeed, measureSpeed } from '../machine/speed.ts';
import { bulkInvariants } from './bulk-invariants.ts';
import { eventInvariants } from './event-invariants.ts';
import type { Invariant } from './invariant.ts';
import { inventoryInvariants } from './inventory-invariants.ts';
import { orderInvariants } from './order-invariants.ts';
import { requestLogInvariants, requestLogInvariantsWithoutKeys } from './request-log-invariants.ts';
import { usageInvariants } from './usage-invariants.ts';

/** One call that took effect, as the other system recorded it. */
export interface LoggedEffect {
  readonly seq: number;
  readonly key: string;
  readonly undoes?: readonly string[] | undefined;
}

export interface RequestLog {
  readonly effects: readonly LoggedEffect[];
  /** They define which steps are external, and which of them can be undone. */
  readonly orderTypes: readonly LineOrderType[];
  /**
   * The default is true. A system that ignores keys executes every repeated or late call, so the invariants that need
   * keys are not checked.
   */
  readonly honoursKeys?: boolean;
}

export interface Violation {
  readonly invariant: string;
  readonly rows: readonly unknown[];
}

/**
 * Returns the violated invariants of the database and, if a request log is passed, of the other system. Call it when
 * all orders have settled. Throws if there is no order, because the check would then prove nothing. Without a speed the
 * machine is measured when a limit is exceeded.
 */
export async function findViolations(
  db: Pick<Db, 'query'>,
  requestLog?: RequestLog,
  speed?: MachineSpeed,
): Promise<readonly Violation[]> {
  const [counts] = await db.query(countOrders);
  if (!counts?.orders) throw new Error('The invariants cannot be checked without an order.');
  const checks: Check[] = [
    ...orderInvariants,
    ...bulkInvariants,
    ...eventInvariants,
    ...inventoryInvariants,
    ...usageInvariants,
  ].map((invariant) => [invariant, []]);
  if (requestLog)
    checks.push(...selectInvariants(requestLog).map((invariant): Check => [invariant, requestLogValues(requestLog)]));
  return runChecks(db, checks, speed);
}

/**
 * Returns the violated invariants of the inventory and its events; orders are not needed. Throws if there is no
 * resource.
 */
export async function findInventoryViolations(
  db: Pick<Db, 'query'>,
  speed?: MachineSpeed,
): Promise<readonly Violation[]> {
  const [counts] = await db.query(countResources);
  if (!counts?.resources) throw new Error('The invariants cannot be checked without a resource.');
  return runChecks(
    db,
    [...eventInvariants, ...inventoryInvariants].map((invariant) => [invariant, []]),
    speed,
  );
}

/** Throws with the violated invariants of usage and balances. Also throws if there is no record of usage. */
export async function checkUsageInvariants(db: Pick<Db, 'query'>): Promise<void> {
  const [counts] = await db.query(countRecords);
  if (!counts?.records) throw new Error('The invariants cannot be checked without a record of usage.');
  const violations = await runChecks(
    db,
    usageInvariants.map((invariant) => [invariant, []]),
  );
  if (violations.length > 0) throw new Error(`Invariants are violated:\n${JSON.stringify(violations, null, 2)}`);
}

type Check = readonly [Invariant, readonly unknown[]];

async function runChecks(
  db: Pick<Db, 'query'>,
  checks: readonly Check[],
  speed?: MachineSpeed,
): Promise<readonly Violation[]> {
  const found: Violation[] = [];
  for (const [invariant, values] of checks) {
    const { idleLimitMs, number, description } = invariant;
    const rows = await (idleLimitMs === undefined
      ? findRows(db, invariant, values)
      : findLateRows(db, { ...invariant, idleLimitMs }, speed));
    if (rows.length > 0) found.push({ invariant: `I${number}: ${description}`, rows });
  }
  return found;
}

const findRows = (db: Pick<Db, 'query'>, { violations }: Invariant, values: readonly unknown[]) =>
  db.query(assembled<object>({ text: violations, values }));

/**
 * Nearly always nothing exceeds the limit of an idle machine. Only otherwise this machine is measured, which takes 60
 * ms.
 */
async function findLateRows(
  db: Pick<Db, 'query'>,
  invariant: Invariant & { readonly idleLimitMs: number },
  speed?: MachineSpeed,
): Promise<readonly unknown[]> {
  const { idleLimitMs } = invariant;
  const late = await findRows(db, invariant, [idleLimitMs]);
  if (late.length === 0) return late;
  return findRows(db, invariant, [(speed ?? (await measureSpeed())).limitMs(idleLimitMs)]);
}

const selectInvariants = ({ honoursKeys = true }: RequestLog) =>
  honoursKeys ? requestLogInvariants : requestLogInvariantsWithoutKeys;

/** Throws with all violations that `findViolations` returns. */
export async function checkInvariants(db: Pick<Db, 'query'>, requestLog?: RequestLog): Promise<void> {
  const violations = await findViolations(db, requestLog);
  if (violations.length > 0) throw new Error(`Invariants are violated:\n${JSON.stringify(violations, null, 2)}`);
}

const countResources = statement('count-resources', 'SELECT count(*)::int AS resources FROM resource_state').returns<{
  resources: number;
}>();
const countRecords = statement('count-usage-records', 'SELECT count(*)::int AS records FROM usage_record').returns<{
  records: number;
}>();
const countOrders = statement('count-all-orders', 'SELECT count(*)::int AS orders FROM orders').returns<{
  orders: number;
}>();

function requestLogValues({ effects, orderTypes }: RequestLog): readonly unknown[] {
  const external = orderTypes.flatMap(({ steps }) => steps.filter(({ kind }) => kind === 'external'));
  const undoable = external.filter(({ undo }) => undo !== undefined);
  return [JSON.stringify(effects), external.map(({ action }) => action), undoable.map(({ action }) => action)];
}
