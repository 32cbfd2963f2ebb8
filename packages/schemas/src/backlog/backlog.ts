import { z } from 'zod';
import { unansweredKinds } from '../unanswered-calls/unanswered-call.ts';

const count = z.int().min(0);
const seconds = z.number().min(0);

/** The minutes whose settled orders are counted. */
export const throughputMinutes = 5;
/** The newest orders of the last hour whose steps are measured. */
export const measuredOrders = 5_000;

const orderBacklog = z
  .strictObject({
    type: z.string(),
    openCount: count.meta({ description: 'The orders that have not settled.' }),
    dueCount: count.meta({ description: 'The open orders whose due time has passed. A worker takes them next.' }),
    unavailableCount: count.meta({ description: 'The open orders that wait for a system that is down.' }),
    pausedCount: count.meta({ description: 'The open orders that wait for the end of a pause.' }),
    failedCount: count.meta({ description: 'The failed orders that need attention.' }),
    oldestDueSeconds: seconds.meta({ description: 'Since the oldest due order became due; 0 if none is due.' }),
  })
  .meta({ id: 'OrderBacklog' });

const stepTimes = z
  .strictObject({
    step: z
      .string()
      .meta({ description: 'The order type and the code of the step.', examples: ['LINE_BLOCK.SUSPEND_NETWORK'] }),
    count,
    p50Ms: seconds,
    p99Ms: seconds,
  })
  .meta({ id: 'StepTimes', description: 'From the first attempt of a step to its success.' });

const unansweredBacklog = z
  .strictObject({
    kind: z.enum(unansweredKinds),
    waitingCount: count.meta({ description: 'The records whose partner is still asked.' }),
    stoppedCount: count.meta({ description: 'The records that wait for the decision of an operator.' }),
    oldestSeconds: seconds,
  })
  .meta({ id: 'UnansweredBacklog' });

export const backlog = z
  .strictObject({
    orders: z
      .array(orderBacklog)
      .max(100)
      .meta({ description: 'The order types that have open or failed orders, those with the most open orders first.' }),
    settled: z
      .strictObject({ minutes: z.int().min(1), completedCount: count, otherCount: count })
      .meta({ description: 'The orders that settled in the last minutes.' }),
    steps: z
      .array(stepTimes)
      .max(100)
      .meta({
        description:
          `The steps of the newest ${measuredOrders.toLocaleString('en')} orders of the last hour, the slowest ` +
          'first.',
      }),
    partners: z
      .array(unansweredBacklog)
      .max(20)
      .meta({ description: 'The kinds of records that wait for the answer of a partner.' }),
    webhooks: z.strictObject({
      workingCount: count,
      failingCount: count,
      disabledCount: count,
      oldestDueSeconds: seconds,
    }),
    events: z
      .strictObject({ oldestSeconds: seconds })
      .meta({ description: 'The age of the oldest event that the feed does not have yet.' }),
  })
  .meta({ id: 'Backlog' });

export type Backlog = z.infer<typeof backlog>;
