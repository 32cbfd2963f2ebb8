import { z } from 'zod';
import { lineLifecycle } from '../lifecycles/line.lifecycle.ts';

/** A membership: a line that is or was in a subscription. */
export const subscriptionLine = z
  .strictObject({
    id: z.uuid().meta({ description: 'Id of the membership. A line that leaves and joins again has two.' }),
    lineId: z.uuid(),
    status: z.enum(lineLifecycle.statuses).meta({ description: 'The current status of the line.' }),
    msisdn: z.string().meta({ description: 'The current number of the line, E.164.', example: '+5511987654321' }),
    iccId: z.string(),
    joinedAt: z.iso.datetime(),
    endedAt: z.iso.datetime().optional().meta({
      description: 'The time at which the line left or was TERMINATED or the subscription ended, whichever came first.',
    }),
  })
  .meta({ id: 'SubscriptionLine' });

export type SubscriptionLine = z.infer<typeof subscriptionLine>;
