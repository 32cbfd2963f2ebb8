import { statement, unprepared } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';
import type { EventType } from '@linework/schemas/events';
import type { UnansweredKind } from '@linework/schemas/unanswered-calls/unanswered-call';
import { type Backoff, backoffSeconds, dueNow, stoppedDueAt } from './due-times.ts';

/** Longer than the longest wait between two calls: a failure after so long a pause starts a new age. */
const resetAfter = "interval '2 h'";

/**
 * The first failure starts the age. The first failure over the limit stops the calls, sets the record to a due date in
 * the far future, and emits an event.
 */
const createFailureStatement = <const Kind extends UnansweredKind>(
  kind: Kind,
  table: string,
  unansweredEvent: EventType,
) =>
  statement(
    `record-unanswered-${kind}`,
    { id: 'uuid', recordId: 'uuid', code: 'text', limitMs: 'int' },
    `WITH recorded AS (
      INSERT INTO unanswered_call AS c (id, kind, record_id, broker_id, code, since)
      SELECT :id, '${kind}', r.id, r.broker_id, :code, ${dueNow}
      FROM ${table} r
      WHERE r.id = :recordId
      ON CONFLICT (kind, record_id) WHERE ended_at IS NULL DO UPDATE SET
        since = CASE WHEN c.updated_at < now() - ${resetAfter} AND c.stopped_at IS NULL THEN ${dueNow} ELSE c.since END,
        stopped_at = CASE
          WHEN c.stopped_at IS NOT NULL THEN c.stopped_at
          WHEN c.updated_at >= now() - ${resetAfter} AND c.since <= now() - :limitMs * interval '1 ms' THEN ${dueNow}
        END,
        code = excluded.code,
        failures = c.failures + 1,
        updated_at = now()
      RETURNING broker_id, code, since, stopped_at, failures
    ), stopped AS (
      UPDATE ${table}
      SET due_at = ${stoppedDueAt}
      WHERE id = :recordId AND due_at IS NOT NULL AND EXISTS (SELECT FROM recorded WHERE stopped_at IS NOT NULL)
      RETURNING id
    ), emitted AS (
      ${insertEvent(unansweredEvent, { id: ':recordId', details: "jsonb_build_object('since', since, 'code', code)" })}
      FROM recorded
      WHERE stopped_at = ${dueNow}
    )
    SELECT failures, EXISTS (SELECT FROM stopped) AS "isStopped"
    FROM recorded`,
  );

/** What is particular to the calls about one kind of record. */
interface DurableCallDeclaration<Kind extends UnansweredKind> {
  readonly kind: Kind;
  /** It has the columns `due_at` and `attempt`, and an index on `due_at`. */
  readonly table: string;
  /** The event for a partner that has not answered about a record for too long. */
  readonly unansweredEvent: EventType;
  /** The columns of the record `r` that a call needs, besides those of `LeasedRecord`. */
  readonly columns: string;
  /** Further assignments to a record `r` that is acquired. */
  readonly acquireAssignments?: string;
  readonly backoff?: Backoff;
}

/** The statements of the calls about one kind of record. */
export type DurableCall<Kind extends UnansweredKind = UnansweredKind> = ReturnType<typeof defineDurableCall<Kind>>;

/** One second at first and one hour at most. */
const defaultBackoff: Backoff = { firstSeconds: 1, limitSeconds: 3_600 };

/**
 * Defines the calls about one kind of record. The record itself stores when its next call is due, and while a call is
 * made the end of its lease. Statements of other files set `due_at` to make a call due, and to NULL when no call is
 * needed any more.
 */
export function defineDurableCall<const Kind extends UnansweredKind>(declared: DurableCallDeclaration<Kind>) {
  const { kind, table, unansweredEvent, acquireAssignments, backoff = defaultBackoff, ...own } = declared;
  const columns = `r.id, r.attempt, r.due_at AS "dueAt",
    EXISTS (
      SELECT
      FROM unanswered_call u
      WHERE u.kind = '${kind}' AND u.record_id = r.id AND u.ended_at IS NULL
    ) AS "isUnanswered", ${own.columns}`;
  return {
    kind,
    /** In SQL: true if a record is due. */
    anyIsDue: `(SELECT true FROM ${table} WHERE due_at <= now() ORDER BY due_at LIMIT 1)`,
    /** The columns of a `LeasedRecord` and those of the declaration, of the record `r`. */
    columns,
    // Unprepared, because usually no record is due.
    acquireStatement: unprepared(
      `acquire-due-${kind}`,
      { limit: 'bigint', leaseMs: 'int' },
      `WITH due AS (
         SELECT id
         FROM ${table}
         WHERE due_at <= now()
         ORDER BY due_at, id
         LIMIT :limit
         FOR UPDATE SKIP LOCKED)
      UPDATE ${table} r
      SET due_at = ${dueNow} + :leaseMs * interval '1 ms',
        attempt = r.attempt + 1${acquireAssignments ? `, ${acquireAssignments}` : ''}
      FROM due
      WHERE r.id = due.id
      RETURNING ${columns}`,
    ),
    readStatement: statement(`read-${kind}`, { id: 'uuid' }, `SELECT ${columns} FROM ${table} r WHERE r.id = :id`),
    postponeStatement: statement(
      `postpone-${kind}`,
      { id: 'uuid', dueAt: 'timestamptz', failures: 'int?' },
      `UPDATE ${table}
      SET due_at = ${dueNow} + ${backoffSeconds(backoff)} * interval '1 s'
      WHERE id = :id AND due_at = :dueAt
      RETURNING ${backoffSeconds(backoff)}::int AS seconds`,
    ),
    stopStatement: statement(
      `stop-calls-about-${kind}`,
      { id: 'uuid', dueAt: 'timestamptz' },
      `UPDATE ${table} SET due_at = NULL, attempt = 0 WHERE id = :id AND due_at = :dueAt RETURNING id`,
    ),
    notifyStatement: statement(
      `make-call-about-${kind}-due`,
      { id: 'uuid', brokerId: 'uuid?', statuses: 'text[]' },
      `UPDATE ${table}
      SET due_at = ${dueNow}
      WHERE id = :id AND (:brokerId IS NULL OR broker_id = :brokerId) AND status = ANY(:statuses)
      RETURNING id`,
    ),
    repeatStatement: statement(
      `repeat-call-about-${kind}`,
      { id: 'uuid' },
      `UPDATE ${table} SET due_at = ${dueNow} WHERE id = :id AND due_at IS NOT NULL`,
    ),
    failureStatement: createFailureStatement(kind, table, unansweredEvent),
  };
}
