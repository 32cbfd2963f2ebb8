import { eventType } from '@linework/schemas/events';
import type { Invariant } from './invariant.ts';

const unresolvedStatuses = "('FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED')";
/** An operator may close an order with an unresolved failure. Its line and its steps do not change then. */
const closingMove = `from_status IN ${unresolvedStatuses} AND to_status IN ('CANCELLED', 'ROLLED_BACK')`;
const isClosed = `EXISTS (SELECT FROM event c WHERE c.resource_id = o.id AND ${closingMove})`;
/**
 * The order with the last transition, not the newest order: a superseded order continues after its successor is undone.
 */
const lastMove = `(
  SELECT max(e.seq)
  FROM event e
  WHERE e.resource_id = o.id AND e.to_status IS NOT NULL AND NOT coalesce(${closingMove}, false)
)`;

const everyOrderIsSettled: Invariant = {
  number: 2,
  description: 'no order is due or open, and each unresolved failure has an event',
  violations: `
    SELECT o.id, o.type, o.status, o.due_at
    FROM orders o
    WHERE o.is_open OR o.due_at IS NOT NULL
      OR (o.status IN ${unresolvedStatuses}
        AND NOT EXISTS (SELECT FROM event e WHERE e.resource_id = o.id AND e.to_status = o.status))`,
};

const oneOpenOrderPerResource: Invariant = {
  number: 3,
  description: 'a resource has at most one open order',
  violations: `SELECT resource_type, resource_id, count(*)
     FROM orders
     WHERE is_open
     GROUP BY resource_type, resource_id
     HAVING count(*) > 1`,
};

/** A new line returns to TERMINATED, because it has no previous status. */
const restoredStatus = "CASE o.previous_status WHEN 'PROVISIONING' THEN 'TERMINATED' ELSE o.previous_status END";

const linesMatchTheirLastOrder: Invariant = {
  number: 4,
  description: "a line's status matches its last order, and no line is in transition without an open order",
  violations: `
    WITH last AS (
      SELECT DISTINCT ON (o.line_id) o.*, ${isClosed} AS is_closed,
        EXISTS (
          SELECT
          FROM event e
          WHERE e.order_id = o.id AND e.resource_id = o.line_id AND e.to_status IS NOT NULL) AS moved_line
      FROM orders o
      WHERE o.line_id IS NOT NULL
      ORDER BY o.line_id, ${lastMove} DESC
    )
    SELECT l.id, l.status, o.id AS order_id, o.type, o.status AS order_status, o.previous_status
    FROM line l LEFT JOIN last o ON o.line_id = l.id
    WHERE (l.status IN ('PROVISIONING', 'ACTIVATING', 'BLOCKING', 'TERMINATING') AND o.is_open IS NOT TRUE)
      OR (o.moved_line AND o.status IN ${unresolvedStatuses} AND l.status NOT LIKE '%\\_ERROR')
      OR (o.status IN ('CANCELLED', 'ROLLED_BACK') AND NOT o.is_closed AND l.status <> ${restoredStatus})
      OR (NOT o.moved_line AND l.status <> o.previous_status)`,
};

const stepsMatchTheirOrder: Invariant = {
  number: 4,
  description: 'the steps of an order match its status, and no step of a settled order is running',
  violations: `
    SELECT o.id, o.type, o.status, s.position, s.status AS step_status
    FROM orders o JOIN order_step s ON s.order_id = o.id
    WHERE (o.status = 'COMPLETED' AND s.status NOT IN ('SUCCESS', 'SKIPPED'))
      OR (o.status IN ('CANCELLED', 'ROLLED_BACK') AND NOT ${isClosed} AND s.status NOT IN ('ROLLED_BACK', 'SKIPPED'))
      OR (NOT o.is_open AND s.status IN ('RUNNING', 'ROLLING_BACK'))
      OR (o.status IN ('ROLLBACK_FAILED', 'CANCEL_FAILED') AND s.status = 'PENDING')`,
};

/**
 * A worker whose lease has passed to another one may not finish a step again: the other is in a later one by then. The
 * calls have the same keys, so nothing else would show it. Both times are of the database, at the start of the
 * statement that wrote them.
 */
const stepsFollowEachOther: Invariant = {
  number: 4,
  description: 'a step has finished before the next one starts',
  violations: `
    SELECT s.order_id, s.position, s.finished_at, next.started_at AS next_started_at
    FROM order_step s JOIN order_step next ON next.order_id = s.order_id AND next.position > s.position
    WHERE s.status = 'SUCCESS' AND next.status IN ('RUNNING', 'SUCCESS')
      AND s.finished_at > next.started_at + interval '100 ms'`,
};

const attemptsStayWithinLimits: Invariant = {
  number: 14,
  description: "attempts never exceed the step's limit",
  violations: `SELECT order_id, position, attempt, undo_attempt
     FROM order_step
     WHERE attempt > attempt_limit OR undo_attempt > undo_attempt_limit`,
};

const everyAttemptIsRecorded: Invariant = {
  number: 14,
  description: 'the number of recorded attempts equals the counter of the step',
  violations: `
    SELECT s.order_id, s.position, s.attempt, s.undo_attempt, k.*
    FROM order_step s
    CROSS JOIN LATERAL (SELECT s.attempt > 0 AND (s.finished_at IS NOT NULL OR s.status = 'RUNNING') AS is_in_step) t
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE kind = 'execute' AND NOT (t.is_in_step AND k.attempt = s.attempt)) AS recorded,
        count(*) FILTER (WHERE kind = 'undo' AND outcome IN ('transient', 'refused')) AS undos_failed
      FROM order_attempt k
      WHERE k.order_id = s.order_id AND k.position = s.position
    ) k
    WHERE k.recorded + t.is_in_step::int <> s.attempt OR k.undos_failed <> s.undo_attempt`,
};

const deadLetteredOrdersHaveEvent: Invariant = {
  number: 14,
  description: 'no order is dead-lettered without an event',
  violations: `
    SELECT o.id, o.type, o.status
    FROM orders o JOIN order_step s ON s.order_id = o.id
    WHERE s.error ->> 'code' = 'poison'
      AND NOT EXISTS (
        SELECT
        FROM event e
        WHERE e.resource_id = o.id AND e.type = '${eventType('order.dead_lettered')}')`,
};

const failuresAreRecorded: Invariant = {
  number: 4,
  description: 'an order that failed and needs attention has its failure, and no other has one',
  violations: `
    SELECT o.id, o.status, f.step, f.error_code
    FROM orders o LEFT JOIN order_failure f ON f.order_id = o.id
    WHERE (o.status IN ${unresolvedStatuses}) <> (f.order_id IS NOT NULL)`,
};

const settledAtMatchesLastChange: Invariant = {
  number: 4,
  description: 'a settled order is sorted by its last change, and an open one is not',
  violations: `
    SELECT id, status, updated_at, settled_at
    FROM orders
    WHERE settled_at IS DISTINCT FROM CASE WHEN due_at IS NULL THEN updated_at END`,
};

export const orderInvariants: readonly Invariant[] = [
  everyOrderIsSettled,
  oneOpenOrderPerResource,
  linesMatchTheirLastOrder,
  stepsMatchTheirOrder,
  stepsFollowEachOther,
  attemptsStayWithinLimits,
  everyAttemptIsRecorded,
  deadLetteredOrdersHaveEvent,
  failuresAreRecorded,
  settledAtMatchesLastChange,
];
