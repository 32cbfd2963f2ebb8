import type { OrderStatus } from '@linework/schemas/lifecycles/order.lifecycle';
import { isResourceMoved } from '../model/order-snapshot.ts';
import type { StatusChange } from '../model/order-type.ts';
import type { StepContext } from '../model/step-context.ts';
import { mayHaveEffect } from './decide-next-move.ts';
import type { TransitionDraft } from './transition-draft.ts';

const compensatedStatuses: readonly OrderStatus[] = ['ROLLED_BACK', 'ROLLBACK_FAILED', 'CANCELLED', 'CANCEL_FAILED'];

/**
 * Settles an order and gives its resource the status that the order type declares for this result. A compensated order
 * leaves the resource and its claims as they are if another order has moved the resource.
 */
export function settleOrder(draft: TransitionDraft, status: OrderStatus): void {
  const { context, type } = draft.order();
  const isCompensated = status === 'ROLLED_BACK' || status === 'CANCELLED';
  const endsCompensation = compensatedStatuses.includes(status);
  if (endsCompensation) skipStepsWithoutEffect(draft);
  draft.moveOrder(status);
  if (endsCompensation && isResourceMoved(draft.order())) return;
  if (isCompensated) draft.apply(type.whenUndone?.(context) ?? []);
  if ('allowedStatuses' in type.change) return;
  if (status === 'COMPLETED') draft.moveResource(getSuccessStatus(type.change, context));
  else draft.moveResource(isCompensated ? getCompensatedStatus(type.change, context) : type.change.failureStatus);
}

function getSuccessStatus({ successStatus }: StatusChange, { input }: StepContext): string {
  if (typeof successStatus === 'string') return successStatus;
  return input[successStatus.inputName] === true ? successStatus.ifRequested : successStatus.otherwise;
}

/** The status of the resource after its order is compensated. */
export function getCompensatedStatus(
  { compensatedStatus, failureStatus }: StatusChange,
  { previousStatus }: StepContext,
): string {
  return compensatedStatus ?? previousStatus ?? failureStatus;
}

/** Skips the steps that never ran, were refused or never reached their system. They have nothing to undo. */
export function skipStepsWithoutEffect(draft: TransitionDraft): void {
  for (const step of draft.order().steps) {
    const { position, status } = step;
    if ((status === 'PENDING' || status === 'FAILED') && !mayHaveEffect(step))
      draft.moveStep(position, { to: 'SKIPPED' });
  }
}
