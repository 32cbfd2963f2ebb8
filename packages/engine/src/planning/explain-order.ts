import {
  type OrderRequest,
  type OrderStatus,
  orderLifecycle,
  unresolvedStatuses,
} from '@linework/schemas/lifecycles/order.lifecycle';
import { findFailedStep } from '../model/engine-observer.ts';
import {
  getStepDeclaration,
  type OrderSnapshot,
  type StepSnapshot,
  toOrderView,
  toStepViews,
} from '../model/order-snapshot.ts';
import { findPauseOfMove, type Pause, type Pauses } from '../model/pause.ts';
import { decideNextMove } from './decide-next-move.ts';
import { hasLostResource, listAllowedRequests } from './list-allowed-requests.ts';

/** What the snapshot of an order does not have, by the clock of the database. */
export interface OrderTimes {
  readonly now: Date;
  /** The end of the lease of an order that is held; otherwise when the sweep reads it. Null if it has settled. */
  readonly dueAt: Date | null;
  readonly notBefore: Date | null;
  readonly supersededBy: string | null;
  /** The pauses of now. */
  readonly pauses: Pauses;
}

/** The step that comes next, or that stopped the order. */
export interface ExplainedStep {
  readonly position: number;
  readonly kind: 'execute' | 'undo';
  /** The attempt that runs or comes next. For a failed step the last one. */
  readonly attempt: number;
  readonly attemptLimit: number;
}

/**
 * What an order waits for: `call` is one that its system has accepted, `start` the time that its client asked for,
 * `decision` one of a person.
 */
type AwaitedThing = 'worker' | 'start' | 'back-off' | 'system' | 'call' | 'pause' | 'decision';

export interface Explanation {
  readonly isHeld: boolean;
  readonly waitsFor: AwaitedThing | null;
  /**
   * When the wait ends, or the order is read again; the end of the lease of an order that is held. Null if nobody
   * knows.
   */
  readonly waitsUntil: Date | null;
  readonly step: ExplainedStep | null;
  /** The pause that stops the step. */
  readonly pause?: Pause | undefined;
  readonly sentence: string;
}

/** Explains why an order stands where it stands, by the function that decides its next move. Pure. */
export function explainOrder(order: OrderSnapshot, times: OrderTimes): Explanation {
  const move = decideNextMove(toOrderView(order), toStepViews(order));
  if (move.move === 'settled') return explainSettled(order, times);
  const step = 'position' in move ? findStep(order, move.position, move.move) : null;
  if (order.epoch === order.acquiredEpoch) return explainHeld(order, step, times);
  const pause = findPauseOfMove(order, move, times.pauses);
  return pause ? explainPaused(order, step, pause) : explainWaiting(order, step, times);
}

function findStep(order: OrderSnapshot, position: number, kind: 'execute' | 'undo'): ExplainedStep {
  const { status, attempt = 0, attemptLimit = 0, undoAttempt = 0, undoAttemptLimit = 0 } = order.steps[position] ?? {};
  if (kind === 'undo') return { position, kind, attempt: undoAttempt + 1, attemptLimit: undoAttemptLimit };
  return { position, kind, attempt: status === 'RUNNING' ? attempt : attempt + 1, attemptLimit };
}

function explainSettled(order: OrderSnapshot, { supersededBy }: OrderTimes): Explanation {
  const { status } = order;
  const base = { isHeld: false, waitsFor: null, waitsUntil: null, step: null };
  if (!(unresolvedStatuses as readonly string[]).includes(status))
    return { ...base, sentence: `The order ${endings[status] ?? toWords(status)}.` };
  const failed = findFailedStep(order);
  const step = failed ? toFailedStep(failed) : null;
  const because = failed
    ? `${describeStep(order, step)} ended with ${failed.error?.code ?? 'poison'}`
    : 'no worker could start it';
  const stands = `The order ${endings[status] ?? toWords(status)}, because ${because}.`;
  if (supersededBy !== null)
    return { ...base, step, sentence: `${stands} Order ${supersededBy} has superseded it, so it needs no decision.` };
  const { type, status: movedTo } = order.context.resource;
  const moved = hasLostResource(order) ? ` Its ${type} has become ${movedTo} since.` : '';
  const requests = listAllowedRequests(order, null).map((request) => requestWords[request]);
  return {
    ...base,
    waitsFor: 'decision',
    step,
    sentence: `${stands}${moved} It waits for a decision: ${listChoices(requests)}.`,
  };
}

/** The statuses of a settled order as a sentence has them. Codes are in the other members of the explanation. */
const endings: Readonly<Partial<Record<OrderStatus, string>>> = {
  COMPLETED: 'is completed: every step is done or was skipped',
  FAILED: 'has failed',
  ROLLED_BACK: `is rolled back: ${orderLifecycle.meanings.ROLLED_BACK}`,
  ROLLBACK_FAILED: 'could not be rolled back',
  CANCELLED: `is ${orderLifecycle.meanings.CANCELLED}`,
  CANCEL_FAILED: 'could not be cancelled',
};

