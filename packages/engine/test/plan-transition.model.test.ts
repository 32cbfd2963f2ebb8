import { orderLifecycle } from '@linework/schemas/lifecycles/order.lifecycle';
import type { TestSystems } from '@linework/testing/engine/test-engine';
import { runsOf } from '@linework/testing/run/sample';
import { takesLong } from '@linework/testing/run/takes-long';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planCancel } from '../src/commands/cancel-order.ts';
import { planClose } from '../src/commands/close-order.ts';
import { planRetry } from '../src/commands/retry-order.ts';
import { planRollback } from '../src/commands/rollback-order.ts';
import { planSkip } from '../src/commands/skip-step.ts';
import { type OrderSnapshot, toStepViews } from '../src/model/order-snapshot.ts';
import { defineLocalStep, type Step } from '../src/model/step.ts';
import { isPastPointOfNoReturn } from '../src/planning/decide-next-move.ts';
import type { Outcome } from '../src/planning/outcome.ts';
import { planFinalAcquisition, planTransition, type StepTask } from '../src/planning/plan-transition.ts';
import { createOrderModel, type OrderModel } from './order-model.ts';
import { externalStep, testOrderType } from './support/test-order-types.ts';

takesLong('many-cases');

const settings = { leaseMs: 10_000, chance: 0.5, unavailableLimitMs: 1_000 };
const acquisitionLimit = 6;
const fault = { code: 'x', detail: 'x' };
const outcomes = {
  done: { outcome: 'done' },
  transient: { outcome: 'transient', error: fault },
  refused: { outcome: 'refused', error: fault },
  unavailable: { outcome: 'unavailable', error: fault, mayHaveTakenEffect: false },
  unanswered: { outcome: 'unavailable', error: fault, mayHaveTakenEffect: true },
  accepted: { outcome: 'accepted', reference: 'r', pollInMs: 1, deadlineMs: 1_000 },
} as const;
const commands = {
  cancel: planCancel,
  retry: (order: OrderSnapshot) => planRetry(order),
  rollback: planRollback,
  close: (order: OrderSnapshot) => planClose(order, 'any'),
  skip: (order: OrderSnapshot) =>
    planSkip(order, { position: order.steps.findIndex(({ status }) => status === 'FAILED') }, 'any'),
} as const;
const requests = Object.keys(commands) as (keyof typeof commands)[];
const isRequest = (what: string): what is keyof typeof commands => what in commands;

const step = fc.record({
  external: fc.boolean(),
  pointOfNoReturn: fc.boolean(),
  attempts: fc.integer({ min: 1, max: 3 }),
});
const orderType = fc
  .record({
    steps: fc.array(step, { minLength: 1, maxLength: 4 }),
    onFailure: fc.constantFrom('halt' as const, 'rollback' as const),
    stays: fc.boolean(),
  })
  .map(({ steps, onFailure, stays }) =>
    testOrderType(
      'MODEL',
      onFailure,
      steps.map(buildStep) as [Step<TestSystems>, ...Step<TestSystems>[]],
      stays ? { request: 'swap', allowedStatuses: ['ACTIVE'] } : undefined,
    ),
  );

interface StepTraits {
  readonly external: boolean;
  readonly pointOfNoReturn: boolean;
  readonly attempts: number;
}

function buildStep({ external, pointOfNoReturn, attempts }: StepTraits, index: number): Step<TestSystems> {
  const overrides = { pointOfNoReturn, retry: { attempts, firstBackoffMs: 1, backoffLimitMs: 1 } };
  if (external) return externalStep(`S${index}`, overrides);
  return defineLocalStep({ code: `S${index}`, action: 'test', ...overrides, effects: () => [], undo: () => [] });
}

const action = fc.oneof(
  fc.record({
    what: fc.constantFrom(
      'done',
      'transient',
      'refused',
      'unavailable',
      'unanswered',
      'accepted',
      'lose',
    ) as fc.Arbitrary<keyof typeof outcomes | 'lose'>,
    worker: fc.nat(3),
  }),
  fc.record({
    what: fc.constantFrom('wake-up' as const, 'sweep' as const, 'deadline' as const, ...requests),
    worker: fc.constant(0),
  }),
);

interface Worker {
  order: OrderSnapshot;
  lease: 'acquire' | 'renew';
}

