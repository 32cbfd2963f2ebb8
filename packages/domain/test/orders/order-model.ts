import { lineLifecycle } from '@linework/schemas/lines/line.lifecycle';
import { atWork, orderLifecycle } from '@linework/schemas/orders/order.lifecycle';
import { orderStepLifecycle } from '@linework/schemas/orders/order-step.lifecycle';
import { isPastNoReturn, mayHaveEffect } from '../../src/orders/next-move.ts';
import { type OrderAtHand, stepViews } from '../../src/orders/order-at-hand.ts';
import type { OrderType } from '../../src/orders/order-type.ts';
import type { Work } from '../../src/orders/plan-progress.ts';
import type { Progress } from '../../src/orders/progress.ts';

/** What `recordProgress` and the database do, in the memory of a test: the fence, the listed moves and the limits. */
export interface OrderModel {
  order(): OrderAtHand;
  /** False when the order has moved on; raises what the database would refuse. */
  write(progress: Progress): boolean;
  /** The sweep: a new run for an order that is due. */
  rering(): void;
  /** Raises when this work may not be begun as the order stands. */
  begin(work: Work): void;
  isAtWork(): boolean;
}

function insist(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** An order as it is placed; one that waits for its time has left its line where it was. */
export function orderModel(type: OrderType, waits = false): OrderModel {
  let order = bornOrder(type, waits);

  function write(progress: Progress): boolean {
    if (progress.run !== order.run || progress.from !== order.status) return false;
    insist(progress.to === order.status || orderLifecycle.mayMove(order.status, progress.to), `order from ${order.status} to ${progress.to}`);
    insist((progress.due !== null) === (atWork as readonly string[]).includes(progress.to), `due while ${progress.to}`);
    const run = order.run + (progress.hold === 'keep' ? 0 : 1);
    order = {
      ...order,
      status: progress.to,
      run,
      takenRun: progress.hold === 'take' ? run : order.takenRun,
      takes: (progress.stepEnded ? 0 : order.takes) + (progress.hold === 'take' ? 1 : 0) - (progress.isAway ? 1 : 0),
      steps: order.steps.map((step) => movedStep(step, progress)),
      known: { ...order.known, line: movedLine(order.known.line, progress) },
    };
    return true;
  }

  return {
    order: () => order,
    write,
    rering() {
      order = { ...order, run: order.run + 1 };
    },
    begin: ({ kind, position }) => {
      const later = order.steps.slice(position + 1);
      const step = order.steps[position];
      if (kind === 'execute') {
        insist(step?.status === 'RUNNING', `execute of a step that is ${step?.status}`);
        insist(order.status === 'IN_PROGRESS', `execute while the order is ${order.status}`);
        insist(
          order.steps.slice(0, position).every(({ status }) => status === 'SUCCESS' || status === 'SKIPPED'),
          'execute before the steps before it',
        );
        return;
      }
      insist(step?.status === 'ROLLING_BACK', `undo of a step that is ${step?.status}`);
      insist(
        later.every((one) => !mayHaveEffect(one)),
        'undo before a newer one',
      );
      insist(!isPastNoReturn(stepViews(order)), 'undo past the point of no return');
    },
    isAtWork: () => (atWork as readonly string[]).includes(order.status),
  };
}

function movedStep(step: OrderAtHand['steps'][number], { steps }: Progress): OrderAtHand['steps'][number] {
  const wanted = steps.filter(({ position }) => position === step.position);
  insist(wanted.length < 2, 'a step is written twice');
  const [move] = wanted;
  if (!move) return step;
  insist(move.from === step.status, `a step is ${step.status} and not ${move.from}`);
  insist(move.from === move.to || orderStepLifecycle.mayMove(move.from, move.to), `step from ${move.from} to ${move.to}`);
  const attempt = step.attempt + move.attempts;
  const undoAttempt = step.undoAttempt + move.undoAttempts;
  const attemptLimit = step.attemptLimit + move.granted;
  const undoAttemptLimit = step.undoAttemptLimit + move.undoGranted;
  const refusedAttempts = move.refusedAttempts ?? step.refusedAttempts;
  insist(refusedAttempts <= attempt, 'more attempts refused than made');
  insist(attempt <= attemptLimit && undoAttempt <= undoAttemptLimit, 'attempts beyond their limit');
  return {
    ...step,
    status: move.to,
    attempt,
    attemptLimit,
    undoAttempt,
    undoAttemptLimit,
    refusedAttempts,
    error: 'error' in move ? (move.error ?? null) : step.error,
  };
}

function movedLine(line: OrderAtHand['known']['line'], { lineMoves, orderId }: Progress): OrderAtHand['known']['line'] {
  insist(lineMoves.length < 2, 'a line is written twice');
  const [move] = lineMoves;
  if (!move || !line) return line;
  insist(move.from === line.status, `the line of ${orderId} is ${line.status} and not ${move.from}`);
  insist(lineLifecycle.mayMove(move.from, move.to), `line from ${move.from} to ${move.to}`);
  return { ...line, status: move.to };
}

function bornOrder(type: OrderType, waits: boolean): OrderAtHand {
  const status = waits || 'stays' in type.line ? 'ACTIVE' : type.line.meanwhile;
  const line = { id: 'line', status, msisdn: '', iccid: '', imsi: '' };
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
  }));
  const known = { orderId: 'order', brokerId: 'broker', input: {}, cameFrom: 'ACTIVE' as const, line };
  return { type, status: 'PENDING', run: 0, takenRun: -1, takes: 0, inputRevision: 0, tooEarly: false, waitingSince: new Date(0), away: null, known, steps };
}
