import type { TestOrderType, TestSystems } from '@linework/testing/engine/test-engine';
import {
  type Answer,
  defineExternalStep,
  defineLocalStep,
  type ExternalStep,
  type LocalStep,
  type Poll,
} from '../../src/model/step.ts';
import { PermanentError } from '../../src/model/system-errors.ts';
import { defineTestOrder, subscriberOf, type TestChange } from './test-resource.ts';

type TestStep = ExternalStep<TestSystems>;

const blockTransition = {
  request: 'block',
  pendingStatus: 'BLOCKING',
  successStatus: 'BLOCKED',
  failureStatus: 'BLOCKING_ERROR',
} as const;
const retry = { attempts: 3, firstBackoffMs: 10, backoffLimitMs: 20 };

/**
 * An external step for tests. When the network no longer knows an accepted call, the call is repeated under its key.
 */
export function externalStep(code: string, overrides: Partial<TestStep> = {}): TestStep {
  const step = {
    code,
    action: 'test.call',
    retry,
    execute: ({ context, systems, ...call }) =>
      systems.network.setServiceState(call, subscriberOf(context), 'suspended'),
    undo: ({ context, systems, ...call }) => systems.network.setServiceState(call, subscriberOf(context), 'active'),
    ...overrides,
  } satisfies Omit<TestStep, 'kind'>;
  return defineExternalStep<TestSystems>({ poll: (call) => pollAccepted(call, step), ...step });
}

async function pollAccepted(
  { reference, ...call }: Poll<TestSystems>,
  { execute, undo }: Pick<TestStep, 'execute' | 'undo'>,
): Answer {
  try {
    return await call.systems.network.poll?.(reference, call.signal);
  } catch (error) {
    if (!(error instanceof PermanentError)) throw error;
    return call.undoes === undefined ? execute(call) : undo?.(call);
  }
}

/** An external step that has nothing to undo. */
function externalStepWithoutUndo(code: string): TestStep {
  const { undo, ...step } = externalStep(code, { action: 'test.notify' });
  return step;
}

/** A local step that emits an event, and another one when it is undone. */
function eventStep(code: string): LocalStep {
  const event = (outcome: string) =>
    ({ effect: 'emit', type: 'line.changed', details: { code, outcome }, resourceType: 'line' }) as const;
  return defineLocalStep({
    code,
    action: 'test.write',
    effects: (context) => [{ ...event('done'), resourceId: context.resource.id }],
    undo: (context) => [{ ...event('undone'), resourceId: context.resource.id }],
  });
}

export function testOrderType(
  code: string,
  onFailure: TestOrderType['onFailure'],
  steps: TestOrderType['steps'],
  change: TestChange = blockTransition,
): TestOrderType {
  return defineTestOrder({ code, change, onFailure, steps });
}

/** A step of one call that sets the service state, as most orders on lines have. */
const setServiceState = (code: string, from: 'active' | 'suspended', to: 'active' | 'suspended') =>
  externalStep(code, {
    execute: ({ context, systems, ...call }) => systems.network.setServiceState(call, subscriberOf(context), to),
    undo: ({ context, systems, ...call }) => systems.network.setServiceState(call, subscriberOf(context), from),
  });

/** A local step that writes nothing. */
const localStep = (code: string) => defineLocalStep({ code, action: 'test.note', effects: () => [] });

export const blockLine = defineTestOrder({
  code: 'LINE_BLOCK',
  change: blockTransition,
  onFailure: 'halt',
  steps: [setServiceState('SUSPEND_NETWORK', 'active', 'suspended'), localStep('SUSPEND_RESOURCES')],
});
export const terminateLine = defineTestOrder({
  code: 'LINE_TERMINATION',
  change: {
    request: 'delete',
    pendingStatus: 'TERMINATING',
    successStatus: 'TERMINATED',
    failureStatus: 'TERMINATION_ERROR',
  },
  onFailure: 'halt',
  steps: [
    externalStep('REMOVE_FROM_NETWORK', {
      execute: ({ context, systems, ...call }) => systems.network.deleteSubscriber(call, subscriberOf(context)),
    }),
    localStep('RELEASE_RESOURCES'),
  ],
});

/**
 * Order types with all sequences of external and local steps, both failure policies, with and without a point of no
 * return.
 */
export const testOrderTypes = [
  testOrderType('TEST_HALT_ELE', 'halt', [externalStep('A'), eventStep('B'), externalStep('C')]),
  testOrderType('TEST_ROLLBACK_ELE', 'rollback', [externalStep('A'), eventStep('B'), externalStep('C')]),
  testOrderType('TEST_HALT_LEL', 'halt', [eventStep('A'), externalStep('B'), eventStep('C')]),
  testOrderType('TEST_ROLLBACK_LEL', 'rollback', [eventStep('A'), externalStep('B'), eventStep('C')]),
  testOrderType('TEST_ROLLBACK_EEE', 'rollback', [externalStep('A'), externalStep('B'), externalStep('C')]),
  testOrderType('TEST_HALT_NO_RETURN', 'halt', [
    externalStep('A'),
    externalStep('B', { pointOfNoReturn: true }),
    externalStep('C'),
  ]),
  testOrderType('TEST_ROLLBACK_NO_RETURN', 'rollback', [
    externalStep('A'),
    externalStep('B', { pointOfNoReturn: true }),
    eventStep('C'),
  ]),
  testOrderType('TEST_HALT_NO_UNDO', 'halt', [externalStep('A'), externalStepWithoutUndo('B'), externalStep('C')]),
  testOrderType('TEST_ROLLBACK_NO_UNDO', 'rollback', [
    externalStepWithoutUndo('A'),
    externalStep('B'),
    externalStepWithoutUndo('C'),
  ]),
  testOrderType('TEST_LOCAL_ONLY', 'halt', [eventStep('A'), eventStep('B'), eventStep('C')]),
  testOrderType('TEST_STAYS', 'rollback', [externalStep('A'), eventStep('B'), externalStep('C')], {
    request: 'swap',
    allowedStatuses: ['ACTIVE', 'BLOCKED'],
  }),
] as const;
