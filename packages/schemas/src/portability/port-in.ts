import { z } from 'zod';
import { ticket } from './number.ts';
import { portInLifecycle } from './port-in.lifecycle.ts';
import { reasonCodes } from './reason-codes.ts';

const timestamp = z.iso.datetime();

/** A number that comes from another operator. What the donor knows the holder by is never shown. */
export const portIn = z
  .strictObject({
    id: z.uuid(),
    brokerId: z.uuid(),
    customerId: z.uuid().meta({ description: 'The holder.' }),
    status: z.enum(portInLifecycle.statuses),
    msisdn: z.string().meta({ description: 'E.164, with the plus sign', example: '+5511987654321' }),
    donor: z.string(),
    ticket: ticket.optional(),
    windowFrom: timestamp.meta({ description: 'The number comes over from then on.' }),
    windowUntil: timestamp.meta({ description: 'What is still in its way then ends it, unless the number has left its donor.' }),
    reasonCode: z.enum(reasonCodes).optional().meta({ description: 'Why it is in CONFLICT, or came to nothing.' }),
    reasonDetail: z.string().optional().meta({ description: 'The same in words; or what it is waiting for.' }),
    poolId: z.uuid().meta({ description: 'The pool that the number is put into.' }),
    lineId: z.uuid().optional().meta({ description: 'The line whose number it becomes. A new line has an id once its order is placed.' }),
    orderId: z
      .uuid()
      .optional()
      .meta({ description: 'The order that brings the number to its line, from the window on. Undone, closed or superseded for good, it ends the port-in.' }),
    metadata: z.record(z.string(), z.unknown()),
    activatedAt: timestamp.optional(),
    endedAt: timestamp.optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'PortIn' });

export type PortIn = z.infer<typeof portIn>;
