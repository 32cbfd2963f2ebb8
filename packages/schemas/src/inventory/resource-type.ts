import { z } from 'zod';

/** The types that are there from the start. Their codes also say how an external code is read: as E.164, as an ICCID. */
export const msisdnTypeId = '018f0000-0000-7000-8000-000000000001';
export const simTypeId = '018f0000-0000-7000-8000-000000000002';

/** A kind of thing that lines are made of. */
export const resourceType = z
  .strictObject({
    id: z.uuid(),
    code: z.string().meta({ example: 'MSISDN' }),
    name: z.string().meta({ example: 'Mobile number' }),
    reusable: z.boolean().meta({ description: 'Rests in quarantine and is used again. One that is not is decommissioned when it is let go of.' }),
    reservationTTL: z.int().min(0).max(2_147_483_647).meta({ description: 'Seconds.' }),
    quarantineTTL: z.int().min(0).max(2_147_483_647).meta({ description: 'Seconds.' }),
    secretAttributes: z.array(z.string()).meta({
      description: 'Attributes that are secret, in any case: they are written when a resource is made, never shown, and no filter takes them.',
      example: ['k', 'opc'],
    }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'ResourceType' });

export type ResourceType = z.infer<typeof resourceType>;
