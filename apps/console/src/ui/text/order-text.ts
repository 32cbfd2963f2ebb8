import type { Order, OrderStep } from '@linework/sdk';

const failedStatuses = ['FAILED', 'ROLLBACK_FAILED'];

export interface Failure {
  readonly step: string;
  readonly code: string;
  readonly detail: string;
}

/** The step that stopped an order, with its error; undefined if none has failed. */
export function findFailure({ failure, steps }: Pick<Order, 'failure' | 'steps'>): Failure | undefined {
  if (failure === null) return undefined;
  const failed =
    steps.find(({ status }) => failedStatuses.includes(status)) ?? steps.find(({ error }) => error !== null);
  if (failed === undefined) return undefined;
  return { step: failed.orderTypeStepCode, code: memberText(failed, 'code'), detail: memberText(failed, 'detail') };
}

function memberText({ error }: OrderStep, name: string): string {
  const value = error?.[name];
  return typeof value === 'string' ? value : '';
}

/** `LINE_BLOCK.SUSPEND_NETWORK` is `SUSPEND_NETWORK` beside an order of type `LINE_BLOCK`. */
export const shortStep = (code: string): string => code.slice(code.lastIndexOf('.') + 1);

/** The end of an id: the beginning is a time, which is the same for orders of the same moment. */
export const shortId = (id: string): string => `…${id.slice(-8)}`;
