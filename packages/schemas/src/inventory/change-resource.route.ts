import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { associatedResourceIds } from './associated-resources.ts';
import { resourceLocation } from './new-resource.ts';
import { ttlSeconds } from './reservations/ttl.ts';
import { resource } from './resource.ts';

export const changeResourceRoute = defineRoute({
  name: 'changeResource',
  method: 'patch',
  path: '/inventory/resources/{id}',
  tag: 'Inventory',
  summary: 'Change a resource',
  description:
    'Absent members stay unchanged. The event has the values before and after, and of a long value its length and its SHA-256.',
  scope: 'inventory:write',
  hasSecrets: true,
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    attributes: freeForm.optional().meta({
      description:
        'Merged by member: null removes a member, and absent members stay unchanged. The identity of a SIM on the network (`imsi`, `ki`, `opc`) is set when it is created and cannot change.',
    }),
    metadata: freeForm.optional().meta({ description: 'Replaces all metadata.' }),
    location: resourceLocation.nullable().optional().meta({ description: 'Null removes it.' }),
    reservationTTL: ttlSeconds
      .nullable()
      .optional()
      .meta({ description: 'Seconds. 0 means at once; null restores the value of the pool.' }),
    quarantineTTL: ttlSeconds
      .nullable()
      .optional()
      .meta({ description: 'Seconds. 0 means at once; null restores the value of the pool.' }),
    associatedResourceIds: associatedResourceIds.optional(),
  }),
  responses: { 200: { description: 'The changed resource.', body: resource } },
  problems: [
    'not-found',
    'associated-with-itself',
    'attributes-too-long',
    'cannot-be-associated',
    'secret-written-once',
    'unknown-resource',
    'written-once',
  ],
});
