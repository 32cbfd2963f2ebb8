import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import { encodePosition } from '@linework/http/cursor';
import { buildMetaAfter } from '@linework/lists/page';
import type { OrderAttempt } from '@linework/schemas/orders/order-attempt';
import { stepId } from '../model/step.ts';
import { orderNotFound } from './find-order.ts';

/**
 * The last attempt of a step is read from the step while it is running and after it has succeeded, even if
 * `order_attempt` has a row for it because a worker was lost. All other attempts are read from their rows in
 * `order_attempt`.
 */
const listOrderAttemptsStatement = statement(
  'list-order-attempts',
  { orderId: 'uuid', brokerId: 'uuid?' },
  `SELECT o.type, a.*
    FROM orders o LEFT JOIN LATERAL (
    SELECT s.code, s.position, 'execute' AS kind, s.attempt,
      CASE
        WHEN s.finished_at IS NOT NULL THEN 'done'
        WHEN s.awaited_reference IS NOT NULL THEN 'accepted'
        ELSE 'running'
      END AS outcome,
      coalesce(k.workers_lost, 0) AS "workersLost", s.started_at AS "startedAt", s.finished_at AS "endedAt",
        NULL::jsonb AS error
    FROM order_step s
    LEFT JOIN order_attempt k ON k.order_id = s.order_id AND k.position = s.position AND k.kind = 'execute'
      AND k.attempt = s.attempt
    WHERE s.order_id = o.id AND s.attempt > 0 AND (s.finished_at IS NOT NULL OR s.status = 'RUNNING')
    UNION ALL
    SELECT s.code, k.position, k.kind, k.attempt,
      CASE WHEN k.outcome = 'running' AND s.awaited_reference IS NOT NULL THEN 'accepted' ELSE k.outcome END,
      k.workers_lost, k.started_at, k.ended_at, k.error
    FROM order_attempt k JOIN order_step s ON s.order_id = k.order_id AND s.position = k.position
    WHERE k.order_id = o.id
      AND NOT (k.kind = 'execute' AND k.attempt = s.attempt AND (s.finished_at IS NOT NULL OR s.status = 'RUNNING'))
  ) a ON true
  WHERE o.id = :orderId AND (:brokerId IS NULL OR o.broker_id = :brokerId)
  ORDER BY a."startedAt", a.kind, a.position, a.attempt`,
)
  // Without attempts, its only row has no position, nor anything else of an attempt.
  .returns<
    Pick<OrderAttempt, 'kind' | 'attempt' | 'outcome'> & {
      code: string;
      workersLost: number;
      startedAt: Date;
      error: OrderAttempt['error'] | null;
    }
  >();

type Row = RowOf<typeof listOrderAttemptsStatement>;

export interface OrderAttemptsInput {
  readonly caller: Caller;
  readonly orderId: string;
  readonly limit: number;
  /** How many attempts to skip: the cursor of the previous page. */
  readonly after: number;
}

/**
 * Lists the attempts of all steps of an order, oldest first. An order has few attempts, so each page reads all of them.
 * Raises not-found if the order does not exist or belongs to another broker.
 */
export async function listOrderAttempts(db: Pick<Db, 'query'>, { caller, orderId, limit, after }: OrderAttemptsInput) {
  const rows = await db.query(listOrderAttemptsStatement, { orderId, brokerId: caller.brokerId });
  if (rows.length === 0) throw orderNotFound(orderId);
  const attempts = rows.flatMap((row) => (row.position === null ? [] : [showAttempt(orderId, row.position, row)]));
  const end = after + limit;
  const meta = buildMetaAfter({ total: attempts.length, before: Math.min(after, attempts.length), limit });
  return {
    items: attempts.slice(after, end),
    meta,
    pages: end < attempts.length ? { next: { cursor: encodePosition(end) } } : {},
  };
}

function showAttempt(orderId: string, position: number, row: Row): OrderAttempt {
  const { type, code, kind, attempt, outcome, workersLost, startedAt, endedAt, error } = row;
  return {
    stepId: stepId(orderId, position),
    orderTypeStepCode: `${type}.${code}`,
    kind,
    attempt,
    outcome,
    ...(workersLost > 0 && outcome !== 'lost' && { workersLost }),
    startedAt: startedAt.toISOString(),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
    ...(error && { error }),
  };
}
