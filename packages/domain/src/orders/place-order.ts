import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { isUniqueViolation } from '@linework/db/errors';
import { conflict, invalidStatusTransition } from '@linework/problem-details/make-problem';
import { lineStatusEvents } from '@linework/schemas/events';
import type { JobName } from '@linework/schemas/jobs';
import type { Line } from '@linework/schemas/lines/line';
import { type LineStatus, lineLifecycle } from '@linework/schemas/lines/line.lifecycle';
import { v7 as newId } from 'uuid';
import type { ClaimRequest } from '../inventory/allocate-claim.ts';
import { claimResources } from '../inventory/claim-resources.ts';
import { noSuchLine } from '../lines/find-line.ts';
import { showLine } from '../lines/show-line.ts';
import { visibleTo } from '../visible-to.ts';
import type { WakeUp } from './advance-order.ts';
import { reachCrashPoint } from './crash-points.ts';
import { createOrderInserter, type OrderInsertion } from './insert-orders.ts';
import type { OrderType } from './order-type.ts';
import { defaultRetry, type Step } from './step.ts';

/** Who orders: a caller, or a job, without a key, because something has come to its time. */
type OrderActor = Omit<Caller, 'keyId'> & { readonly keyId: string | null; readonly job?: JobName };

export interface OrderRequest {
  readonly orderType: OrderType;
  readonly caller: OrderActor;
  readonly lineId: string;
  readonly correlationId: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The order waits until then, and so does its line. A time in the past is now. */
  readonly notBefore?: Date | undefined;
  /** For an order type that claims resources: which, and where from. */
  readonly claims?: readonly ClaimRequest[];
}

export interface PlacedOrder {
  readonly orderId: string;
  readonly line: Line;
}

export interface PlaceDeps {
  readonly db: Db;
  readonly notify: (rings: readonly WakeUp[]) => void;
}

/**
 * Places an order on a line, with the resources that it claims, and once that is committed rings for it. Raises not-found,
 * invalid-status-transition, or conflict while another order is at work on the line or a resource is not to be had.
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

/** The same under an id that is settled, for whoever has claimed its resources before. */
export async function placeOnLine({ db, notify }: PlaceDeps, orderId: string, request: OrderRequest): Promise<PlacedOrder> {
  const record = await createOrderInserter(db)(buildInsertion(orderId, request)).catch(rethrowOpenOrderConflict);
  if (!record) throw await explainRejection(db, request);
  reachCrashPoint('after-placing');
  // The sweep rings for an order that waits, when its time has come.
  if (!record.isScheduled) {
    db.afterCommit(() => {
      reachCrashPoint('before-notify');
      notify([{ orderId, epoch: 0 }]);
    });
  }
  return { orderId, line: showLine(record) };
}

/** What is to be written for a request, under this id. */
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
    // An order has no member of its own for it.
    metadata: notBefore ? { ...metadata, notBefore: notBefore.toISOString() } : metadata,
    notBefore: notBefore?.toISOString() ?? null,
    steps: orderType.steps.map(toStepRow),
  };
}

/** The statuses of a line in which this may be ordered. */
export function listAllowedStatuses({ line }: OrderType): readonly LineStatus[] {
  if ('allowedStatuses' in line) return line.allowedStatuses;
  return line.request === 'create' ? [line.pendingStatus] : lineLifecycle.getSources(line.request);
}

function toStepRow({ code, action, retry = defaultRetry }: Step, position: number) {
  return { position, code, action, attempts: retry.attempts };
}

/** Two requests at once that both leave the line in its status meet at the index; inside a transaction no more can be asked then. */
function rethrowOpenOrderConflict(error: unknown): never {
  if (!isUniqueViolation(error, 'one_open_order_per_line')) throw error;
  throw openOrderConflict();
}

async function explainRejection(db: Db, { caller, lineId, orderType }: OrderRequest): Promise<Error> {
  const line = await db.prisma.line.findFirst({
    where: { id: lineId, ...visibleTo(caller) },
    select: { status: true, orders: { where: { isOpen: true }, select: { id: true, type: true } } },
  });
  if (!line) return noSuchLine(lineId);
  const status = line.status as LineStatus;
  const [open] = line.orders;
  // Asked for the same once more, the line is on its way there; asked for anything else, it has to be waited for.
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

const openOrderConflict = (orderId?: string) => conflict('Another order is at work on this line.', { code: 'open-order', ...(orderId && { orderId }) });
