import { eventType } from '@linework/schemas/events';
import { getRetryPolicy, type OrderSnapshot } from '../model/order-snapshot.ts';
import type { Transition } from '../model/transition.ts';
import { draftTransition } from '../planning/transition-draft.ts';
import { amendInput, type InputAmendment } from './amend-input.ts';
import { type ChangeOrderDeps, changeOrder, type OrderChange } from './change-order.ts';

interface RetryCommand extends OrderChange {
  /** Replaces the input with which the order was placed. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Continues an order that stopped, from the failed step and with the full number of attempts. A FAILED order continues
 * forwards; an order whose compensation failed continues to compensate. Raises not-found and invalid-status-transition,
 * and validation-error with every invalid member of the input.
 */
export function retryOrder(deps: ChangeOrderDeps, { input, ...change }: RetryCommand) {
  return changeOrder(deps, { ...change, request: 'retry' }, async (order, tx) => {
    return planRetry(order, input && (await amendInput(tx, order, input)));
  });
}

/** Plans the transition of a retry. Pure. @internal */
export function planRetry(order: OrderSnapshot, amendment?: InputAmendment): Transition {
  const draft = draftTransition(order);
  if (amendment)
    draft.emit({
      type: eventType('order.input_corrected'),
      resourceType: 'order',
      resourceId: order.context.orderId,
      details: { ...amendment },
    });
  for (const { position, status, attempt, attemptLimit, undoAttempt, undoAttemptLimit } of order.steps) {
    const { attempts } = getRetryPolicy(order, position);
    if (status === 'FAILED' && order.status === 'FAILED')
      draft.moveStep(position, { to: 'PENDING', granted: attempt + attempts - attemptLimit });
    if (status === 'ROLLBACK_FAILED')
      draft.moveStep(position, { to: 'ROLLING_BACK', undoGranted: undoAttempt + attempts - undoAttemptLimit });
  }
  if (order.status === 'FAILED' && 'pendingStatus' in order.type.change)
    draft.moveResource(order.type.change.pendingStatus);
  draft.moveOrder(
    order.status === 'FAILED' ? 'IN_PROGRESS' : order.status === 'ROLLBACK_FAILED' ? 'ROLLING_BACK' : 'CANCELLING',
  );
  // `stepEnded` resets the count of acquisitions, so that a poison order gets a new chance.
  return draft.build({ lease: 'release', due: { inMs: 5_000 }, notBeforeMs: null, stepEnded: true });
}
