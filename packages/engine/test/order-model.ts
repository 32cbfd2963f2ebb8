import { type LineStatus, lineLifecycle } from '@linework/schemas/lifecycles/line.lifecycle';
import { openStatuses, orderLifecycle } from '@linework/schemas/lifecycles/order.lifecycle';
import { orderStepLifecycle } from '@linework/schemas/lifecycles/order-step.lifecycle';
import type { TestOrderType } from '@linework/testing/engine/test-engine';
import { type OrderSnapshot, toStepViews } from '../src/model/order-snapshot.ts';
import type { ResourceSnapshot } from '../src/model/step-context.ts';
import type { StepTransition, Transition } from '../src/model/transition.ts';
import { isPastPointOfNoReturn, mayHaveEffect } from '../src/planning/decide-next-move.ts';
import type { StepTask } from '../src/planning/plan-transition.ts';

/** A model of `commitTransition` and the database in memory: the fence, the allowed moves and the limits. */
export interface OrderModel {
  order(): OrderSnapshot;
  /** False on a fencing conflict; raises if the database would reject the transition. */
  write(transition: Transition): boolean;
  /** The sweep: a new epoch for an overdue order. */
  requeue(): void;
  /** The deadline of the awaited call passes. */
  passDeadline(): void;
  /** Raises if the task is not allowed in the current state of the order. */
  begin(task: StepTask): void;
  isOpen(): boolean;
}

function assertModel(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}

/** Creates a placed order. A scheduled order has not changed its line. */
export function createOrderModel(type: TestOrderType, isScheduled = false): OrderModel {
  let order = createPendingOrder(type, isScheduled);

  function write(transition: Transition): boolean {
    if (transition.epoch !== order.epoch || transition.from !== order.status) return false;
    assertModel(
      transition.to === order.status || orderLifecycle.canMove(order.status, transition.to),
      `order from ${order.status} to ${transition.to}`,
    );
    assertModel(
      (transition.due !== null) === (openStatuses as readonly string[]).includes(transition.to),
      `due while ${transition.to}`,
    );
    const epoch = order.epoch + (transition.lease === 'renew' ? 0 : 1);
    order = {
      ...order,
      status: transition.to,
      epoch,
      acquiredEpoch: transition.lease === 'acquire' ? epoch : order.acquiredEpoch,
      acquisitions:
        (transition.stepEnded ? 0 : order.acquisitions) +
        (transition.lease === 'acquire' ? 1 : 0) -
        (transition.isUnavailable ? 1 : 0),
      steps: order.steps.map((step) => applyStepTransition(step, transition)),
      context: { ...order.context, resource: applyResourceMove(order.context.resource, transition) },
    };
    return true;
  }

  return {
    order: () => order,
    write,
    requeue() {
      order = { ...order, epoch: order.epoch + 1 };
    },
    passDeadline() {
      order = {
        ...order,
        steps: order.steps.map((step) => ({ ...step, awaited: step.awaited && { ...step.awaited, leftMs: 0 } })),
      };
    },
    begin: ({ kind, position, reference }) => {
      const later = order.steps.slice(position + 1);
      const step = order.steps[position];
      if (kind === 'execute') {
        assertModel(step?.status === 'RUNNING', `execute of a step that is ${step?.status}`);
        assertModel(
          order.status === 'IN_PROGRESS' || reference !== undefined,
          `execute while the order is ${order.status}`,
        );
        assertModel(step?.awaited?.reference === reference, 'a call in place of a poll, or a poll of nothing');
        assertModel(
          order.steps.slice(0, position).every(({ status }) => status === 'SUCCESS' || status === 'SKIPPED'),
          'execute before the steps before it',
        );
        return;
      }
      assertModel(step?.status === 'ROLLING_BACK', `undo of a step that is ${step?.status}`);
      assertModel(step?.awaited?.reference === reference, 'an undo in place of a poll, or a poll of nothing');
      assertModel(
        later.every((one) => !mayHaveEffect(one)),
        'undo before a newer one',
      );
      assertModel(!isPastPointOfNoReturn(toStepViews(order)), 'undo past the point of no return');
    },
    isOpen: () => (openStatuses as readonly string[]).includes(order.status),
  };
}

