import { z } from 'zod';
import { portInLifecycle } from '../lifecycles/port-in.lifecycle.ts';
import { ticket } from './number.ts';
import { reasonCodes } from './reason-codes.ts';

const timestamp = z.iso.datetime();

/** A number that comes from another operator. The tax id that is sent to the donor is never shown. */
export const portIn = z
  .strictObject({
    id: z.uuid(),
    brokerId: z.uuid(),
    customerId: z.uuid().meta({ description: 'The holder.' }),
    status: z.enum(portInLifecycle.statuses),
    msisdn: z.string().meta({ description: 'E.164, with the plus sign', example: '+5511987654321' }),
    donor: z.string(),
    ticket: ticket.optional(),
    windowFrom: timestamp.meta({ description: 'The number can move from this time on.' }),
    windowUntil: timestamp.meta({
      description: 'An obstacle that remains at this time ends the port-in, unless the number has left its donor.',
    }),
    reasonCode: z
      .enum(reasonCodes)
      .optional()
      .meta({ description: 'Why it is in CONFLICT, or why it ended without the number.' }),
    reasonDetail: z
      .string()
      .optional()
      .meta({ description: 'The reason as a sentence, or what the port-in is waiting for.' }),
    poolId: z.uuid().meta({ description: 'The pool for the number.' }),
    lineId: z
      .uuid()
      .optional()
      .meta({ description: 'The line that gets the number. A new line has an id once its order is placed.' }),
    orderId: z
      .uuid()
      .optional()
      .meta({
        description:
          'The order that assigns the number to its line, from the window on. If it is undone, closed or superseded ' +
          'for good, the port-in ends.',
      }),
    metadata: z.record(z.string(), z.unknown()),
    activatedAt: timestamp.optional(),
    endedAt: timestamp.optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'PortIn' });

export type PortIn = z.infer<typeof portIn>;
