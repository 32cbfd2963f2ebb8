import { type Arity, type Columns, placeholders, selectBulkValues } from '@linework/db/bulk-values';
import type { StepTransition } from '../model/transition.ts';
import { assertThat } from './sql-parts.ts';
import type { TransitionPart } from './transition-part.ts';

/**
 * Consecutive steps that all succeeded, which is the usual case. The steps from `first` to `last` that are before
 * `until` are finished; if `last` equals `until`, that step starts. `running` is the step that was RUNNING; the others
 * were PENDING.
 */
export interface StepAdvance {
  readonly first: number;
  readonly last: number;
  readonly until: number;
  readonly running: number | undefined;
}

/** Summarizes the transitions of consecutive steps if all of them succeeded or started; otherwise undefined. */
export function advanceSteps(steps: readonly StepTransition[]): StepAdvance | undefined {
  const [firstStep, lastStep] = [steps[0], steps.at(-1)];
  if (!firstStep || !lastStep) return undefined;
  const isAdvance = steps.every(
    (step, n) => step.position === firstStep.position + n && (isDone(step) || (step === lastStep && isStarted(step))),
  );
  if (!isAdvance || steps.some((step) => step !== firstStep && step.from === 'RUNNING')) return undefined;
  return {
    first: firstStep.position,
    last: lastStep.position,
    until: isStarted(lastStep) ? lastStep.position : lastStep.position + 1,
    running: firstStep.from === 'RUNNING' ? firstStep.position : undefined,
  };
}

const isDone = (step: StepTransition) =>
  step.to === 'SUCCESS' &&
  step.error === null &&
  step.awaited === undefined &&
  step.found === undefined &&
  (startsFrom(step, 'RUNNING', 0) || startsFrom(step, 'PENDING', 1));
const isStarted = (step: StepTransition) =>
  step.to === 'RUNNING' &&
  step.error === undefined &&
  step.refusedAttempts === undefined &&
  step.found === undefined &&
  startsFrom(step, 'PENDING', 1);

const startsFrom = (step: StepTransition, from: StepTransition['from'], attempts: number) =>
  step.from === from && step.attempts === attempts && step.undoAttempts + step.granted + step.undoGranted === 0;

/**
 * The fragment of `commitTransition` that writes a step advance. Its columns are part of the order's row, because
 * reading one row per step took more than a quarter of the time of a batch.
 */
const advanceFragment = {
  columns: { first: 'int', last: 'int', until: 'int', running: 'int' },
  text: `advanced AS (
    UPDATE order_step o
    SET
      status = CASE WHEN o.position < m.until THEN 'SUCCESS' ELSE 'RUNNING' END,
      attempt = o.attempt + (o.status = 'PENDING')::int,
      error = CASE WHEN o.position < m.until THEN NULL ELSE o.error END,
      started_at = CASE WHEN o.status = 'PENDING' THEN now() ELSE o.started_at END,
      failed_at = CASE WHEN o.position < m.until THEN NULL ELSE o.failed_at END,
      finished_at = CASE WHEN o.position < m.until THEN now() ELSE o.finished_at END
    FROM moved m
    WHERE o.order_id = m.id AND o.position BETWEEN m.first AND m.last
      AND o.status = CASE WHEN o.position = m.running THEN 'RUNNING' ELSE 'PENDING' END
    RETURNING 1
  )`,
  assertion: assertThat(
    'cardinality(ARRAY(SELECT 1 FROM advanced)) = ' +
      'cardinality(ARRAY(SELECT generate_series(m.first, m.last) FROM moved m))',
    'a step does not have the expected status',
  ),
};

/**
 * How much a transition changes of the order's row: nothing, only the lease and what is counted with it, or every
 * column.
 */
export const rowChanges = ['none', 'renewal', 'full'] as const;
export type RowChange = (typeof rowChanges)[number];

/** One text of the statement that commits transitions of orders on one resource type. */
export interface CommitVariant {
  /** It is the label in the metric, and ends the name of the statement. */
  readonly name: string;
  readonly orders: Arity;
  readonly rowChange: RowChange;
  /** The fragments besides the order and its advancing steps. */
  readonly parts: readonly {
    readonly part: TransitionPart /** `one`: exactly one row. `many`: any number. */;
    readonly howMany: Arity;
  }[];
}

const leaseEndSql = `now() + w.lease_ms * interval '1 ms'`;
const dueSql = `now() + w.due_in_ms * interval '1 ms'`;

const fenceColumns = { entry: 'int', order_id: 'uuid', epoch: 'int', from_status: 'text' };

const renewalUpdate = {
  columns: { ...fenceColumns, lease_ms: 'int', step_ended: 'boolean' },
  set: `acquisitions = CASE WHEN w.step_ended THEN 0 ELSE o.acquisitions END,
      unavailable_since = CASE WHEN w.step_ended THEN NULL ELSE o.unavailable_since END,
      due_at = ${leaseEndSql},
      updated_at = now()`,
};