const requestWords: Readonly<Record<OrderRequest, string>> = {
  retry: 'retry it',
  skip: 'skip the step',
  rollback: 'roll it back',
  cancel: 'cancel it',
  close: 'close it',
};

const listChoices = (texts: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(texts);

/** `SUSPEND_NETWORK` is `suspend network`. */
const toWords = (code: string): string => code.toLowerCase().replaceAll('_', ' ');

function toFailedStep({
  position,
  status,
  attempt,
  attemptLimit,
  undoAttempt,
  undoAttemptLimit,
}: StepSnapshot): ExplainedStep {
  if (status === 'ROLLBACK_FAILED')
    return { position, kind: 'undo', attempt: undoAttempt, attemptLimit: undoAttemptLimit };
  return { position, kind: 'execute', attempt, attemptLimit };
}

/**
 * The epoch of an order that a worker has acquired is that of its acquisition, until the worker or the sweep gives it
 * another one.
 */
function explainHeld(order: OrderSnapshot, step: ExplainedStep | null, { now, dueAt }: OrderTimes): Explanation {
  const task = describeStep(order, step);
  if (dueAt !== null && dueAt > now) {
    return {
      isHeld: true,
      waitsFor: null,
      waitsUntil: dueAt,
      step,
      sentence: `A worker is at ${task} and holds the order until ${showTime(dueAt)}.`,
    };
  }
  const ended = `The lease of the worker that was at ${task} has ended.`;
  const sentence = `${ended} The next sweep gives the order to another worker.`;
  return { isHeld: false, waitsFor: 'worker', waitsUntil: null, step, sentence };
}

function explainPaused(order: OrderSnapshot, step: ExplainedStep | null, pause: Pause): Explanation {
  const sentence =
    `The order waits before ${describeStep(order, step)}, because an operator has paused the ` +
    `${describePauseTarget(pause)}. Nobody holds it.`;
  return { isHeld: false, waitsFor: 'pause', waitsUntil: null, step, pause, sentence };
}

/** `order type “line block”`, `step “suspend network”`, `system “network”`. */
const describePauseTarget = ({ kind, target }: Pause): string =>
  `${kind.replaceAll('-', ' ')} “${toWords(target.slice(target.lastIndexOf('.') + 1))}”`;

function explainWaiting(
  order: OrderSnapshot,
  step: ExplainedStep | null,
  { dueAt, notBefore }: OrderTimes,
): Explanation {
  const task = describeStep(order, step);
  const wait = (waitsFor: AwaitedThing, waitsUntil: Date | null, why: string): Explanation => {
    return { isHeld: false, waitsFor, waitsUntil, step, sentence: `The order waits ${why}. Nobody holds it.` };
  };
  const { awaited = null, error = null } = (step && order.steps[step.position]) ?? {};
  const again = dueAt ? `, and is tried again by ${showTime(dueAt)}` : '';
  if (order.unavailable !== null)
    return wait(
      'system',
      dueAt,
      `for ${describeSystem(order, step)}, which is unavailable since ` +
        `${showTime(order.unavailable.since)}${again}, with ${task}`,
    );
  if (awaited !== null)
    return wait(
      'call',
      dueAt,
      `for ${describeSystem(order, step)} to finish ${task}, accepted as ${awaited.reference}`,
    );
  if (order.isTooEarly && order.status === 'PENDING')
    return wait('start', notBefore, `until ${showTime(notBefore)}, the time for which it was placed`);
  if (order.isTooEarly)
    return wait(
      'back-off',
      notBefore,
      `until ${showTime(notBefore)} for ${task}, because of ${error?.code ?? 'an error'}`,
    );
  return wait('worker', null, `for a free worker, with ${task}`);
}

const showTime = (time: Date | null): string => time?.toISOString() ?? 'an unknown time';

/** The system of a step is the first part of its action: `network` of `network.suspend`. */
function findSystem(order: OrderSnapshot, position: number): string {
  return getStepDeclaration(order, position).action.split('.')[0] ?? '';
}

const describeSystem = (order: OrderSnapshot, step: ExplainedStep | null): string =>
  step ? `the ${findSystem(order, step.position)}` : 'a system';

function describeStep(order: OrderSnapshot, step: ExplainedStep | null): string {
  if (step === null) return 'its end';
  const { position, kind, attempt, attemptLimit } = step;
  const name = toWords(getStepDeclaration(order, position).code);
  return `attempt ${attempt} of ${attemptLimit} of ${kind === 'undo' ? 'the undo of ' : ''}the step “${name}”`;
}
