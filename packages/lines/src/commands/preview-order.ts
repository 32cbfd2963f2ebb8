import type { Caller } from '@linework/auth/caller';
import type { PlaceDeps } from '@linework/engine/commands/place-order';
import { findOrder } from '@linework/engine/queries/find-order';
import type { ClaimRequest } from '@linework/inventory/line-resources/allocate-claim';
import type { Order } from '@linework/schemas/orders/order';
import type { OrderPreview } from '@linework/schemas/orders/order-preview';
import type { PreviewRequest } from '@linework/schemas/orders/orders.routes';
import { createLine } from '../commands/create-line.ts';
import { type PlacedOrder, placeOrder } from '../commands/place-order.ts';
import { activateLine } from '../order-types/activate-line.ts';
import { blockLine } from '../order-types/block-line.ts';
import { changeNumber } from '../order-types/change-number.ts';
import type { LineOrderType } from '../order-types/line-order-type.ts';
import { provisionLine } from '../order-types/provision-line.ts';
import { reconcileLine } from '../order-types/reconcile-line.ts';
import { swapSim } from '../order-types/swap-sim.ts';
import { terminateLine } from '../order-types/terminate-line.ts';
import { unblockLine } from '../order-types/unblock-line.ts';

const orderTypesOnLine = {
  LINE_BLOCK: blockLine,
  LINE_UNBLOCK: unblockLine,
  LINE_ACTIVATION: activateLine,
  LINE_TERMINATION: terminateLine,
  LINE_RECONCILE: reconcileLine,
  LINE_SIM_SWAP: swapSim,
  LINE_NUMBER_CHANGE: changeNumber,
} as const satisfies Readonly<
  Record<Exclude<PreviewRequest['type'], 'LINE_PROVISION' | 'LINE_HOLDER_CHANGE'>, LineOrderType>
>;

export interface PreviewInput {
  readonly caller: Caller;
  readonly correlationId: string;
  readonly request: PreviewRequest;
}

/**
 * Shows the order that the request would place. It places the order in a database transaction and rolls it back, so a
 * request that would be rejected raises the same problem here.
 */
export const previewOrder = (deps: PlaceDeps, input: PreviewInput): Promise<OrderPreview> =>
  previewPlacing(deps, input, (dryRun) => placePreviewed(dryRun, input));

/** The same for an order that another package places. */
export function previewPlacing(
  { db, notify }: PlaceDeps,
  input: PreviewInput,
  place: (deps: PlaceDeps) => Promise<PlacedOrder>,
): Promise<OrderPreview> {
  return db.dryRun(async (tx) => {
    const { orderId } = await place({ db: tx, notify });
    return showPreview(await findOrder(tx, { caller: input.caller, orderId }), input.request);
  });
}

function placePreviewed(deps: PlaceDeps, { request, ...context }: PreviewInput): Promise<PlacedOrder> {
  const { type, line, lineId, notBefore } = request;
  if (type === 'LINE_PROVISION') {
    const { customerId: holderId, ...newLine } = requireMember(line, 'line');
    return createLine(deps, { orderType: provisionLine, notBefore, ...context, holderId, ...newLine });
  }
  if (type === 'LINE_HOLDER_CHANGE') throw new Error('packages/subscriptions places this order');
  const claims = buildClaimRequests(request);
  return placeOrder(deps, {
    orderType: orderTypesOnLine[type],
    lineId: requireMember(lineId, 'lineId'),
    notBefore,
    ...context,
    ...(claims && { claims }),
  });
}

function buildClaimRequests({ sim, msisdn }: PreviewRequest): readonly ClaimRequest[] | undefined {
  if (sim !== undefined) return [{ type: 'SIM', from: sim }];
  return msisdn && [{ type: 'MSISDN', from: msisdn }];
}

/** Returns a member that the schema of the request has already required. */
export function requireMember<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`the preview request has no ${name}, although its schema requires it`);
  return value;
}

function showPreview(
  { type, resource, brokerId, externalCode, correlationId, input, metadata, steps }: Order,
  { lineId }: PreviewRequest,
): OrderPreview {
  const shownSteps = steps.map(({ orderTypeStepCode, actionCode }) => ({ orderTypeStepCode, actionCode }));
  return {
    type,
    ...(lineId !== undefined && { resource }),
    brokerId,
    externalCode,
    correlationId,
    input,
    metadata,
    steps: shownSteps,
  };
}
