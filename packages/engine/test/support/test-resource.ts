import { notFound } from '@linework/problem-details/make-problem';
import { lineStatusEvents } from '@linework/schemas/events';
import { type LineRequest, type LineStatus, lineLifecycle } from '@linework/schemas/lifecycles/line.lifecycle';
import type { TestOrderType, TestSystems } from '@linework/testing/engine/test-engine';
import { z } from 'zod';
import { defineOrderType, type ResourceChange } from '../../src/model/order-type.ts';
import type { ResourceType } from '../../src/model/resource-type.ts';
import type { StepContext } from '../../src/model/step-context.ts';

/** The resource of the tests of the engine: the table of lines, and nothing of what `packages/lines` does with it. */
const testResource: ResourceType = {
  name: 'line',
  table: 'line',
  factColumns: ['msisdn', 'imsi'],
  lifecycle: {
    getSources: (request) => lineLifecycle.getSources(request as LineRequest),
    getRequests: (from) => lineLifecycle.getRequests(from as LineStatus),
  },
  statusEvents: lineStatusEvents,
  statusAssignments: `activated_at = CASE
        WHEN w."to" = 'ACTIVE' THEN coalesce(r.activated_at, now())
        ELSE r.activated_at END,
      terminated_at = CASE WHEN w."to" = 'TERMINATED' THEN now() END`,
  externalCodeColumn: 'external_code',
  effects: [],
  notFound: (id) => notFound(`There is no line ${id}.`),
};

/** How an order type of the tests changes the status of its line. */
export type TestChange = ResourceChange<LineStatus, LineRequest>;

/** Defines an order type on the resource of the tests. */
export const defineTestOrder = ({
  input = z.strictObject({}),
  ...declaration
}: Omit<Parameters<typeof defineOrderType<TestSystems>>[0], 'resource' | 'summary' | 'input'> & {
  readonly input?: z.ZodObject;
}): TestOrderType =>
  defineOrderType<TestSystems>({ ...declaration, input, summary: 'An order of the tests.', resource: testResource });

/** The subscriber on the network that belongs to the line of the order. */
export const subscriberOf = ({ resource }: StepContext) => ({
  imsi: String(resource.facts['imsi']),
  msisdns: [String(resource.facts['msisdn'])],
});
