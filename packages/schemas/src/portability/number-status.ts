import { z } from 'zod';
import { portInLifecycle } from '../lifecycles/port-in.lifecycle.ts';
import { portOutLifecycle } from '../lifecycles/port-out.lifecycle.ts';

/** The statuses of a number over all its requests. */
const numberStatuses = [
  'NONE',
  'PORTING_IN',
  'CONFLICT',
  'CANCELLING',
  'PORTED_IN',
  'PORTING_OUT',
  'PORTED_OUT',
  'CANCELLED',
  'FAILED',
] as const;
export type NumberStatus = (typeof numberStatuses)[number];

const timestamp = z.iso.datetime();

/** The status of a number over all its requests that the caller may see, newest request first. */
export const portabilityStatus = z
  .strictObject({
    msisdn: z.string(),
    status: z.enum(numberStatuses).meta({
      description:
        'The status of the newest open request; otherwise of the newest request that took effect; otherwise of ' +
        'the newest request. NONE without a request.',
    }),
    since: timestamp.optional(),
    portIns: z.array(
      z.strictObject({
        id: z.uuid(),
        status: z.enum(portInLifecycle.statuses),
        createdAt: timestamp,
        updatedAt: timestamp,
      }),
    ),
    portOuts: z.array(
      z.strictObject({
        id: z.uuid(),
        status: z.enum(portOutLifecycle.statuses),
        createdAt: timestamp,
        updatedAt: timestamp,
      }),
    ),
  })
  .meta({ id: 'PortabilityStatus' });

export type PortabilityStatus = z.infer<typeof portabilityStatus>;
