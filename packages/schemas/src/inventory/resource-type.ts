import { listFromText } from '@linework/http/from-text';
import { z } from 'zod';

/** The built-in types. Their codes also select the reader of external codes: E.164 or ICCID. */
export const msisdnTypeId = '018f0000-0000-7000-8000-000000000001';
export const simTypeId = '018f0000-0000-7000-8000-000000000002';

/** The types of a filter. */
export const typeFilter = listFromText(z.string().min(1).max(50))
  .optional()
  .meta({ description: 'Ids or codes of types. Repeated, or separated by commas.', example: ['MSISDN', 'SIM'] });

/** A type of resources, such as numbers or SIMs. */
export const resourceType = z
  .strictObject({
    id: z.uuid(),
    code: z.string().meta({ example: 'MSISDN' }),
    name: z.string().meta({ example: 'Mobile number' }),
    reusable: z.boolean().meta({
      description:
        'A released resource is quarantined and then available again. If false, it is decommissioned when it is ' +
        'released.',
    }),
    reservationTTL: z.int().min(0).max(2_147_483_647).meta({ description: 'Seconds.' }),
    quarantineTTL: z.int().min(0).max(2_147_483_647).meta({ description: 'Seconds.' }),
    secretAttributes: z.array(z.string()).meta({
      description:
        'Names of secret attributes, in any case. They are set when a resource is created, never returned, and ' +
        'cannot be used in filters.',
      example: ['k', 'opc'],
    }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'ResourceType' });

export type ResourceType = z.infer<typeof resourceType>;
