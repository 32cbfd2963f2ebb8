import type { OrderStatus } from '@linework/schemas/orders/order.lifecycle';
import type { OrderType } from '../../src/orders/order-type.ts';
import type { PlacedTestOrder } from './placed-order.ts';

/** The positions of the steps that call another system. */
export const listCallPositions = ({ steps }: OrderType): readonly number[] => steps.flatMap(({ kind }, position) => (kind === 'external' ? [position] : []));

/** Whether there is no way back any more once the step at this position has started. */
export const isPastPointOfNoReturnAt = ({ steps }: OrderType, position: number): boolean =>
  steps.slice(0, position + 1).some(({ pointOfNoReturn }) => pointOfNoReturn);

/** How an order ends whose step at this position gave up. */
export function expectedFailureStatus(orderType: OrderType, position: number): OrderStatus {
  return orderType.onFailure === 'rollback' && !isPastPointOfNoReturnAt(orderType, position) ? 'ROLLED_BACK' : 'FAILED';
}

/** What the line is called when its order has come to this end. */
export function expectedLineStatus({ line: transition }: OrderType, { line }: PlacedTestOrder, end: OrderStatus): string {
  if ('allowedStatuses' in transition) return line.status;
  if (end === 'ROLLED_BACK' || end === 'CANCELLED') return transition.compensatedStatus ?? line.status;
  if (end !== 'COMPLETED') return transition.failureStatus;
  return typeof transition.successStatus === 'string' ? transition.successStatus : transition.successStatus.otherwise;
}

/** The keys of the undos to be called when the step at this position is the last that started, newest first. */
export function expectedUndoKeys(orderType: OrderType, { keys }: PlacedTestOrder, position: number): readonly string[] {
  return listCallPositions(orderType)
    .filter((at) => at <= position && 'undo' in (orderType.steps[at] ?? {}))
    .map((at) => keys[at]?.undo as string)
    .toReversed();
}
