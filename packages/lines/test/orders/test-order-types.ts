import { z } from 'zod';
import { defineLineCallStep, type LineCallStep, ownSubscriber } from '../../src/model/line-step.ts';
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
