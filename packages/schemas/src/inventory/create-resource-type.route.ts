import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { ttlSeconds } from './reservations/ttl.ts';
import { resourceType } from './resource-type.ts';

export const createResourceTypeRoute = defineRoute({
  name: 'createResourceType',
  method: 'post',
  path: '/inventory/types',
  tag: 'Inventory',
  summary: 'Create a resource type',
  description: 'A type defines how its resources behave and which of their attributes are secret.',
  scope: 'operator',
  body: z.strictObject({
    code: z
      .string()
      .max(50)
      .regex(/^\S(?:.*\S)?$/, 'must begin and end with a visible character')
      .meta({ description: 'Unique.' }),
    name: z.string().min(1).max(200),
    reusable: z.boolean(),
    reservationTTL: ttlSeconds.optional(),
    quarantineTTL: ttlSeconds.optional(),
    secretAttributes: z
      .array(z.string().min(1).max(100))
      .max(50)
      .optional()
      .meta({ description: 'Names of secret attributes. They are compared in any case and shown in lower case.' }),
  }),
  responses: {
    201: { description: 'The type.', body: resourceType, headers: { Location: 'The list of resource types' } },
  },
  problems: ['type-code-taken'],
});
