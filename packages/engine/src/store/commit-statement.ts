import { type Arity, type Columns, placeholders, selectBulkValues } from '@linework/db/bulk-values';
import { advanceFragment } from './advance-steps.ts';
import type { TransitionPart } from './transition-part.ts';

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