function applyStepTransition(
  step: OrderSnapshot['steps'][number],
  { steps }: Transition,
): OrderSnapshot['steps'][number] {
  const transitions = steps.filter(({ position }) => position === step.position);
  assertModel(transitions.length < 2, 'a step is written twice');
  const [move] = transitions;
  if (!move) return step;
  assertModel(move.from === step.status, `a step is ${step.status} and not ${move.from}`);
  assertModel(
    move.from === move.to || orderStepLifecycle.canMove(move.from, move.to),
    `step from ${move.from} to ${move.to}`,
  );
  const attempt = step.attempt + move.attempts;
  const undoAttempt = step.undoAttempt + move.undoAttempts;
  const attemptLimit = step.attemptLimit + move.granted;
  const undoAttemptLimit = step.undoAttemptLimit + move.undoGranted;
  const refusedAttempts = move.refusedAttempts ?? step.refusedAttempts;
  assertModel(refusedAttempts <= attempt, 'more attempts refused than made');
  assertModel(attempt <= attemptLimit && undoAttempt <= undoAttemptLimit, 'attempts beyond their limit');
  return {
    ...step,
    status: move.to,
    attempt,
    attemptLimit,
    undoAttempt,
    undoAttemptLimit,
    refusedAttempts,
    error: 'error' in move ? (move.error ?? null) : step.error,
    awaited: applyAwaited(step, move),
    found: move.found === undefined ? step.found : move.found,
  };
}

function applyAwaited(
  step: OrderSnapshot['steps'][number],
  { awaited, to }: StepTransition,
): OrderSnapshot['steps'][number]['awaited'] {
  const after =
    awaited === undefined
      ? step.awaited
      : awaited && { reference: awaited.reference, leftMs: step.awaited?.leftMs ?? awaited.deadlineMs };
  assertModel(after === null || to === 'RUNNING' || to === 'ROLLING_BACK', `a step that is ${to} awaits a call`);
  return after;
}

function applyResourceMove(line: ResourceSnapshot, { resourceMoves, orderId }: Transition): ResourceSnapshot {
  assertModel(resourceMoves.length < 2, 'a line is written twice');
  const [move] = resourceMoves;
  if (!move) return line;
  assertModel(move.from === line.status, `the line of ${orderId} is ${line.status} and not ${move.from}`);
  assertModel(
    lineLifecycle.canMove(move.from as LineStatus, move.to as LineStatus),
    `line from ${move.from} to ${move.to}`,
  );
  return { ...line, status: move.to };
}

function createPendingOrder(type: TestOrderType, isScheduled: boolean): OrderSnapshot {
  const status = isScheduled || 'allowedStatuses' in type.change ? 'ACTIVE' : type.change.pendingStatus;
  const resource = { type: 'line', id: 'line', status, facts: { msisdn: '', iccid: '', imsi: '' } };
  const steps = type.steps.map(({ retry }, position) => ({
    id: `step-${position}`,
    position,
    status: 'PENDING' as const,
    attempt: 0,
    attemptLimit: retry?.attempts ?? 5,
    refusedAttempts: 0,
    undoAttempt: 0,
    undoAttemptLimit: retry?.attempts ?? 5,
    error: null,
    awaited: null,
    found: null,
  }));
  const context = { orderId: 'order', brokerId: 'broker', input: {}, previousStatus: 'ACTIVE', resource, facts: {} };
  return {
    type,
    status: 'PENDING',
    epoch: 0,
    acquiredEpoch: -1,
    acquisitions: 0,
    inputRevision: 0,
    isTooEarly: false,
    waitingSince: new Date(0),
    unavailable: null,
    context,
    steps,
  };
}
