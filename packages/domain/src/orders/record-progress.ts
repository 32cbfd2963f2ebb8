import type { Db } from '@linework/db/db';
import { type Columns, givenValues, type HowMany, howMany, places, selectGiven } from '@linework/db/given-rows';
import { type Statement, statement } from '@linework/db/statement';
import { forwardPiece, goForward } from './go-forward.ts';
import { keptShare } from './lease-clock.ts';
import type { Progress } from './progress.ts';
import { type ProgressPart, progressParts } from './progress-parts.ts';

/** What the orders of a batch bring between them, so that no row is asked for anything else. */
interface Brought {
  readonly orders: HowMany;
  /** An order does more than go on under the lease of who holds it. */
  readonly turn: boolean;
  /** An order has steps that all went well. */
  readonly forward: boolean;
  readonly parts: readonly (ProgressPart & { readonly howMany: HowMany })[];
}

const lease = `now() + w.lease_ms * interval '1 ms'`;
const leaseKept = `CASE WHEN o.due_at > now() + w.lease_ms * interval '${keptShare} ms' THEN o.due_at ELSE ${lease} END`;

const goingOn = {
  columns: { entry: 'int', order_id: 'uuid', run: 'int', from_status: 'text', lease_ms: 'int', step_ended: 'boolean' },
  set: `takes = CASE WHEN w.step_ended THEN 0 ELSE o.takes END,
      away_since = CASE WHEN w.step_ended THEN NULL ELSE o.away_since END,
      due_at = ${leaseKept},
      updated_at = now()`,
};

const turning = {
  columns: { ...goingOn.columns, to_status: 'text', hold: 'text', due_in_ms: 'int', not_before_ms: 'int', away: 'boolean', cancellation_reason: 'text' },
  set: `status = w.to_status,
      run = o.run + (w.hold <> 'keep')::int,
      taken_run = CASE WHEN w.hold = 'take' THEN o.run + 1 ELSE o.taken_run END,
      takes = CASE WHEN w.step_ended THEN 0 ELSE o.takes END + (w.hold = 'take')::int - coalesce(w.away, false)::int,
      away_since = CASE
        WHEN w.away THEN coalesce(o.away_since, now())
        WHEN w.step_ended OR w.hold = 'release' THEN NULL
        ELSE o.away_since END,
      due_at = CASE
        WHEN w.due_in_ms IS NOT NULL THEN now() + w.due_in_ms * interval '1 ms'
        WHEN w.lease_ms IS NULL THEN NULL
        WHEN w.hold = 'keep' THEN ${leaseKept}
        ELSE ${lease} END,
      not_before = now() + w.not_before_ms * interval '1 ms',
      failed_at = CASE WHEN w.to_status NOT IN ('FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED') THEN NULL
        WHEN w.from_status = w.to_status THEN o.failed_at ELSE now() END,
      cancellation_reason = coalesce(w.cancellation_reason, o.cancellation_reason),
      updated_at = now()`,
};

/** The columns of an order's row. */
const columnsOf = ({ turn, forward }: Brought): Columns => ({ ...(turn ? turning : goingOn).columns, ...(forward ? forwardPiece.columns : {}) });

/**
 * The one statement that moves orders on. Each order's row is updated only while it is in the run and status that its
 * progress names (the fence); its steps, its line and its events follow that row, so they change with it or not at all.
 * `entry` tells whose they are and not the order's id: of two entries for one order, one is applied, and only that one.
 * `ANY(ARRAY(SELECT ...))` looks many rows up by key; joined plainly, the planner takes the JSON for a hundred rows and reads
 * whole tables.
 */
