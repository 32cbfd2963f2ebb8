import { statement, unprepared } from '@linework/db/statement';
import { type Backoff, backoffSeconds, dueNow } from './due-times.ts';
import type { DurableCall, DurableCallDeclaration } from './durable-call.ts';
import { createFailureStatement } from './record-failure.ts';

/** One second at first and one hour at most. */
const defaultBackoff: Backoff = { firstSeconds: 1, limitSeconds: 3_600 };

/**
 * Defines the calls about one kind of record. The record itself stores when its next call is due, and while a call is made the end of its
 * lease. Statements of other files set `due_at` to make a call due, and to NULL when no call is needed any more.
 */
export function defineDurableCall({
  kind,
  table,
  unansweredEvent,
  acquireAssignments,
  backoff = defaultBackoff,
  ...own
}: DurableCallDeclaration): DurableCall {
  const columns = `r.id, r.attempt, r.due_at AS "dueAt",
    EXISTS (SELECT FROM unanswered_call u WHERE u.kind = '${kind}' AND u.record_id = r.id AND u.ended_at IS NULL) AS "isUnanswered", ${own.columns}`;
  return {
    kind,
    columns,
    // Unprepared, because usually no record is due.
    acquireStatement: unprepared(
      `WITH due AS (SELECT id FROM ${table} WHERE due_at <= now() ORDER BY due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED)
      UPDATE ${table} r
      SET due_at = now() + $2::int * interval '1 ms', attempt = r.attempt + 1${acquireAssignments ? `, ${acquireAssignments}` : ''}
      FROM due
      WHERE r.id = due.id
      RETURNING ${columns}`,
    ),
    readStatement: statement(`read-${kind}`, `SELECT ${columns} FROM ${table} r WHERE r.id = $1::uuid`),
    postponeStatement: statement(
      `postpone-${kind}`,
      `UPDATE ${table}
      SET due_at = now() + ${backoffSeconds(backoff)} * interval '1 s'
      WHERE id = $1::uuid AND due_at = $2
      RETURNING ${backoffSeconds(backoff)}::int AS seconds`,
    ),
    stopStatement: statement(
      `stop-calls-about-${kind}`,
      `UPDATE ${table} SET due_at = NULL, attempt = 0 WHERE id = $1::uuid AND due_at = $2 RETURNING id`,
    ),
    notifyStatement: statement(
      `make-call-about-${kind}-due`,
      `UPDATE ${table}
      SET due_at = ${dueNow}
      WHERE id = $1::uuid AND ($2::uuid IS NULL OR broker_id = $2::uuid) AND status = ANY($3)
      RETURNING id`,
    ),
    repeatStatement: statement(
      `repeat-call-about-${kind}`,
      `UPDATE ${table} SET due_at = ${dueNow} WHERE id = $1::uuid AND due_at IS NOT NULL`,
    ),
    failureStatement: createFailureStatement({ kind, table, unansweredEvent }),
  };
}
