import { type OrderActor, type PlaceDeps, placeOrder as placeOnResource } from '@linework/engine/commands/place-order';
import type { InsertedOrder } from '@linework/engine/store/insert-orders';
import type { ClaimRequest } from '@linework/inventory/line-resources/allocate-claim';
import { claimResources } from '@linework/inventory/line-resources/claim-resources';
import type { Line } from '@linework/schemas/lines/line';
import { v7 as newId } from 'uuid';
import type { LineOrderType } from '../order-types/line-order-type.ts';
import { type LineRecord, printLine } from '../records/find-line.ts';

export interface LineOrderRequest {
  readonly orderType: LineOrderType;
  readonly caller: OrderActor;
  readonly lineId: string;
  readonly correlationId: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Why it is placed; its events keep it. */
  readonly reason?: string | undefined;
  /** The order does not start before this time, and its line does not change before. A time in the past means now. */
  readonly notBefore?: Date | undefined;
  /** For an order type that claims resources: the resources to claim and their sources. */
  readonly claims?: readonly ClaimRequest[];
}

export interface PlacedOrder {
  readonly orderId: string;
  readonly line: Line;
}

/**
 * Places an order on a line, claims its resources and notifies the workers after the commit. Raises not-found and
 * invalid-status-transition. Raises conflict while another order is open on the line or if a resource is not available.
 */
export function placeOrder({ db, notify }: PlaceDeps, request: LineOrderRequest): Promise<PlacedOrder> {
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
export async function placeOnLine(
  deps: PlaceDeps,
  orderId: string,
  { lineId, ...request }: LineOrderRequest,
): Promise<PlacedOrder> {
  const inserted = await placeOnResource(deps, orderId, { ...request, resourceId: lineId });
  return { orderId, line: printLine(inserted as InsertedOrder & LineRecord) };
}
