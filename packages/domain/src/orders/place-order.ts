import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { isUniqueViolation } from '@linework/db/errors';
import { statement } from '@linework/db/statement';
import { conflict, invalidStatusTransition } from '@linework/problem-details/make-problem';
import { lineArrivals } from '@linework/schemas/events';
import type { Line } from '@linework/schemas/lines/line';
import { type LineStatus, lineLifecycle } from '@linework/schemas/lines/line.lifecycle';
import { v7 as newId } from 'uuid';
import { noSuchLine } from '../lines/find-line.ts';
import { type LineRecord, showLine } from '../lines/show-line.ts';
import { visibleTo } from '../visible-to.ts';
import type { Ring } from './advance-order.ts';
import { crashPoint } from './crash-points.ts';
import type { OrderType } from './order-type.ts';
import { type Step, usualRetry } from './step.ts';

/**
 * Places an order in one statement: the line moves if its status allows, the order and its steps are there, debts of older
 * orders are superseded, and events say so; or nothing happens at all, and no row comes back. Rows are locked in the order
 * that every other statement takes, orders before their line, and the line before it is changed: of two requests at once
 * the second sees what the first has done.
 */
const placeOrderStatement = statement(
  'place-order',
  `WITH debts AS (
    SELECT o.id FROM orders o
    WHERE o.resource_id = $1::uuid AND ($2::uuid IS NULL OR o.broker_id = $2::uuid)
      AND o.status IN ('FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED') AND o.superseded_by IS NULL
    ORDER BY o.id FOR UPDATE
  ), target AS (
    SELECT l.id, l.broker_id, l.status, l.external_code FROM line l
    WHERE l.id = $1::uuid AND ($2::uuid IS NULL OR l.broker_id = $2::uuid) AND l.status = ANY($3::text[])
      AND NOT EXISTS (SELECT FROM orders o WHERE o.line_id = l.id AND o.at_work)
      AND (SELECT count(*) FROM debts) >= 0
    FOR UPDATE
  ), moved AS (
    UPDATE line l SET status = coalesce($4::text, l.status), updated_at = now() FROM target t WHERE l.id = t.id
    RETURNING l.*
  ), placed AS (
    INSERT INTO orders (id, broker_id, type, status, resource_type, resource_id, external_code, correlation_id, input, metadata, came_from, due_at)
    SELECT $5::uuid, t.broker_id, $6, 'PENDING', 'line', t.id, coalesce(t.external_code, ''), $7, $8::jsonb, $9::jsonb, t.status, now() + interval '5 s' FROM target t
    RETURNING id
  ), stepped AS (
    INSERT INTO order_step (id, order_id, position, code, action_code, status, attempt_limit, undo_attempt_limit)
    SELECT s.id, p.id, s.position, s.code, s.action, 'PENDING', s.attempts, s.attempts
    FROM placed p, jsonb_to_recordset($10::jsonb) AS s(id uuid, position int, code text, action text, attempts int)
  ), superseded AS (
    UPDATE orders o SET superseded_by = $5::uuid, updated_at = now() FROM target t, debts d WHERE o.id = d.id
    RETURNING o.id
  ), events AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, order_id, key_id)
    SELECT t.broker_id, 'order.placed', 'order', $5::uuid, NULL, 'PENDING', $5::uuid, $12::uuid FROM target t
    UNION ALL SELECT t.broker_id, $11, 'line', t.id, t.status, $4, $5::uuid, $12::uuid FROM target t WHERE $4 IS NOT NULL
    UNION ALL SELECT t.broker_id, 'order.superseded', 'order', s.id, NULL, NULL, $5::uuid, $12::uuid FROM target t, superseded s
  )
  SELECT m.id, m.broker_id AS "brokerId", m.status, m.msisdn, m.iccid, m.subscription_id AS "subscriptionId", m.external_code AS "externalCode",
    m.metadata, m.activated_at AS "activatedAt", m.terminated_at AS "terminatedAt", m.created_at AS "createdAt", m.updated_at AS "updatedAt",
    json_build_object('id', h.id, 'name', h.name, 'federalTaxId', h.federal_tax_id) AS holder
  FROM moved m JOIN holder h ON h.id = m.holder_id`,
);

export interface OrderRequest {
  readonly orderType: OrderType;
  readonly caller: Caller;
  readonly lineId: string;
  readonly correlationId: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface PlacedOrder {
  readonly orderId: string;
  readonly line: Line;
}

/**
 * Places an order on a line and, once that is committed, rings for it. Raises not-found, invalid-status-transition, or
 * conflict while another order is at work on the line.
 */
export async function placeOrder({ db, ring }: { db: Db; ring: (rings: readonly Ring[]) => void }, request: OrderRequest): Promise<PlacedOrder> {
  const orderId = newId();
  const [record] = await db.query<LineRecord>(placeOrderStatement, placement(orderId, request)).catch(openOrder);
  if (!record) throw await whyNot(db, request);
  crashPoint('after-placing');
  db.afterCommit(() => {
    crashPoint('before-ring');
    ring([{ orderId, run: 0 }]);
  });
  return { orderId, line: showLine(record) };
}

function placement(orderId: string, { orderType, caller, lineId, correlationId, input = {}, metadata = {} }: OrderRequest): readonly unknown[] {
  const meanwhile = 'meanwhile' in orderType.line ? orderType.line.meanwhile : null;
  const steps = orderType.steps.map((step, position) => stepRow(step, position));
  return [
    lineId,
    caller.brokerId,
    sourcesOf(orderType),
    meanwhile,
    orderId,
    orderType.code,
    correlationId,
    JSON.stringify(input),
    JSON.stringify(metadata),
    JSON.stringify(steps),
    meanwhile && lineArrivals[meanwhile],
    caller.keyId,
  ];
}

/** The statuses of a line in which this may be ordered. */
export function sourcesOf({ line }: OrderType): readonly LineStatus[] {
  return 'stays' in line ? line.stays : lineLifecycle.sourcesOf(line.request);
}

function stepRow({ code, action, retry = usualRetry }: Step, position: number) {
  return { id: newId(), position, code, action, attempts: retry.attempts };
}

/** Two requests at once that both leave the line in its status meet at the index; inside a transaction no more can be asked then. */
function openOrder(error: unknown): never {
  if (!isUniqueViolation(error, 'one_order_at_work_per_line')) throw error;
  throw orderInTheWay();
}

async function whyNot(db: Db, { caller, lineId, orderType }: OrderRequest): Promise<Error> {
  const line = await db.prisma.line.findFirst({
    where: { id: lineId, ...visibleTo(caller) },
    select: { status: true, orders: { where: { atWork: true }, select: { id: true } } },
  });
  if (!line) return noSuchLine(lineId);
  const status = line.status as LineStatus;
  if (sourcesOf(orderType).includes(status)) return orderInTheWay(line.orders[0]?.id);
  const { request } = orderType.line;
  return invalidStatusTransition({ resource: { type: 'line', id: lineId }, currentStatus: status, requested: request, allowed: lineLifecycle.requestsFrom(status) });
}

const orderInTheWay = (orderId?: string) => conflict('Another order is at work on this line.', { code: 'open-order', ...(orderId && { orderId }) });
