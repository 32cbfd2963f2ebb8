import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { notFound } from '@linework/problem-details/make-problem';
import type { Order } from '@linework/schemas/orders/order';
import { showOrder } from './show-order.ts';
import { showOrderActor } from './show-order-actor.ts';

/** Returns one row for each step. This is the most frequent read, so it takes one round trip. */
const findOrderStatement = statement(
  'find-order',
  { orderId: 'uuid', brokerId: 'uuid?' },
  `SELECT o.id, o.type, o.status, o.resource_type AS "resourceType", o.resource_id AS "resourceId",
     o.broker_id AS "brokerId",
    o.external_code AS "externalCode", o.correlation_id AS "correlationId", o.input, o.metadata,
      o.cancellation_reason AS "cancellationReason",
    o.failed_at AS "failedAt", o.created_at AS "createdAt", o.updated_at AS "updatedAt",
      o.unavailable_since AS "unavailableSince", o.pause_id AS "pauseId",
    o.key_id AS "keyId", o.job, k.name AS "keyName", coalesce(k.broker_id, p.broker_id) AS "keyBrokerId",
      p.name AS "operatorName",
    s.position, s.code, s.action_code AS "actionCode", s.status AS step_status, s.attempt, s.error,
      s.started_at AS "startedAt",
    s.failed_at AS step_failed_at, s.finished_at AS "finishedAt"
  FROM orders o
  JOIN order_step s ON s.order_id = o.id
  LEFT JOIN api_key k ON k.id = o.key_id
  LEFT JOIN operator p ON p.id = o.key_id
  WHERE o.id = :orderId AND (:brokerId IS NULL OR o.broker_id = :brokerId)
  ORDER BY s.position`,
);

/** The order as the API shows it. Raises not-found when it does not exist or belongs to another broker. */
export async function findOrder(
  db: Pick<Db, 'query'>,
  { caller, orderId }: { caller: Caller; orderId: string },
): Promise<Order> {
  const rows = await db.query(findOrderStatement, { orderId, brokerId: caller.brokerId });
  const [first] = rows;
  if (!first) throw orderNotFound(orderId);
  const steps = rows.map((row) => ({ ...row, status: row.step_status, failedAt: row.step_failed_at }));
  return showOrder({ ...first, steps, actor: showOrderActor(first, caller) });
}

export const orderNotFound = (orderId: string) => notFound(`There is no order ${orderId}.`);
