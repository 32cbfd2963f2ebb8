import type { LineStatus } from '@linework/schemas/lines/line.lifecycle';
import type { OrderStatus } from '@linework/schemas/orders/order.lifecycle';
import type { StatusTransition } from '../model/order-type.ts';
import type { StepContext } from '../model/step-context.ts';
import { mayHaveEffect } from './decide-next-move.ts';
import type { TransitionDraft } from './transition-draft.ts';

const compensatedStatuses: readonly OrderStatus[] = ['ROLLED_BACK', 'ROLLBACK_FAILED', 'CANCELLED', 'CANCEL_FAILED'];

/** Settles an order and gives its line the status that the order type declares for this result. */
export function settleOrder(draft: TransitionDraft, status: OrderStatus): void {
  const { context, type } = draft.order();
  const isCompensated = status === 'ROLLED_BACK' || status === 'CANCELLED';
  if (compensatedStatuses.includes(status)) skipStepsWithoutEffect(draft);
  draft.moveOrder(status);
  if (isCompensated) draft.releaseClaims();
  if ('allowedStatuses' in type.line) return;
  if (status === 'COMPLETED') draft.moveLine(getSuccessStatus(type.line, context));
  else draft.moveLine(isCompensated ? getCompensatedStatus(type.line, context) : type.line.failureStatus);
}

function getSuccessStatus({ successStatus }: StatusTransition, { input }: StepContext): LineStatus {
  if (typeof successStatus === 'string') return successStatus;
  return input[successStatus.inputName] === true ? successStatus.ifRequested : successStatus.otherwise;
}

/** The status of the line after its order is compensated. */
export function getCompensatedStatus({ compensatedStatus, failureStatus }: StatusTransition, { previousStatus }: StepContext): LineStatus {
  return compensatedStatus ?? previousStatus ?? failureStatus;
}

/** Skips the steps that never ran, were refused or never reached their system. They have nothing to undo. */
export function skipStepsWithoutEffect(draft: TransitionDraft): void {
  for (const step of draft.order().steps) {
    const { position, status } = step;
    if ((status === 'PENDING' || status === 'FAILED') && !mayHaveEffect(step)) draft.moveStep(position, { to: 'SKIPPED' });
  }
}
