import { invalidStatusTransition, notFound } from '@linework/problem-details/make-problem';
import { type ChangeOrderDeps, changeOrder, type OrderChange } from './change-order.ts';
import { draftOf } from './draft.ts';
import { declarationOf, type OrderAtHand, type StepAtHand } from './order-at-hand.ts';
import type { Progress } from './progress.ts';
import { stepId as idOf } from './step-id.ts';

interface Skip extends OrderChange {
  readonly stepId: string;
  readonly reason: string;
}

/**
 * Goes on with an order that FAILED, without the step that failed. What the step has left behind is the operator's business from
 * then on: it is not undone with the others. Raises not-found and invalid-status-transition.
 */
export function skipStep(deps: ChangeOrderDeps, { stepId, reason, ...change }: Skip) {
  return changeOrder(deps, { ...change, reason, request: 'skip' }, (order) => planSkip(order, failedStep(order, stepId), reason));
}

function failedStep({ steps, known: { orderId } }: OrderAtHand, id: string): StepAtHand {
  const step = steps.find(({ position }) => idOf(orderId, position) === id);
  if (!step) throw notFound(`There is no step ${id} in order ${orderId}.`);
  if (step.status === 'FAILED') return step;
  throw invalidStatusTransition({ resource: { type: 'order-step', id }, currentStatus: step.status, requested: 'skip', allowed: [] });
}

/** What a skip writes. Pure. */
export function planSkip(order: OrderAtHand, { position }: Pick<StepAtHand, 'position'>, reason: string): Progress {
  const { type, known } = order;
  const draft = draftOf(order);
  draft.moveStep(position, { to: 'SKIPPED' });
  const details = { stepId: idOf(known.orderId, position), orderTypeStepCode: `${type.code}.${declarationOf(order, position).code}`, reason };
  draft.emit({ type: 'order.step-skipped', resourceType: 'order', resourceId: known.orderId, details });
  if ('meanwhile' in type.line) draft.moveLine(type.line.meanwhile);
  draft.moveOrder('IN_PROGRESS');
  return draft.finish({ hold: 'release', due: { inMs: 5_000 }, notBeforeMs: null, stepEnded: true });
}
