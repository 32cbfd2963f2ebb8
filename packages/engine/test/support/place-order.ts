import { aLine } from '@linework/testing/a-line';
import { aCallerOf } from '@linework/testing/callers';
import type { PlaceTestOrder, TestOrderType } from '@linework/testing/engine/test-engine';
import { v7 as newId } from 'uuid';
import { type OrderActor, type PlaceDeps, placeOrder as placeOnResource } from '../../src/commands/place-order.ts';

export interface TestOrderRequest {
  readonly orderType: TestOrderType;
  readonly caller: OrderActor;
  readonly lineId: string;
  readonly correlationId: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly notBefore?: Date | undefined;
}

/** Places an order on a line of the tests. */
export async function placeOrder(
  deps: PlaceDeps,
  { lineId, ...request }: TestOrderRequest,
): Promise<{ readonly orderId: string }> {
  const orderId = newId();
  await placeOnResource(deps, orderId, { ...request, resourceId: lineId });
  return { orderId };
}

/** Places an order on a new line that has no number and no SIM in the inventory. */
export const placeOnNewLine: PlaceTestOrder = async (orderType, engine, status, notBefore) => {
  const line = await aLine(engine.db, status);
  const caller = aCallerOf({ id: line.brokerId });
  const { orderId } = await placeOrder(engine.deps, {
    orderType,
    caller,
    lineId: line.id,
    correlationId: 'c',
    notBefore,
  });
  return { orderId, line };
};
