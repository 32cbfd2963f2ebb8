import { getStepDeclaration, type OrderSnapshot } from './order-snapshot.ts';

/** The step that stopped an order, prefixed with the order type, and the code of its error. */
export interface OrderFailure {
  readonly step: string;
  readonly errorCode: string;
}

/**
 * Summarizes why an order settled without success, by the same rules as the trigger that writes `order_failure`. A
 * failed undo takes precedence over the failed step. An order that stopped before any step started is poison.
 */
export function summarizeFailure(order: OrderSnapshot): OrderFailure {
  const failed = findFailedStep(order);
  if (!failed) return { step: 'none', errorCode: 'poison' };
  return {
    step: `${order.type.code}.${getStepDeclaration(order, failed.position).code}`,
    errorCode: failed.error?.code ?? 'poison',
  };
}

/** The step that stopped an order; undefined if it stopped before any step started. */
export function findFailedStep({ steps }: OrderSnapshot): OrderSnapshot['steps'][number] | undefined {
  return (
    steps.findLast(({ status }) => status === 'ROLLBACK_FAILED') ??
    steps.findLast(({ status }) => status === 'FAILED') ??
    steps.findLast(hasError)
  );
}

const hasError = ({ error }: OrderSnapshot['steps'][number]) => error !== null;
