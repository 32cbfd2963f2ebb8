import { z } from 'zod';

const timestamp = z.iso.datetime();

/** One attempt of a step. What has no value is left out. */
export const orderAttempt = z
  .strictObject({
    stepId: z.string().meta({ example: '019a1c3e-7b1f-7c60-9d3f-0d3b8c1e5a42-1' }),
    orderTypeStepCode: z.string().meta({ example: 'LINE_BLOCK.SUSPEND_NETWORK' }),
    kind: z.enum(['execute', 'undo']),
    attempt: z.int().min(1).max(1_000_000).meta({ description: 'Counted from 1, for each step and kind by itself.' }),
    outcome: z.enum(['running', 'done', 'transient', 'refused', 'dead-lettered', 'lost', 'away']).meta({
      description:
        '`passing`: a fault that may pass; `parked`: given up on; `lost`: its worker never came back, and nobody has gone on with it; `away`: an undo waits for its system, and is the same attempt at the next look.',
    }),
    workersLost: z.int().min(1).max(1_000_000).optional().meta({ description: 'How many workers were lost in it, and another went on.' }),
    startedAt: timestamp,
    endedAt: timestamp.optional(),
    error: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'OrderAttempt' });

export type OrderAttempt = z.infer<typeof orderAttempt>;
