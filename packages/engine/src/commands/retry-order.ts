import { isDeepStrictEqual } from 'node:util';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { listedErrorsLimit } from '@linework/http/limits';
import { bodyErrors } from '@linework/http/request/field-errors';
import { maskLine } from '@linework/log/mask-line';
import { invalidStatusTransition, unprocessableValues } from '@linework/problem-details/make-problem';
import { eventType } from '@linework/schemas/events';
import { orderLifecycle } from '@linework/schemas/lifecycles/order.lifecycle';
import { getRetryPolicy, type OrderSnapshot } from '../model/order-snapshot.ts';
import type { Transition } from '../model/transition.ts';
import { draftTransition } from '../planning/transition-draft.ts';
import { type ChangeOrderDeps, changeOrder, type OrderChange } from './change-order.ts';

type Input = Readonly<Record<string, unknown>>;

/** The changed members and their values before and after, masked as in the log. */
interface InputAmendment {
  readonly members: readonly string[];
  readonly from: Input;
  readonly to: Input;
}

const amendInputStatement = statement(
  'amend-input',
  { orderId: 'uuid', data: 'jsonb' },
  'UPDATE orders SET input = :data, input_revision = input_revision + 1 WHERE id = :orderId',
);

/**
 * Replaces the input of a failed order and returns the difference. The caller has locked the order. Raises
 * invalid-status-transition when the order is not FAILED, because an undo needs the input that the step was executed
 * with. Raises validation-error (422) with every invalid member.
 */
async function amendInput(
  tx: Pick<Db, 'query'>,
  { type, status, context }: OrderSnapshot,
  newInput: Input,
): Promise<InputAmendment> {
  if (status !== 'FAILED') {
    const resource = { type: 'order', id: context.orderId };
    throw invalidStatusTransition({
      resource,
      currentStatus: status,
      requested: 'retry with input',
      allowed: orderLifecycle.getRequests(status),
    });
  }
  const parsed = type.input.safeParse(newInput);
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => ({ ...issue, path: ['input', ...issue.path] }));
    throw unprocessableValues(bodyErrors(issues, { input: newInput }).slice(0, listedErrorsLimit), {
      code: 'invalid-input',
    });
  }
  await tx.query(amendInputStatement, { orderId: context.orderId, data: parsed.data });
  return diffInputs(context.input, parsed.data);
}

function diffInputs(before: Input, after: Input): InputAmendment {
  const members = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !isDeepStrictEqual(before[name], after[name]))
    .toSorted();
  return { members, from: maskMembers(before, members), to: maskMembers(after, members) };
}

/** Masks by member name and by value, so the names have to be in the text that is masked. */
function maskMembers(input: Input, members: readonly string[]): Input {
  const selected = Object.fromEntries(members.flatMap((name) => (name in input ? [[name, input[name]]] : [])));
  return JSON.parse(maskLine(JSON.stringify(selected)));
}

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