/** The time that is left is that of the last read: the deadline may pass while a worker polls. */
const withoutTimeLeft = (order: unknown): unknown =>
  JSON.parse(JSON.stringify(order, (name, value) => (name === 'leftMs' ? undefined : value)));

/** The loop of `createOrderAdvancer` with the model instead of the database. Returns the worker if it is in a call. */
function advance(model: OrderModel, from: Worker, first: Outcome | null): Worker | undefined {
  let { order, lease } = from;
  let outcome = first;
  for (let turn = 0; turn < 20; turn += 1) {
    const plan =
      lease === 'acquire' && order.acquisitions >= acquisitionLimit
        ? planFinalAcquisition(order, settings)
        : planTransition(order, outcome, lease, settings);
    if (!model.write(plan.transition)) {
      if (model.order().epoch !== order.epoch || !model.isOpen()) return undefined;
      order = model.order();
      continue;
    }
    expect(withoutTimeLeft(plan.orderAfter)).toEqual(withoutTimeLeft(model.order()));
    order = plan.orderAfter;
    lease = 'renew';
    if (plan.followUp === 'dead-letter') outcome = { outcome: 'dead-lettered', error: fault };
    else if (plan.followUp === 'replan') outcome = null;
    else if (plan.followUp === 'settled' || plan.followUp === 'wait-for-system' || 'waitMs' in plan.followUp)
      return undefined;
    else {
      beginTask(model, plan.followUp, order);
      return { order, lease };
    }
  }
  throw new Error('the worker does not stop');
}

function beginTask(model: OrderModel, task: StepTask, order: OrderSnapshot): void {
  // The undo of a local step has no work outside the next transition.
  if (order.type.steps[task.position]?.kind === 'external' || task.kind === 'undo') model.begin(task);
}

function acquire(model: OrderModel): Worker[] {
  if (!model.isOpen() || model.order().epoch <= model.order().acquiredEpoch) return [];
  const worker = advance(model, { order: model.order(), lease: 'acquire' }, null);
  return worker ? [worker] : [];
}

/** Makes the request if the order allows it, and returns whether it did. */
function ask(model: OrderModel, request: keyof typeof commands): boolean {
  const order = model.order();
  if (!orderLifecycle.getRequests(order.status).includes(request)) return false;
  if ((request === 'cancel' || request === 'rollback') && isPastPointOfNoReturn(toStepViews(order))) return false;
  // The order was dead-lettered between two attempts, so no step has failed that could be skipped.
  if (request === 'skip' && order.steps.every(({ status }) => status !== 'FAILED')) return false;
  expect(model.write(commands[request](order))).toBe(true);
  return true;
}

describe('an order, after any sequence of actions,', () => {
  it('makes only allowed moves and settles', () => {
    fc.assert(
      fc.property(orderType, fc.boolean(), fc.array(action, { maxLength: 40 }), (type, waits, actions) => {
        const model = createOrderModel(type, waits);
        let isClosed = false;
        let workers: Worker[] = [];
        for (const { what, worker: at } of actions) {
          if (what === 'wake-up') workers.push(...acquire(model));
          else if (what === 'deadline') model.passDeadline();
          else if (what === 'sweep') {
            if (model.isOpen()) model.requeue();
            workers.push(...acquire(model));
          } else if (isRequest(what)) isClosed = (ask(model, what) && what === 'close') || isClosed;
          else {
            const worker = workers[at];
            if (!worker) continue;
            workers = workers.filter((other) => other !== worker);
            const continuing = what === 'lose' ? undefined : advance(model, worker, outcomes[what]);
            if (continuing) workers.push(continuing);
          }
        }
        // From here on there are no failures, and lost workers stay lost.
        for (let round = 0; round < 40 && model.isOpen(); round += 1) {
          model.requeue();
          for (let [worker] = acquire(model); worker; worker = advance(model, worker, outcomes.done) as Worker);
        }
        expect(model.isOpen()).toBe(false);
        const { status, steps, context } = model.order();
        if (status === 'COMPLETED')
          expect(steps.every((one) => one.status === 'SUCCESS' || one.status === 'SKIPPED')).toBe(true);
        if (!isClosed && (status === 'CANCELLED' || status === 'ROLLED_BACK')) {
          expect(steps.every((one) => one.status === 'ROLLED_BACK' || one.status === 'SKIPPED')).toBe(true);
          expect(context.resource.status).toBe(context.previousStatus);
        }
      }),
      { numRuns: runsOf(3_000) },
    );
  });
});
