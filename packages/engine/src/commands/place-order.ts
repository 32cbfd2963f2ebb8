import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { isUniqueViolation } from '@linework/db/errors';
import { type RowOf, statement } from '@linework/db/statement';
import { traceParent } from '@linework/log/tracing/span';
import { conflict, invalidStatusTransition } from '@linework/problem-details/make-problem';
import type { JobName, WakeUp } from '@linework/schemas/jobs';
import { reachCrashPoint } from '../model/crash-points.ts';
import type { OrderInsertion } from '../model/order-insertion.ts';
import type { OrderType } from '../model/order-type.ts';
import type { ResourceType } from '../model/resource-type.ts';
import { defaultRetry, type Step } from '../model/step.ts';
import type { InsertedOrder } from '../store/insert-orders.ts';
import { createOrderInserter } from '../store/insert-orders.ts';
import { onceForEach } from '../store/sql-parts.ts';

const getStatement = onceForEach(({ name, table }: ResourceType) =>
  statement(
    `find-status-of-${name}`,
    { id: 'uuid', brokerId: 'uuid?' },
    `SELECT r.status, o.id AS "orderId", o.type AS "orderType"
    FROM ${table} r
    LEFT JOIN orders o ON o.resource_id = r.id AND o.resource_type = '${name}' AND o.is_open
    WHERE r.id = :id AND (:brokerId IS NULL OR r.broker_id = :brokerId)`,
  ),
);

/**
 * The status of a resource and its open order; undefined if it does not exist or belongs to another broker than
 * `brokerId`.
 */
export async function findResourceStatus(
  db: Pick<Db, 'query'>,
  resource: ResourceType,
  { id, brokerId }: { readonly id: string; readonly brokerId: string | null },
): Promise<RowOf<ReturnType<typeof getStatement>> | undefined> {
  const [found] = await db.query(getStatement(resource), { id, brokerId });
  return found;
}

/** The actor that places an order: a caller with a key, or a scheduled job without one. */
export type OrderActor = Omit<Caller, 'keyId'> & { readonly keyId: string | null; readonly job?: JobName };

export interface OrderRequest {
  readonly orderType: OrderType;
  readonly caller: OrderActor;
  readonly resourceId: string;
  readonly correlationId: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Why it is placed; its events keep it. */
  readonly reason?: string | undefined;
  /**
   * The order does not start before this time, and its resource does not change before. A time in the past means now.
   */
  readonly notBefore?: Date | undefined;
}

export interface PlaceDeps {
  readonly db: Db;
  readonly notify: (wakeUps: readonly WakeUp[]) => void;
}

/**
 * Places an order with this id on its resource and notifies the workers after the commit. Returns the resource. Raises
 * not-found and invalid-status-transition, and conflict while another order is open on the resource.
 */
export async function placeOrder(
  { db, notify }: PlaceDeps,
  orderId: string,
  request: OrderRequest,
): Promise<InsertedOrder> {
  const inserted = await insertOrExplain(db, orderId, request);
  reachCrashPoint('after-placing');
  // The sweep wakes a scheduled order up at its time.
  if (!inserted.isScheduled) {
    db.afterCommit(() => {
      reachCrashPoint('before-notify');
      notify([{ orderId, epoch: 0 }]);
    });
  }
  return inserted;
}

/** How often an order is tried whose resource changes each time while its statement waits for the lock. */
const attemptLimit = 5;

async function insertOrExplain(db: Db, orderId: string, request: OrderRequest): Promise<InsertedOrder> {
  const { resource } = request.orderType;
  const insertOrder = createOrderInserter(db, resource);
  const insertion = buildInsertion(orderId, request);
  for (let attempt = 1; attempt <= attemptLimit; attempt += 1) {
    const inserted = await insertOrder(insertion).catch((error) => rethrowOpenOrderConflict(error, resource));
    if (inserted) return inserted;
    const rejection = await findRejection(db, request);
    if (rejection) throw rejection;
  }
  throw openOrderConflict(resource);
}

/** Builds the values of an order to insert. */
export function buildInsertion(
  orderId: string,
  { orderType, caller, resourceId, correlationId, input = {}, metadata = {}, reason, notBefore }: OrderRequest,
): OrderInsertion {
  const { change, resource } = orderType;
  const pendingStatus = 'pendingStatus' in change && change.request !== 'create' ? change.pendingStatus : null;
  return {
    orderId,
    type: orderType.code,
    typeVersion: orderType.version,
    resourceId,
    brokerId: caller.brokerId,
    allowedStatuses: listAllowedStatuses(orderType),
    pendingStatus,
    statusEventType: (pendingStatus && resource.statusEvents[pendingStatus]) ?? null,
    correlationId,
    keyId: caller.keyId,
    job: caller.keyId === null ? (caller.job ?? null) : null,
    input,
    // The interface has no member for it.
    metadata: notBefore ? { ...metadata, notBefore: notBefore.toISOString() } : metadata,
    reason: reason ?? null,
    notBefore: notBefore?.toISOString() ?? null,
    traceParent: traceParent(),
    steps: orderType.steps.map(toStepRow),
  };
}

/** The statuses of a resource in which the order type is allowed. */
export function listAllowedStatuses({ change, resource }: OrderType): readonly string[] {
  if ('allowedStatuses' in change) return change.allowedStatuses;
  return change.request === 'create' ? [change.pendingStatus] : resource.lifecycle.getSources(change.request);
}

function toStepRow({ code, action, retry = defaultRetry }: Step, position: number) {
  return { position, code, action, attempts: retry.attempts };
}

/**
 * Two concurrent requests that do not change the resource's status are separated by the unique index. After its error a
 * database transaction allows no more queries, so the conflict cannot name the other order.
 */
function rethrowOpenOrderConflict(error: unknown, resource: ResourceType): never {
  if (!isUniqueViolation(error, 'one_open_order_per_resource')) throw error;
  throw openOrderConflict(resource);
}

/** Returns what rejects the order; undefined if nothing does, because the resource has changed since. */
async function findRejection(db: Db, { caller, resourceId, orderType }: OrderRequest): Promise<Error | undefined> {
  const { resource, change } = orderType;
  const found = await findResourceStatus(db, resource, { id: resourceId, brokerId: caller.brokerId });
  if (!found) return resource.notFound(resourceId);
  const { status, orderId, orderType: openType } = found;
  const isAllowed = listAllowedStatuses(orderType).includes(status);
  if (isAllowed && orderId === null) return undefined;
  // A repeated request gets invalid-status-transition, because the resource is already changing. Another request gets
  // the open-order conflict.
  if (orderId !== null && (isAllowed || openType !== orderType.code)) return openOrderConflict(resource, orderId);
  return invalidStatusTransition({
    resource: { type: resource.name, id: resourceId },
    currentStatus: status,
    requested: change.request,
    allowed: resource.lifecycle.getRequests(status),
    orderId: orderId ?? undefined,
  });
}

const openOrderConflict = ({ name }: ResourceType, orderId?: string) =>
  conflict(`Another order is open on this ${name}.`, { code: 'open-order', ...(orderId && { orderId }) });
