import type { OrderStatus } from '@linework/schemas/lifecycles/order.lifecycle';
import type { PlacedTestOrder } from './placed-order.ts';
import type { TestOrderType } from './test-engine.ts';

/** The positions of the steps that call another system. */
export const listCallPositions = ({ steps }: TestOrderType): readonly number[] =>
  steps.flatMap(({ kind }, position) => (kind === 'external' ? [position] : []));

/** Whether the order is past the point of no return after the step at this position has started. */
export const isPastPointOfNoReturnAt = ({ steps }: TestOrderType, position: number): boolean =>
  steps.slice(0, position + 1).some(({ pointOfNoReturn }) => pointOfNoReturn);

/** The status of an order whose step at this position failed. */
export function expectedFailureStatus(orderType: TestOrderType, position: number): OrderStatus {
  return orderType.onFailure === 'rollback' && !isPastPointOfNoReturnAt(orderType, position) ? 'ROLLED_BACK' : 'FAILED';
}

/** The status of the line after its order has settled with this status. */
export function expectedLineStatus({ change }: TestOrderType, { line }: PlacedTestOrder, end: OrderStatus): string {
  if ('allowedStatuses' in change) return line.status;
  if (end === 'ROLLED_BACK' || end === 'CANCELLED') return change.compensatedStatus ?? line.status;
  if (end !== 'COMPLETED') return change.failureStatus;
  return typeof change.successStatus === 'string' ? change.successStatus : change.successStatus.otherwise;
}

/** The keys of the expected undo calls, newest first, if the step at this position is the last that started. */
export function expectedUndoKeys(
  orderType: TestOrderType,
  { keys }: PlacedTestOrder,
  position: number,
): readonly string[] {
  return listCallPositions(orderType)
    .filter((at) => at <= position && 'undo' in (orderType.steps[at] ?? {}))
    .map((at) => keys[at]?.undo as string)
    .toReversed();
}
