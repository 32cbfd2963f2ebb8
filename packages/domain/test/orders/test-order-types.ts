import { z } from 'zod';
import { lineOf, ownSubscriber } from '../../src/orders/known.ts';
import { defineOrderType, type LineCourse, type OrderType } from '../../src/orders/order-type.ts';
import { defineExternalStep, defineLocalStep, type ExternalStep, type Step } from '../../src/orders/step.ts';

const course = { request: 'block', meanwhile: 'BLOCKING', done: 'BLOCKED', failed: 'BLOCKING_ERROR' } as const;
const retry = { attempts: 3, firstBackoffMs: 10, mostBackoffMs: 20 };

/** An external step without any meaning. */
export function callsOut(code: string, more: Partial<ExternalStep> = {}): ExternalStep {
  return defineExternalStep({
    code,
    action: 'test.call',
    retry,
    execute: ({ known, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(known), 'suspended'),
    undo: ({ known, systems, ...call }) => systems.network.setServiceState(call, ownSubscriber(known), 'active'),
    ...more,
  });
}

/** A local step that leaves an event behind, and another when it is undone. */
function writesDown(code: string): Step {
  const event = (word: string) => ({ change: 'emit', type: 'line.changed', details: { code, word }, resourceType: 'line' }) as const;
  return defineLocalStep({
    code,
    action: 'test.write',
    changes: (known) => [{ ...event('done'), resourceId: lineOf(known).id }],
    undo: (known) => [{ ...event('undone'), resourceId: lineOf(known).id }],
  });
}

export function orderTypeOf(code: string, onFailure: OrderType['onFailure'], steps: OrderType['steps'], line: LineCourse = course): OrderType {
  return defineOrderType({ code, summary: 'An order of the tests.', line, onFailure, input: z.strictObject({}), steps });
}

/** External and local steps in every order, with either policy, with and without a point of no return. */
export const testOrderTypes = [
  orderTypeOf('TEST_HALT_ELE', 'halt', [callsOut('A'), writesDown('B'), callsOut('C')]),
  orderTypeOf('TEST_ROLLBACK_ELE', 'rollback', [callsOut('A'), writesDown('B'), callsOut('C')]),
  orderTypeOf('TEST_HALT_LEL', 'halt', [writesDown('A'), callsOut('B'), writesDown('C')]),
  orderTypeOf('TEST_ROLLBACK_LEL', 'rollback', [writesDown('A'), callsOut('B'), writesDown('C')]),
  orderTypeOf('TEST_ROLLBACK_EEE', 'rollback', [callsOut('A'), callsOut('B'), callsOut('C')]),
  orderTypeOf('TEST_HALT_NO_RETURN', 'halt', [callsOut('A'), callsOut('B', { pointOfNoReturn: true }), callsOut('C')]),
  orderTypeOf('TEST_ROLLBACK_NO_RETURN', 'rollback', [callsOut('A'), callsOut('B', { pointOfNoReturn: true }), writesDown('C')]),
  orderTypeOf('TEST_LOCAL_ONLY', 'halt', [writesDown('A'), writesDown('B'), writesDown('C')]),
  orderTypeOf('TEST_STAYS', 'rollback', [callsOut('A'), writesDown('B'), callsOut('C')], { request: 'swap', stays: ['ACTIVE', 'BLOCKED'] }),
] as const;
