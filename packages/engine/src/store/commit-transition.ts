import { type Arity, arity, bindBulkValues, type Columns, placeholders, selectBulkValues } from '@linework/db/bulk-values';
import type { Db } from '@linework/db/db';
import { type Statement, statement } from '@linework/db/statement';
import { renewalThreshold } from '../model/lease-clock.ts';
import type { ResourceType } from '../model/resource-type.ts';
import type { Transition } from '../model/transition.ts';
import { advanceFragment, advanceSteps } from './advance-steps.ts';
import { listTransitionParts, type TransitionPart } from './transition-parts.ts';

/** What the transitions of a batch contain. The statement has only the fragments that the batch needs. */
interface BatchShape {
  readonly orders: Arity;
  /** True if an order does more than continue under the same lease. */
  readonly isFullUpdate: boolean;
  /** True if an order has a step advance: consecutive steps that all succeeded. */
  readonly hasStepAdvance: boolean;
  readonly parts: readonly (TransitionPart & { readonly howMany: Arity })[];
}

const leaseEndSql = `now() + w.lease_ms * interval '1 ms'`;
const renewedLeaseEndSql = `CASE WHEN o.due_at > now() + w.lease_ms * interval '${renewalThreshold} ms' THEN o.due_at ELSE ${leaseEndSql} END`;

const renewalUpdate = {
  columns: { entry: 'int', order_id: 'uuid', epoch: 'int', from_status: 'text', lease_ms: 'int', step_ended: 'boolean' },
  set: `acquisitions = CASE WHEN w.step_ended THEN 0 ELSE o.acquisitions END,
      away_since = CASE WHEN w.step_ended THEN NULL ELSE o.away_since END,
      due_at = ${renewedLeaseEndSql},
      updated_at = now()`,
};

const fullUpdate = {
  columns: { ...renewalUpdate.columns, to_status: 'text', lease: 'text', due_in_ms: 'int', not_before_ms: 'int', away: 'boolean', cancellation_reason: 'text' },
  set: `status = w.to_status,
      epoch = o.epoch + (w.lease <> 'renew')::int,
      acquired_epoch = CASE WHEN w.lease = 'acquire' THEN o.epoch + 1 ELSE o.acquired_epoch END,
      acquisitions = CASE WHEN w.step_ended THEN 0 ELSE o.acquisitions END + (w.lease = 'acquire')::int - coalesce(w.away, false)::int,
      away_since = CASE
        WHEN w.away THEN coalesce(o.away_since, now())
        WHEN w.step_ended OR w.lease = 'release' THEN NULL
        ELSE o.away_since END,
      due_at = CASE
        WHEN w.due_in_ms IS NOT NULL THEN now() + w.due_in_ms * interval '1 ms'
        WHEN w.lease_ms IS NULL THEN NULL
        WHEN w.lease = 'renew' THEN ${renewedLeaseEndSql}
        ELSE ${leaseEndSql} END,
      not_before = now() + w.not_before_ms * interval '1 ms',
      failed_at = CASE WHEN w.to_status NOT IN ('FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED') THEN NULL
        WHEN w.from_status = w.to_status THEN o.failed_at ELSE now() END,
      cancellation_reason = coalesce(w.cancellation_reason, o.cancellation_reason),
      updated_at = now()`,
};

/** The bound columns of an order's row. */
const listColumns = ({ isFullUpdate, hasStepAdvance }: BatchShape): Columns => ({
  ...(isFullUpdate ? fullUpdate : renewalUpdate).columns,
  ...(hasStepAdvance ? advanceFragment.columns : {}),
});

/**
 * The statement that writes transitions; no other code changes an order that has been placed. The fence: each order's row is updated
 * only if it still has the epoch and the status that the transition names. Its steps, its resource and its events depend on that row, so
 * they change with it or not at all. Rows refer to their transition by `entry` and not by the order's id: if a batch has two
 * transitions for one order, only one of them is applied.
 *
 * `ANY(ARRAY(SELECT ...))` finds the rows by key. With a plain join the planner estimates a hundred rows for the JSON and reads whole
 * tables.
 */
