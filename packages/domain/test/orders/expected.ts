import type { OrderStatus } from '@linework/schemas/orders/order.lifecycle';
import type { OrderType } from '../../src/orders/order-type.ts';
import type { OrderOnLine } from './order-on-line.ts';

/** The positions of the steps that call another system. */
export const callsOf = ({ steps }: OrderType): readonly number[] => steps.flatMap(({ kind }, position) => (kind === 'external' ? [position] : []));

/** Whether there is no way back any more once the step at this position has started. */
export const noReturnAt = ({ steps }: OrderType, position: number): boolean => steps.slice(0, position + 1).some(({ pointOfNoReturn }) => pointOfNoReturn);

/** How an order ends whose step at this position gave up. */
export function endOfFailure(orderType: OrderType, position: number): OrderStatus {
  return orderType.onFailure === 'rollback' && !noReturnAt(orderType, position) ? 'ROLLED_BACK' : 'FAILED';
}

/** What the line is called when its order has come to this end. */
export function lineAfter({ line: course }: OrderType, { line }: OrderOnLine, end: OrderStatus): string {
  if ('stays' in course) return line.status;
  if (end === 'ROLLED_BACK' || end === 'CANCELLED') return course.undone ?? line.status;
  if (end !== 'COMPLETED') return course.failed;
  return typeof course.done === 'string' ? course.done : course.done.otherwise;
}

/** The keys of the undos to be called when the step at this position is the last that started, newest first. */
export function undosFrom(orderType: OrderType, { keys }: OrderOnLine, position: number): readonly string[] {
  return callsOf(orderType)
    .filter((at) => at <= position && 'undo' in (orderType.steps[at] ?? {}))
    .map((at) => keys[at]?.undo as string)
    .toReversed();
}
