import { z } from 'zod';
import { portInLifecycle } from './port-in.lifecycle.ts';
import { portOutLifecycle } from './port-out.lifecycle.ts';

/** What all requests about a number come to. */
const numberStatuses = ['NONE', 'PORTING_IN', 'CONFLICT', 'CANCELLING', 'PORTED_IN', 'PORTING_OUT', 'PORTED_OUT', 'CANCELLED', 'FAILED'] as const;
export type NumberStatus = (typeof numberStatuses)[number];

const timestamp = z.iso.datetime();

/** Where a number stands, over all the requests about it that the caller may see; they are told newest first. */
export const portabilityStatus = z
  .strictObject({
    msisdn: z.string(),
    status: z.enum(numberStatuses).meta({
      description:
        'That of the newest request under way; where there is none, of the newest that took effect; else of the newest of all. NONE where there is no request.',
    }),
    since: timestamp.optional(),
    portIns: z.array(z.strictObject({ id: z.uuid(), status: z.enum(portInLifecycle.statuses), createdAt: timestamp, updatedAt: timestamp })),
    portOuts: z.array(z.strictObject({ id: z.uuid(), status: z.enum(portOutLifecycle.statuses), createdAt: timestamp, updatedAt: timestamp })),
  })
  .meta({ id: 'PortabilityStatus' });

export type PortabilityStatus = z.infer<typeof portabilityStatus>;
