import { z } from 'zod';
import { portOutLifecycle } from '../lifecycles/port-out.lifecycle.ts';

const timestamp = z.iso.datetime();

/** A number that leaves for another operator. */
export const portOut = z
  .strictObject({
    id: z.uuid(),
    brokerId: z.uuid(),
    status: z.enum(portOutLifecycle.statuses),
    msisdn: z.string().meta({ description: 'E.164, with the plus sign', example: '+5511987654321' }),
    ticket: z.string(),
    recipient: z.string().meta({ description: 'The operator that gets the number.' }),
    windowFrom: timestamp.meta({ description: 'The line is terminated from this time on.' }),
    lineId: z.uuid(),
    orderId: z.uuid().optional().meta({ description: 'The order that terminates the line, from the window on.' }),
    cancelRequestedAt: timestamp.optional().meta({ description: 'When its cancel was last requested.' }),
    reasonDetail: z.string().optional().meta({ description: 'What it is waiting for, or why it failed.' }),
    metadata: z.record(z.string(), z.unknown()),
    endedAt: timestamp.optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'PortOut' });

export type PortOut = z.infer<typeof portOut>;
