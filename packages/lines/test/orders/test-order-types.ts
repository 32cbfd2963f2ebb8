import { defineLocalStep, type LocalStep } from '@linework/engine/model/step';
import { z } from 'zod';
import { ownSubscriber, requireLine } from '../../src/model/line-context.ts';
import { defineLineCallStep, type LineCallStep } from '../../src/model/line-step.ts';
import { defineLineOrder, type LineChange, type LineOrderType } from '../../src/order-types/line-order-type.ts';

const blockTransition = {
  request: 'block',
  pendingStatus: 'BLOCKING',
  successStatus: 'BLOCKED',
  failureStatus: 'BLOCKING_ERROR',
} as const;
const retry = { attempts: 3, firstBackoffMs: 10, backoffLimitMs: 20 };

/** An external step for tests. */
export function externalStep(code: string, overrides: Partial<LineCallStep> = {}): LineCallStep {
  return defineLineCallStep({
    code,
    action: 'test.call',
    retry,
    execute: ({ context, systems, ...call }) =>
      systems.network.setServiceState(call, ownSubscriber(context), 'suspended'),
    undo: ({ context, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(context), 'active'),
    ...overrides,
  });
}

/** An external step that has nothing to undo. */
function externalStepWithoutUndo(code: string): LineCallStep {
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
    effects: (context) => [{ ...event('done'), resourceId: requireLine(context).id }],
    undo: (context) => [{ ...event('undone'), resourceId: requireLine(context).id }],
  });
}

export function testOrderType(
  code: string,
  onFailure: LineOrderType['onFailure'],
  steps: LineOrderType['steps'],
  line: LineChange = blockTransition,
): LineOrderType {
  return defineLineOrder({
    code,
    summary: 'An order of the tests.',
    line,
    onFailure,
    input: z.strictObject({}),
    steps,
  });
}

/** Order types with all sequences of external and local steps, both failure policies, with and without a point of no return. */
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
