import { invalidStatusTransition, notFound } from '@linework/problem-details/make-problem';
import { eventType } from '@linework/schemas/events';
import { getStepDeclaration, type OrderSnapshot, type StepSnapshot } from '../model/order-snapshot.ts';
import { stepId as idOf } from '../model/step.ts';
import type { Transition } from '../model/transition.ts';
import { draftTransition } from '../planning/transition-draft.ts';
import { type ChangeOrderDeps, changeOrder, type OrderChange } from './change-order.ts';

interface SkipStepCommand extends OrderChange {
  readonly stepId: string;
  readonly reason: string;
}

/**
 * Continues a FAILED order without the failed step. The skipped step is not undone with the others; the operator
 * handles the effects that it has left behind. Raises not-found and invalid-status-transition.
 */
export function skipStep(deps: ChangeOrderDeps, { stepId, reason, ...change }: SkipStepCommand) {
  return changeOrder(deps, { ...change, reason, request: 'skip' }, (order) =>
    planSkip(order, requireFailedStep(order, stepId), reason),
  );
}

function requireFailedStep({ steps, context: { orderId } }: OrderSnapshot, id: string): StepSnapshot {
  const step = steps.find(({ position }) => idOf(orderId, position) === id);
  if (!step) throw notFound(`There is no step ${id} in order ${orderId}.`);
  if (step.status === 'FAILED') return step;
  throw invalidStatusTransition({
    resource: { type: 'order-step', id },
    currentStatus: step.status,
    requested: 'skip',
    allowed: [],
  });
}

/** Plans the transition of a skip. Pure. @internal */
export function planSkip(
  order: OrderSnapshot,
  { position }: Pick<StepSnapshot, 'position'>,
  reason: string,
): Transition {
  const { type, context } = order;
  const draft = draftTransition(order);
  draft.moveStep(position, { to: 'SKIPPED' });
  const details = {
    stepId: idOf(context.orderId, position),
    orderTypeStepCode: `${type.code}.${getStepDeclaration(order, position).code}`,
    reason,
  };
  draft.emit({ type: eventType('order.step_skipped'), resourceType: 'order', resourceId: context.orderId, details });
  if ('pendingStatus' in type.change) draft.moveResource(type.change.pendingStatus);
  draft.moveOrder('IN_PROGRESS');
  return draft.build({ lease: 'release', due: { inMs: 5_000 }, notBeforeMs: null, stepEnded: true });
}