function buildStatementText(shape: BatchShape): string {
  const { orders, isFullUpdate, hasStepAdvance, parts } = shape;
  const placeholder = placeholders();
  const boundRows = selectBulkValues(listColumns(shape), orders, placeholder);
  const moveOrders = `wanted AS ${orders === 'one' ? `NOT MATERIALIZED (${boundRows})` : `(${boundRows} ORDER BY order_id)`}, moved AS (
    UPDATE orders o SET ${(isFullUpdate ? fullUpdate : renewalUpdate).set}
    FROM wanted w
    WHERE ${orders === 'one' ? '' : 'o.id = ANY(ARRAY(SELECT order_id FROM wanted)) AND '}o.id = w.order_id AND o.epoch = w.epoch AND o.status = w.from_status
    RETURNING ${['w.entry, o.id, o.broker_id, o.resource_id', ...(hasStepAdvance ? Object.keys(advanceFragment.columns).map((column) => `w.${column}`) : [])].join(', ')}
  )`;
  const partFragments = parts.map((part) => ({
    ...part,
    text: part.text.replace('$rows', () => `(${selectBulkValues(part.columns, part.howMany, placeholder)})`),
  }));
  const fragments = [...(hasStepAdvance ? [advanceFragment] : []), ...partFragments];
  const assertions = fragments.flatMap(({ assertion }) => (assertion ? [`(SELECT ${assertion})`] : []));
  return `WITH ${[moveOrders, ...fragments.map(({ text }) => text)].join(', ')} SELECT m.entry FROM moved m WHERE ${['true', ...assertions].join(' AND ')}`;
}

const statements = new Map<string, Statement>();

/**
 * Returns the prepared statement for a batch of this shape. Fragments that the batch does not need are left out: unused, they take a
 * tenth of the time of a single order. In the name, `+` marks a part with many rows for one order.
 */
function getStatement(shape: BatchShape): Statement {
  const { orders, isFullUpdate, hasStepAdvance, parts } = shape;
  const isOne = orders === 'one';
  const variant = [isOne ? 'commit1' : 'commit', ...(isFullUpdate ? ['full'] : []), ...(hasStepAdvance ? ['next'] : [])].join('-');
  const name = variant + parts.map((part) => (isOne && part.howMany === 'many' ? '+' : '-') + part.name).join('');
  const cached = statements.get(name);
  if (cached) return cached;
  const created = statement(name, buildStatementText(shape));
  statements.set(name, created);
  return created;
}

/** Creates the statement with the longest name. A program does so at its start, because otherwise a name that is too long fails with the first such order. */
export function checkStatementNames(resources: readonly ResourceType[]): void {
  for (const resource of resources) {
    const parts = listTransitionParts([resource]).map((part) => ({ ...part, howMany: 'one' as const }));
    getStatement({ orders: 'one', isFullUpdate: true, hasStepAdvance: true, parts });
  }
}

/**
 * Writes the transitions of many orders in one statement. Returns for each whether it was applied: false means a fencing conflict, the
 * order has another epoch or status. Raises when the database rejects any of them; then none is written.
 */
export async function commitTransition(db: Pick<Db, 'query'>, transitions: readonly Transition[]): Promise<readonly boolean[]> {
  const rows = transitions.map((transition, entry) => toOrderRow(transition, entry));
  const orders = arity(rows);
  const parts = listTransitionParts(listResources(transitions))
    .map((part) => ({ ...part, partRows: transitions.flatMap((transition, entry) => part.rows(transition).map((row) => ({ entry, ...row }))) }))
    .filter(({ partRows }) => partRows.length > 0)
    .map((part) => ({ ...part, howMany: orders === 'one' ? arity(part.partRows) : orders }));
  const shape: BatchShape = { orders, isFullUpdate: transitions.some(needsFullUpdate), hasStepAdvance: rows.some(({ first }) => first !== undefined), parts };
  const values = parts.flatMap((part) => bindBulkValues(part.columns, part.howMany, part.partRows));
  const moved = await db.query<{ entry: number }>(getStatement(shape), [...bindBulkValues(listColumns(shape), orders, rows), ...values]);
  const applied = new Set(moved.map(({ entry }) => entry));
  return transitions.map((_, entry) => applied.has(entry));
}

/** The resource types of the transitions, sorted by name, so that every statement locks them in the same order. */
const listResources = (transitions: readonly Transition[]): readonly ResourceType[] =>
  [...new Set(transitions.map(({ resource }) => resource))].toSorted((one, other) => one.name.localeCompare(other.name));

const needsFullUpdate = ({ from, to, lease, due, notBeforeMs, cancellationReason }: Transition): boolean =>
  to !== from || lease !== 'renew' || !(due && 'leaseMs' in due) || notBeforeMs !== null || cancellationReason !== undefined;

function toOrderRow(transition: Transition, entry: number) {
  const { orderId, epoch, from, to, lease, due, notBeforeMs, stepEnded, isAway, cancellationReason, steps } = transition;
  return {
    entry,
    order_id: orderId,
    epoch,
    from_status: from,
    lease_ms: due && 'leaseMs' in due ? due.leaseMs : undefined,
    step_ended: stepEnded || undefined,
    to_status: to,
    lease,
    due_in_ms: due && 'inMs' in due ? due.inMs : undefined,
    not_before_ms: notBeforeMs ?? undefined,
    away: isAway,
    cancellation_reason: cancellationReason,
    ...advanceSteps(steps),
  };
}
