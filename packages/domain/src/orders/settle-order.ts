import type { LineStatus } from '@linework/schemas/lines/line.lifecycle';
import type { OrderStatus } from '@linework/schemas/orders/order.lifecycle';
import { mayHaveEffect } from './decide-next-move.ts';
import type { StatusTransition } from './order-type.ts';
import type { StepContext } from './step-context.ts';
import type { TransitionDraft } from './transition-draft.ts';

const compensatedStatuses: readonly OrderStatus[] = ['ROLLED_BACK', 'ROLLBACK_FAILED', 'CANCELLED', 'CANCEL_FAILED'];

/** Brings an order to rest, and its line to where the order type says that it is then. */
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

/** Where the line is once its order is undone. */
export function getCompensatedStatus({ compensatedStatus, failureStatus }: StatusTransition, { previousStatus }: StepContext): LineStatus {
  return compensatedStatus ?? previousStatus ?? failureStatus;
}

/** Skips what never ran, what was refused and what never reached its system: it has nothing to undo. */
export function skipStepsWithoutEffect(draft: TransitionDraft): void {
  for (const step of draft.order().steps) {
    const { position, status } = step;
    if ((status === 'PENDING' || status === 'FAILED') && !mayHaveEffect(step)) draft.moveStep(position, { to: 'SKIPPED' });
  }
}
