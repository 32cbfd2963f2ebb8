import { z } from 'zod';
import { lineLifecycle } from '../lines/line.lifecycle.ts';

/** A line that is or was in a subscription. */
export const subscriptionLine = z
  .strictObject({
    id: z.uuid().meta({ description: 'Of this stay: a line that leaves and joins again has two.' }),
    lineId: z.uuid(),
    status: z.enum(lineLifecycle.statuses).meta({ description: 'The status of the line now.' }),
    msisdn: z.string().meta({ description: 'The number of the line now, E.164.', example: '+5511987654321' }),
    iccId: z.string(),
    joinedAt: z.iso.datetime(),
    endedAt: z.iso.datetime().optional().meta({ description: 'When the line left or was TERMINATED, or the subscription ended, whichever was first.' }),
  })
  .meta({ id: 'SubscriptionLine' });

export type SubscriptionLine = z.infer<typeof subscriptionLine>;
