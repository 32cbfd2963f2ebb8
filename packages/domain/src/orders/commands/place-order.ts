import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { isUniqueViolation } from '@linework/db/errors';
import type { ClaimRequest } from '@linework/inventory/line-resources/allocate-claim';
import { claimResources } from '@linework/inventory/line-resources/claim-resources';
import { visibleTo } from '@linework/lists/visible-to';
import { conflict, invalidStatusTransition } from '@linework/problem-details/make-problem';
import { lineStatusEvents } from '@linework/schemas/events';
import type { JobName } from '@linework/schemas/jobs';
import type { Line } from '@linework/schemas/lines/line';
import { type LineStatus, lineLifecycle } from '@linework/schemas/lines/line.lifecycle';
import { v7 as newId } from 'uuid';
import { lineNotFound } from '../../lines/find-line.ts';
import { showLine } from '../../lines/show-line.ts';
import type { WakeUp } from '../execution/advance-order.ts';
import { reachCrashPoint } from '../model/crash-points.ts';
import type { OrderType } from '../model/order-type.ts';
import { defaultRetry, type Step } from '../model/step.ts';
import { createOrderInserter, type OrderInsertion } from '../store/insert-orders.ts';

/** The actor that places an order: a caller with a key, or a scheduled job without one. */
type OrderActor = Omit<Caller, 'keyId'> & { readonly keyId: string | null; readonly job?: JobName };

export interface OrderRequest {
  readonly orderType: OrderType;
  readonly caller: OrderActor;
  readonly lineId: string;
  readonly correlationId: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The order does not start before this time, and its line does not change before. A time in the past means now. */
  readonly notBefore?: Date | undefined;
  /** For an order type that claims resources: the resources to claim and their sources. */
  readonly claims?: readonly ClaimRequest[];
}

export interface PlacedOrder {
  readonly orderId: string;
  readonly line: Line;
}

export interface PlaceDeps {
  readonly db: Db;
  readonly notify: (wakeUps: readonly WakeUp[]) => void;
}

/**
 * Places an order on a line, claims its resources and notifies the workers after the commit. Raises not-found and
 * invalid-status-transition. Raises conflict while another order is open on the line or if a resource is not available.
 */
export function placeOrder({ db, notify }: PlaceDeps, request: OrderRequest): Promise<PlacedOrder> {
  const { claims: claimRequests, caller } = request;
  const orderId = newId();
  if (!claimRequests) return placeOnLine({ db, notify }, orderId, request);
  return db.transaction(async (tx) => {
    const placed = await placeOnLine({ db: tx, notify }, orderId, request);
    await claimResources(tx, { orderId, brokerId: placed.line.brokerId, keyId: caller.keyId, requests: claimRequests });
    return placed;
  });
}

/** Places an order with an id that the caller has chosen, because the caller has already claimed resources under it. */
export async function placeOnLine({ db, notify }: PlaceDeps, orderId: string, request: OrderRequest): Promise<PlacedOrder> {
  const record = await createOrderInserter(db)(buildInsertion(orderId, request)).catch(rethrowOpenOrderConflict);
  if (!record) throw await explainRejection(db, request);
  reachCrashPoint('after-placing');
  // The sweep wakes a scheduled order up at its time.
  if (!record.isScheduled) {
    db.afterCommit(() => {
      reachCrashPoint('before-notify');
      notify([{ orderId, epoch: 0 }]);
    });
  }
  return { orderId, line: showLine(record) };
}

/** Builds the values of an order to insert. */
export function buildInsertion(
  orderId: string,
  { orderType, caller, lineId, correlationId, input = {}, metadata = {}, notBefore }: OrderRequest,
): OrderInsertion {
  const { line } = orderType;
  const pendingStatus = 'pendingStatus' in line && line.request !== 'create' ? line.pendingStatus : null;
  return {
    orderId,
    type: orderType.code,
    typeVersion: orderType.version,
    lineId,
    brokerId: caller.brokerId,
    allowedLineStatuses: listAllowedStatuses(orderType),
    pendingStatus,
    lineEventType: pendingStatus && lineStatusEvents[pendingStatus],
    correlationId,
    keyId: caller.keyId,
    job: caller.keyId === null ? (caller.job ?? null) : null,
    input,
    // The interface has no member for it.
    metadata: notBefore ? { ...metadata, notBefore: notBefore.toISOString() } : metadata,
    notBefore: notBefore?.toISOString() ?? null,
    steps: orderType.steps.map(toStepRow),
  };
}

/** The statuses of a line in which the order type is allowed. */
export function listAllowedStatuses({ line }: OrderType): readonly LineStatus[] {
  if ('allowedStatuses' in line) return line.allowedStatuses;
  return line.request === 'create' ? [line.pendingStatus] : lineLifecycle.getSources(line.request);
}

function toStepRow({ code, action, retry = defaultRetry }: Step, position: number) {
  return { position, code, action, attempts: retry.attempts };
}

/**
 * Two concurrent requests that do not change the line's status are separated by the unique index. After its error a database
 * transaction allows no more queries, so the conflict cannot name the other order.
 */
function rethrowOpenOrderConflict(error: unknown): never {
  if (!isUniqueViolation(error, 'one_open_order_per_line')) throw error;
  throw openOrderConflict();
}

async function explainRejection(db: Db, { caller, lineId, orderType }: OrderRequest): Promise<Error> {
  const line = await db.prisma.line.findFirst({
    where: { id: lineId, ...visibleTo(caller) },
    select: { status: true, orders: { where: { isOpen: true }, select: { id: true, type: true } } },
  });
  if (!line) return lineNotFound(lineId);
  const status = line.status as LineStatus;
  const [open] = line.orders;
  // A repeated request gets invalid-status-transition, because the line is already changing. Another request gets the open-order conflict.
  if (listAllowedStatuses(orderType).includes(status) || (open && open.type !== orderType.code)) return openOrderConflict(open?.id);
  const { request } = orderType.line;
  return invalidStatusTransition({
    resource: { type: 'line', id: lineId },
    currentStatus: status,
    requested: request,
    allowed: lineLifecycle.getRequests(status),
    orderId: open?.id,
  });
}

const openOrderConflict = (orderId?: string) => conflict('Another order is open on this line.', { code: 'open-order', ...(orderId && { orderId }) });