function textOf(brought: Brought): string {
  const { orders, turn, forward, parts } = brought;
  const place = places();
  const given = selectGiven(columnsOf(brought), orders, place);
  const moveOrders = `wanted AS ${orders === 'one' ? `NOT MATERIALIZED (${given})` : `(${given} ORDER BY order_id)`}, moved AS (
    UPDATE orders o SET ${(turn ? turning : goingOn).set}
    FROM wanted w
    WHERE ${orders === 'one' ? '' : 'o.id = ANY(ARRAY(SELECT order_id FROM wanted)) AND '}o.id = w.order_id AND o.run = w.run AND o.status = w.from_status
    RETURNING ${['w.entry, o.id, o.broker_id, o.resource_id', ...(forward ? Object.keys(forwardPiece.columns).map((column) => `w.${column}`) : [])].join(', ')}
  )`;
  const pieces = parts.map((part) => ({ ...part, text: part.text.replace('$rows', () => `(${selectGiven(part.columns, part.howMany, place)})`) }));
  const rest = [...(forward ? [forwardPiece] : []), ...pieces];
  const insists = rest.flatMap(({ insist }) => (insist ? [`(SELECT ${insist})`] : []));
  return `WITH ${[moveOrders, ...rest.map(({ text }) => text)].join(', ')} SELECT m.entry FROM moved m WHERE ${['true', ...insists].join(' AND ')}`;
}

const statements = new Map<string, Statement>();

/**
 * The statement for this. What nobody brings is left out: by merely being there it costs a single order a tenth of its time.
 * In its name a part that brings many rows to one order has a plus.
 */
function statementFor(brought: Brought): Statement {
  const { orders, turn, forward, parts } = brought;
  const isOne = orders === 'one';
  const bearing = [isOne ? 'progress1' : 'progress', ...(turn ? ['turn'] : []), ...(forward ? ['well'] : [])].join('-');
  const name = bearing + parts.map((part) => (isOne && part.howMany === 'many' ? '+' : '-') + part.name).join('');
  const known = statements.get(name);
  if (known) return known;
  const made = statement(name, textOf(brought));
  statements.set(name, made);
  return made;
}

// The longest name of all: one that is too long is to be seen when the program starts, and not when an order brings so much.
statementFor({ orders: 'one', turn: true, forward: true, parts: progressParts.map((part) => ({ ...part, howMany: 'one' })) });

/**
 * Writes progress of many orders in one statement and says of each whether it was applied: false when the order has moved
 * on. Raises when the database refuses any of them; then none is written.
 */
export async function recordProgress(db: Pick<Db, 'query'>, progress: readonly Progress[]): Promise<readonly boolean[]> {
  const rows = progress.map((one, entry) => orderRow(one, entry));
  const orders = howMany(rows);
  const parts = progressParts
    .map((part) => ({ ...part, found: progress.flatMap((one, entry) => part.rows(one).map((row) => ({ entry, ...row }))) }))
    .filter(({ found }) => found.length > 0)
    .map((part) => ({ ...part, howMany: orders === 'one' ? howMany(part.found) : orders }));
  const brought: Brought = { orders, turn: progress.some(isTurn), forward: rows.some(({ first }) => first !== undefined), parts };
  const values = parts.flatMap((part) => givenValues(part.columns, part.howMany, part.found));
  const moved = await db.query<{ entry: number }>(statementFor(brought), [...givenValues(columnsOf(brought), orders, rows), ...values]);
  const applied = new Set(moved.map(({ entry }) => entry));
  return progress.map((_, entry) => applied.has(entry));
}

const isTurn = ({ from, to, hold, due, notBeforeMs, cancellationReason }: Progress): boolean =>
  to !== from || hold !== 'keep' || !(due && 'leaseMs' in due) || notBeforeMs !== null || cancellationReason !== undefined;

function orderRow(progress: Progress, entry: number) {
  const { orderId, run, from, to, hold, due, notBeforeMs, stepEnded, isAway, cancellationReason, steps } = progress;
  return {
    entry,
    order_id: orderId,
    run,
    from_status: from,
    lease_ms: due && 'leaseMs' in due ? due.leaseMs : undefined,
    step_ended: stepEnded || undefined,
    to_status: to,
    hold,
    due_in_ms: due && 'inMs' in due ? due.inMs : undefined,
    not_before_ms: notBeforeMs ?? undefined,
    away: isAway,
    cancellation_reason: cancellationReason,
    ...goForward(steps),
  };
}
