import { getStepDeclaration, type OrderSnapshot } from './order-snapshot.ts';

/** What stopped an order: the step, with the type of the order in front, and the code of its error. */
export interface OrderFailure {
  readonly step: string;
  readonly errorCode: string;
}

/**
 * What stopped an order that settled without success. Says the same as the table `order_failure`, which has the orders that need attention: an
 * undo that failed comes before the step that failed. An order that was stopped before any step started is poison.
 */
export function summarizeFailure(order: OrderSnapshot): OrderFailure {
  const { steps, type } = order;
  const failed =
    steps.findLast(({ status }) => status === 'ROLLBACK_FAILED') ?? steps.findLast(({ status }) => status === 'FAILED') ?? steps.findLast(hasError);
  if (!failed) return { step: 'none', errorCode: 'poison' };
  return { step: `${type.code}.${getStepDeclaration(order, failed.position).code}`, errorCode: failed.error?.code ?? 'poison' };
}

const hasError = ({ error }: OrderSnapshot['steps'][number]) => error !== null;
