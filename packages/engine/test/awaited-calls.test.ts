import type { TestSystems } from '@linework/testing/engine/test-engine';
import { describe, expect, it } from 'vitest';
import { runStep } from '../src/execution/run-step.ts';
import type { OrderSnapshot } from '../src/model/order-snapshot.ts';
import type { Accepted } from '../src/model/step.ts';
import { decideAwaitedCall } from '../src/planning/apply-outcome.ts';
import type { LiveOutcome } from '../src/planning/outcome.ts';
import { createOrderModel } from './order-model.ts';
import { externalStep, testOrderType } from './support/test-order-types.ts';

const accepted: Accepted = { accepted: 'r', pollInMs: 10, deadlineMs: 1_000 };

describe('a step whose system has accepted the call', () => {
  it.each(['execute', 'undo'] as const)('is polled, and not called again (%s)', async (kind) => {
    const calls: string[] = [];
    const step = externalStep('A', {
      execute: async ({ key }) => void calls.push(`execute ${key}`),
      undo: async ({ key }) => void calls.push(`undo ${key}`),
      poll: async ({ key, reference }) => {
        calls.push(`poll of ${reference} for ${key}`);
        return accepted;
      },
    });
    const order = createOrderModel(testOrderType('AWAITED', 'rollback', [step])).order();
    const outcome = await runStep<TestSystems>(
      order as OrderSnapshot<TestSystems>,
      { kind, position: 0, isResumed: true, reference: 'r' },
      { systems: {} as TestSystems, stepTimeoutMs: 1_000, leaseLeftMs: () => 10_000 },
    );
    expect(outcome).toMatchObject({ outcome: 'accepted', reference: 'r' });
    expect(calls).toEqual([`poll of r for order-1:${kind}`]);
  });
});

describe('a poll of an accepted call', () => {
  const error = { code: 'x', detail: 'x' };
  const pending: LiveOutcome = { outcome: 'accepted', reference: 'r', pollInMs: 10, deadlineMs: 1_000 };
  const unavailable: LiveOutcome = { outcome: 'unavailable', error, mayHaveTakenEffect: true };
  const late = { outcome: 'transient', error: { code: 'not-done-in-time' } };

  it.each<[string, number, LiveOutcome, object]>([
    ['goes on if the call is not done before the deadline', 1, pending, pending],
    [
      'is repeated if it failed before the deadline',
      1,
      { outcome: 'transient', error },
      { ...pending, pollInMs: 2_000, deadlineMs: 1, error },
    ],
    ['fails the attempt if the call is not done at the deadline', 0, pending, late],
    ['fails the attempt if it failed after the deadline', -1, { outcome: 'transient', error }, late],
    ['ends the step if the call is done, also after the deadline', -1, { outcome: 'done' }, { outcome: 'done' }],
    [
      'ends the attempt if the call is refused, also after the deadline',
      -1,
      { outcome: 'refused', error },
      { outcome: 'refused', error },
    ],
    ['waits for a system that is unavailable, also after the deadline', -1, unavailable, unavailable],
  ])('%s', (_name, leftMs, outcome, expected) => {
    const [step] = createOrderModel(testOrderType('AWAITED', 'halt', [externalStep('A')])).order().steps;
    if (!step) throw new Error('The order has no step.');
    expect(decideAwaitedCall({ ...step, awaited: { reference: 'r', leftMs } }, outcome)).toMatchObject(expected);
  });
});
