import { itemProblemSchema } from '@linework/problem-details/stored-problem';
import { z } from 'zod';
import { orderLifecycle } from '../lifecycles/order.lifecycle.ts';
import { pauseKinds } from '../pauses/pause.ts';

const timestamp = z.iso.datetime();
const { code } = itemProblemSchema.shape;

/** The requests on an order, in the order in which they are shown. */
export const explainedRequests = ['cancel', 'retry', 'skip', 'rollback', 'close'] as const;

/** The most changes of one explanation. An order changes a line, a number and a SIM, each once or twice. */
export const changeLimit = 100;

/** Why an order stands where it stands. */
export const orderExplanation = z
  .strictObject({
    orderId: z.uuid(),
    status: z.enum(orderLifecycle.statuses),
    sentence: z.string().meta({
      example: 'The order waits for a free worker, with attempt 1 of 5 of the step “suspend network”. Nobody holds it.',
    }),
    waitsFor: z
      .enum(['worker', 'start', 'back-off', 'system', 'call', 'pause', 'decision'])
      .optional()
      .meta({
        description:
          '`start`: the time for which it was placed. `call`: one that its system has accepted. `decision`: one of ' +
          'a person. Absent while a worker executes the order, and when there is nothing left to do.',
      }),
    waitsUntil: timestamp.optional().meta({ description: 'When the wait ends, or the order is looked at again.' }),
    waitsSince: timestamp.optional().meta({ description: 'Since when its system is unavailable.' }),
    pause: z
      .strictObject({ id: z.uuid(), kind: z.enum(pauseKinds), target: z.string() })
      .optional()
      .meta({ description: 'The pause that the order waits for.' }),
    lease: z
      .strictObject({ epoch: z.int().min(0), leasedUntil: timestamp })
      .optional()
      .meta({ description: 'Present while a worker holds the order. A worker with another epoch changes nothing.' }),
    step: z
      .strictObject({
        id: z.string(),
        orderTypeStepCode: z.string().meta({ example: 'LINE_BLOCK.SUSPEND_NETWORK' }),
        actionCode: z.string().meta({ example: 'network.suspend' }),
        kind: z.enum(['execute', 'undo']),
        attempt: z.int().min(0),
        attemptLimit: z.int().min(0),
        error: z
          .strictObject({ code: z.string(), detail: z.string() })
          .optional()
          .meta({ description: 'The error of the last attempt.' }),
      })
      .optional()
      .meta({ description: 'The step that comes next, or that stopped the order.' }),
    supersededBy: z.uuid().optional().meta({ description: 'The newer order that has superseded this failed one.' }),
    allowed: z.array(z.enum(explainedRequests)).meta({ description: 'The requests that the order allows now.' }),
    notAllowed: z
      .array(z.strictObject({ request: z.enum(explainedRequests), code, detail: z.string() }))
      .meta({ description: 'The other requests, each with the problem that it would get.' }),
    changes: z
      .array(
        z.strictObject({
          resource: z.strictObject({ type: z.string(), id: z.uuid() }),
          from: z.string().optional(),
          to: z.string(),
          changedAt: timestamp,
        }),
      )
      .max(changeLimit)
      .meta({
        description: 'What the order has changed so far, oldest first: its line, and the numbers and SIMs of the line.',
      }),
  })
  .meta({ id: 'OrderExplanation' });

export type OrderExplanation = z.infer<typeof orderExplanation>;
