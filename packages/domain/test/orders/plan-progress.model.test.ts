import { orderLifecycle } from '@linework/schemas/orders/order.lifecycle';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/orders/apply-outcome.ts';
import { planCancel } from '../../src/orders/cancel-order.ts';
import { planClose } from '../../src/orders/close-order.ts';
import { isPastNoReturn } from '../../src/orders/next-move.ts';
import { type OrderAtHand, stepViews } from '../../src/orders/order-at-hand.ts';
import { planLastTake, planProgress, type Work } from '../../src/orders/plan-progress.ts';
import { planRetry } from '../../src/orders/retry-order.ts';
import { planRollback } from '../../src/orders/rollback-order.ts';
import { planSkip } from '../../src/orders/skip-step.ts';
import { defineLocalStep, type Step } from '../../src/orders/step.ts';
import { type OrderModel, orderModel } from './order-model.ts';
import { callsOut, orderTypeOf } from './test-order-types.ts';

const settings = { leaseMs: 10_000, chance: 0.5, awayLimitMs: 1_000 };
const takeLimit = 6;
const fault = { code: 'x', detail: 'x' };
const outcomes = {
  done: { outcome: 'done' },
  passing: { outcome: 'passing', error: fault },
  refused: { outcome: 'refused', error: fault },
  away: { outcome: 'away', error: fault, mayHaveTakenEffect: false },
  silent: { outcome: 'away', error: fault, mayHaveTakenEffect: true },
} as const;
const asked = {
  cancel: planCancel,
  retry: (order: OrderAtHand) => planRetry(order),
  rollback: planRollback,
  close: (order: OrderAtHand) => planClose(order, 'any'),
  skip: (order: OrderAtHand) => planSkip(order, { position: order.steps.findIndex(({ status }) => status === 'FAILED') }, 'any'),
} as const;
const requests = Object.keys(asked) as (keyof typeof asked)[];
const isRequest = (what: string): what is keyof typeof asked => what in asked;

const step = fc.record({ external: fc.boolean(), pointOfNoReturn: fc.boolean(), attempts: fc.integer({ min: 1, max: 3 }) });
const orderType = fc
  .record({ steps: fc.array(step, { minLength: 1, maxLength: 4 }), onFailure: fc.constantFrom('halt' as const, 'rollback' as const), stays: fc.boolean() })
  .map(({ steps, onFailure, stays }) =>
    orderTypeOf('MODEL', onFailure, steps.map(stepOf) as [Step, ...Step[]], stays ? { request: 'swap', stays: ['ACTIVE'] } : undefined),
  );

interface StepTraits {
  readonly external: boolean;
  readonly pointOfNoReturn: boolean;
  readonly attempts: number;
}

function stepOf({ external, pointOfNoReturn, attempts }: StepTraits, at: number): Step {
  const more = { pointOfNoReturn, retry: { attempts, firstBackoffMs: 1, mostBackoffMs: 1 } };
  if (external) return callsOut(`S${at}`, more);
  return defineLocalStep({ code: `S${at}`, action: 'test', ...more, changes: () => [], undo: () => [] });
}

const happening = fc.oneof(
  fc.record({
    what: fc.constantFrom('done', 'passing', 'refused', 'away', 'silent', 'lose') as fc.Arbitrary<keyof typeof outcomes | 'lose'>,
    worker: fc.nat(3),
  }),
  fc.record({
    what: fc.constantFrom('ring' as const, 'sweep' as const, ...requests),
    worker: fc.constant(0),
  }),
);

interface Worker {
  order: OrderAtHand;
  hold: 'take' | 'keep';
}

/** The loop of `orderAdvancer`, with the model in the place of the database. Answers the worker in a call, or nothing. */
function goOn(model: OrderModel, from: Worker, first: Outcome | null): Worker | undefined {
  let { order, hold } = from;
  let outcome = first;
  for (let turn = 0; turn < 20; turn += 1) {
    const plan = hold === 'take' && order.takes >= takeLimit ? planLastTake(order, settings) : planProgress(order, outcome, hold, settings);
    if (!model.write(plan.progress)) {
      if (model.order().run !== order.run || !model.isAtWork()) return undefined;
      order = model.order();
      continue;
    }
    expect(plan.next).toEqual(model.order());
    order = plan.next;
    hold = 'keep';
    if (plan.whatNext === 'park') outcome = { outcome: 'parked', error: fault };
    else if (plan.whatNext === 'plan-again') outcome = null;
    else if (plan.whatNext === 'rest' || plan.whatNext === 'wait-for-system' || 'waitMs' in plan.whatNext) return undefined;
    else {
      begin(model, plan.whatNext, order);
      return { order, hold };
    }
  }
  throw new Error('a worker goes round and round');
}

function begin(model: OrderModel, work: Work, order: OrderAtHand): void {
  // A local step is undone in the statement that follows.
  if (order.type.steps[work.position]?.kind === 'external' || work.kind === 'undo') model.begin(work);
}

function take(model: OrderModel): Worker[] {
  if (!model.isAtWork() || model.order().run <= model.order().takenRun) return [];
  const worker = goOn(model, { order: model.order(), hold: 'take' }, null);
  return worker ? [worker] : [];
}

/** Asks for it where it may be asked for, and answers whether it was. */
function ask(model: OrderModel, request: keyof typeof asked): boolean {
  const order = model.order();
  if (!orderLifecycle.requestsFrom(order.status).includes(request)) return false;
  if ((request === 'cancel' || request === 'rollback') && isPastNoReturn(stepViews(order))) return false;
  // Parked between two attempts: nothing has failed that could be skipped.
  if (request === 'skip' && order.steps.every(({ status }) => status !== 'FAILED')) return false;
  expect(model.write(asked[request](order))).toBe(true);
  return true;
}

describe('an order, whatever happens to it in whatever order,', () => {
  it('makes listed moves only and comes to rest', () => {
    fc.assert(
      fc.property(orderType, fc.boolean(), fc.array(happening, { maxLength: 40 }), (type, waits, happenings) => {
        const model = orderModel(type, waits);
        let isClosed = false;
        let workers: Worker[] = [];
        for (const { what, worker: at } of happenings) {
          if (what === 'ring') workers.push(...take(model));
          else if (what === 'sweep') {
            if (model.isAtWork()) model.rering();
            workers.push(...take(model));
          } else if (isRequest(what)) isClosed = (ask(model, what) && what === 'close') || isClosed;
          else {
            const worker = workers[at];
            if (!worker) continue;
            workers = workers.filter((other) => other !== worker);
            const goesOn = what === 'lose' ? undefined : goOn(model, worker, outcomes[what]);
            if (goesOn) workers.push(goesOn);
          }
        }
        // From here on nothing goes wrong, and whoever was lost stays lost.
        for (let round = 0; round < 40 && model.isAtWork(); round += 1) {
          model.rering();
          for (let [worker] = take(model); worker; worker = goOn(model, worker, outcomes.done) as Worker);
        }
        expect(model.isAtWork()).toBe(false);
        const { status, steps, known } = model.order();
        if (status === 'COMPLETED') expect(steps.every((one) => one.status === 'SUCCESS' || one.status === 'SKIPPED')).toBe(true);
        if (!isClosed && (status === 'CANCELLED' || status === 'ROLLED_BACK')) {
          expect(steps.every((one) => one.status === 'ROLLED_BACK' || one.status === 'SKIPPED')).toBe(true);
          expect(known.line?.status).toBe(known.cameFrom);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});