const fullUpdate = {
  columns: {
    ...renewalUpdate.columns,
    to_status: 'text',
    lease: 'text',
    due_in_ms: 'int',
    not_before_ms: 'int',
    unavailable: 'boolean',
    cancellation_reason: 'text',
  },
  set: `status = w.to_status,
      epoch = o.epoch + (w.lease <> 'renew')::int,
      acquired_epoch = CASE WHEN w.lease = 'acquire' THEN o.epoch + 1 ELSE o.acquired_epoch END,
      acquisitions = CASE WHEN w.step_ended THEN 0 ELSE o.acquisitions END
        + (w.lease = 'acquire')::int - coalesce(w.unavailable, false)::int,
      unavailable_since = CASE
        WHEN w.unavailable THEN coalesce(o.unavailable_since, now())
        WHEN w.step_ended OR w.lease = 'release' THEN NULL
        ELSE o.unavailable_since END,
      due_at = CASE
        WHEN w.due_in_ms IS NOT NULL THEN ${dueSql}
        WHEN w.lease_ms IS NOT NULL THEN ${leaseEndSql} END,
      next_sweep_at = CASE
        WHEN w.due_in_ms IS NOT NULL THEN ${dueSql}
        WHEN w.lease_ms IS NOT NULL THEN o.next_sweep_at END,
      settled_at = CASE WHEN w.due_in_ms IS NULL AND w.lease_ms IS NULL THEN now() END,
      not_before = now() + w.not_before_ms * interval '1 ms',
      failed_at = CASE WHEN w.to_status NOT IN ('FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED') THEN NULL
        WHEN w.from_status = w.to_status THEN o.failed_at ELSE now() END,
      cancellation_reason = coalesce(w.cancellation_reason, o.cancellation_reason),
      updated_at = now()`,
};

const rowUpdates: Readonly<Record<RowChange, { readonly columns: Columns; readonly set?: string }>> = {
  none: { columns: fenceColumns },
  renewal: renewalUpdate,
  full: fullUpdate,
};

/** The bound columns of an order's row. Steps that advance are part of it. */
export const listOrderColumns = ({ rowChange }: Pick<CommitVariant, 'rowChange'>): Columns => ({
  ...rowUpdates[rowChange].columns,
  ...advanceFragment.columns,
});

const advanceColumns = Object.keys(advanceFragment.columns)
  .map((column) => `w.${column}`)
  .join(', ');

const fence = 'o.id = w.order_id AND o.epoch = w.epoch AND o.status = w.from_status';
const byKey = { one: '', many: 'o.id = ANY(ARRAY(SELECT order_id FROM wanted)) AND ' };
const movedColumns = `w.entry, o.id, o.broker_id, o.resource_id, ${advanceColumns}`;

const updateRows = (orders: Arity, set: string): string => `UPDATE orders o
  SET ${set}
    FROM wanted w
    WHERE ${byKey[orders]}${fence}
    RETURNING ${movedColumns}`;

/** Locks the rows as an update does, in the order of their ids. */
const lockRows = (orders: Arity): string => `SELECT ${movedColumns}
    FROM ${orders === 'one' ? 'wanted w' : '(SELECT DISTINCT ON (order_id, epoch) * FROM wanted) w'}
    JOIN orders o ON ${byKey[orders]}${fence}
    ${orders === 'one' ? '' : 'ORDER BY o.id '}FOR NO KEY UPDATE OF o`;

/**
 * Builds the statement that writes transitions; no other code changes an order that has been placed. The fence: each
 * order's row is updated, or locked where it stays as it is, only if it still has the epoch and the status that the
 * transition names. Its steps, its resource and its events depend on that row, so they change with it or not at all.
 * Rows refer to their transition by `entry` and not by the order's id: if a batch has two transitions for one order,
 * only one of them is applied.
 *
 * `ANY(ARRAY(SELECT ...))` finds the rows by key. With a plain join the planner estimates a hundred rows for the JSON
 * and reads whole tables.
 */
export function buildCommitText(variant: CommitVariant): string {
  const { orders, rowChange, parts } = variant;
  const placeholder = placeholders();
  const boundRows = selectBulkValues(listOrderColumns(variant), orders, placeholder);
  const wantedRows = orders === 'one' ? `NOT MATERIALIZED (${boundRows})` : `(${boundRows} ORDER BY order_id)`;
  const moveOrders = `wanted AS ${wantedRows}, moved AS (
    ${rowUpdates[rowChange].set === undefined ? lockRows(orders) : updateRows(orders, rowUpdates[rowChange].set)}
  )`;
  const partFragments = parts.map(({ part, howMany }) => ({
    ...part,
    text: part.text.replace('$rows', () => `(${selectBulkValues(part.columns, howMany, placeholder)})`),
  }));
  const fragments = [advanceFragment, ...partFragments];
  const assertions = fragments.flatMap(({ assertion }) => (assertion ? [`(SELECT ${assertion})`] : []));
  return `WITH ${[moveOrders, ...fragments.map(({ text }) => text)].join(', ')}
    SELECT m.entry
    FROM moved m
    WHERE ${['true', ...assertions].join(' AND ')}`;
}
