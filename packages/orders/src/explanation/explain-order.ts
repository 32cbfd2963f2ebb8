import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { checkOrderRequest } from '@linework/engine/commands/check-order-request';
import { isUnknownVersion } from '@linework/engine/model/engine-observer';
import { getStepDeclaration, type OrderSnapshot } from '@linework/engine/model/order-snapshot';
import type { OrderTypes } from '@linework/engine/model/order-type';
import { stepId } from '@linework/engine/model/step';
import { type ExplainedStep, explainOrder as explain, type OrderTimes } from '@linework/engine/planning/explain-order';
import { orderNotFound } from '@linework/engine/queries/find-order';
import { loadOrders } from '@linework/engine/store/load-orders';
import { loadPauses } from '@linework/engine/store/load-pauses';
import { changeLimit, explainedRequests, type OrderExplanation } from '@linework/schemas/orders/order-explanation';

/**
 * No index finds the events of an order, because every event would write it. So the events of its records are read: of
 * its resource and of the numbers and SIMs that are on this line, were on it, or are claimed by the order. Each has few
 * events.
 */
const listChangesStatement = statement(
  'list-order-changes',
  { orderId: 'uuid', resourceId: 'uuid', brokerId: 'uuid?' },
  `WITH touched AS (
    SELECT :resourceId AS id
    UNION SELECT s.resource_id FROM resource_state s WHERE s.line_id = :resourceId OR s.reservation_id = :orderId
    UNION SELECT a.resource_id FROM allocation a WHERE a.line_id = :resourceId
  )
  SELECT e.resource_type AS "resourceType", e.resource_id AS "resourceId", e.from_status AS "fromStatus",
    e.to_status AS "toStatus", e.at
  FROM event e
  WHERE e.resource_id = ANY(ARRAY(SELECT id FROM touched))
    AND e.order_id = :orderId
    AND e.to_status IS NOT NULL
    AND (:brokerId IS NULL OR e.broker_id = :brokerId)
  ORDER BY e.seq
  LIMIT ${changeLimit}`,
);

/**
 * Lists the status changes that an order has made on its resource, and on the numbers and SIMs of its line, oldest
 * first.
 */
async function listOrderChanges(
  db: Pick<Db, 'query'>,
  {
    orderId,
    resourceId,
    brokerId,
  }: { readonly orderId: string; readonly resourceId: string; readonly brokerId: string | null },
): Promise<OrderExplanation['changes']> {
  const rows = await db.query(listChangesStatement, { orderId, resourceId, brokerId });
  return rows.map(({ resourceType: type, resourceId: id, fromStatus, toStatus, at }) => ({
    resource: { type, id },
    ...(fromStatus !== null && { from: fromStatus }),
    to: toStatus ?? '',
    changedAt: at.toISOString(),
  }));
}

const findTimesStatement = statement(
  'find-times-of-order',
  { orderId: 'uuid', brokerId: 'uuid?' },
  `SELECT now() AS now, o.due_at AS "dueAt", o.not_before AS "notBefore", o.superseded_by AS "supersededBy"
  FROM orders o
  WHERE o.id = :orderId AND (:brokerId IS NULL OR o.broker_id = :brokerId)`,
);

interface ExplainQuery {
  readonly caller: Caller;
  readonly orderId: string;
}

/**
 * Explains why an order stands where it stands, what it allows now and what it has changed. Raises not-found, and
 * unavailable (503) when this program does not know the version of its type.
 */
export async function explainOrder(
  db: Pick<Db, 'query'>,
  orderTypes: OrderTypes,
  { caller, orderId }: ExplainQuery,
): Promise<OrderExplanation> {
  const [times] = await db.query(findTimesStatement, { orderId, brokerId: caller.brokerId });
  const [order] = times ? await loadOrders(db, orderTypes, [orderId]) : [];
  if (!times || !order) throw orderNotFound(orderId);
  const [cancel] = checkRequests(order, times.supersededBy);
  if (isUnknownVersion(order)) throw cancel?.problem ?? orderNotFound(orderId);
  const pauses = await loadPauses(db);
  const changes = await listOrderChanges(db, {
    orderId,
    resourceId: order.context.resource.id,
    brokerId: caller.brokerId,
  });
  return { ...showExplanation(order, { ...times, pauses }), changes };
}

function showExplanation(order: OrderSnapshot, times: OrderTimes): Omit<OrderExplanation, 'changes'> {
  const { isHeld, waitsFor, waitsUntil, step, pause, sentence } = explain(order, times);
  const checked = checkRequests(order, times.supersededBy);
  return {
    orderId: order.context.orderId,
    status: order.status,
    sentence,
    ...(waitsFor && { waitsFor }),
    ...(waitsUntil && !isHeld && { waitsUntil: waitsUntil.toISOString() }),
    ...(waitsFor === 'system' && order.unavailable && { waitsSince: order.unavailable.since.toISOString() }),
    ...(isHeld && waitsUntil && { lease: { epoch: order.epoch, leasedUntil: waitsUntil.toISOString() } }),
    ...(pause && { pause }),
    ...(step && { step: showStep(order, step) }),
    ...(times.supersededBy !== null && { supersededBy: times.supersededBy }),
    allowed: checked.flatMap(({ request, problem }) => (problem ? [] : [request])),
    notAllowed: checked.flatMap(({ request, problem }) =>
      problem ? [{ request, code: problem.code, detail: problem.message }] : [],
    ),
  };
}

/** The rules are those that the request itself applies. */
const checkRequests = (order: Parameters<typeof checkOrderRequest>[0], supersededBy: string | null) =>
  explainedRequests.map((request) => ({ request, problem: checkOrderRequest(order, { request, supersededBy }) }));

function showStep(
  order: OrderSnapshot,
  { position, kind, attempt, attemptLimit }: ExplainedStep,
): OrderExplanation['step'] {
  const { code, action } = getStepDeclaration(order, position);
  const error = order.steps[position]?.error;
  return {
    id: stepId(order.context.orderId, position),
    orderTypeStepCode: `${order.type.code}.${code}`,
    actionCode: action,
    kind,
    attempt,
    attemptLimit,
    ...(error && { error: { code: error.code, detail: error.detail } }),
  };
}
