import { z } from 'zod';

const timestamp = z.iso.datetime();

/** One attempt of a step. Members without a value are left out. */
export const orderAttempt = z
  .strictObject({
    stepId: z.string().meta({ example: '019a1c3e-7b1f-7c60-9d3f-0d3b8c1e5a42-1' }),
    orderTypeStepCode: z.string().meta({ example: 'LINE_BLOCK.SUSPEND_NETWORK' }),
    kind: z.enum(['execute', 'undo']),
    attempt: z.int().min(1).max(1_000_000).meta({ description: 'Counted from 1, separately for each step and kind.' }),
    outcome: z
      .enum(['running', 'accepted', 'done', 'transient', 'refused', 'dead-lettered', 'lost', 'unavailable'])
      .meta({
        description:
          '`accepted`: the system has accepted the call and finishes it later; `transient`: an error that may not ' +
          'occur again; `dead-lettered`: the order was stopped as poison; `lost`: the worker did not report an ' +
          'outcome, and no other worker has continued the attempt; `unavailable`: an undo waits for its system, ' +
          'and the ' +
          'next try counts as the same attempt.',
      }),
    workersLost: z
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .meta({ description: 'How many workers were lost in this attempt before another worker continued it.' }),
    startedAt: timestamp,
    endedAt: timestamp.optional(),
    error: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'OrderAttempt' });

export type OrderAttempt = z.infer<typeof orderAttempt>;
