import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { associatedResourceIds } from './associated-resources.ts';
import { resourceLocation } from './new-resource.ts';
import { resource } from './resource.ts';
import { ttlSeconds } from './ttl.ts';

export const changeResourceRoute = defineRoute({
  name: 'changeResource',
  method: 'patch',
  path: '/inventory/resources/{id}',
  tag: 'Inventory',
  summary: 'Change what is kept on a resource',
  description: 'Members that are left out stay as they are. An event keeps the values before and after.',
  scope: 'inventory:write',
  hasSecrets: true,
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    attributes: freeForm.optional().meta({
      description:
        'Member by member: null takes one away, and what is not named stays. What a SIM is known by to the network (`imsi`, `ki`, `opc`) is written when it is made and does not change.',
    }),
    metadata: freeForm.optional().meta({ description: 'Replaces the whole.' }),
    location: resourceLocation.nullable().optional().meta({ description: 'Null takes it away.' }),
    reservationTTL: ttlSeconds.nullable().optional().meta({ description: "Seconds. 0 is at once; null, back to the pool's." }),
    quarantineTTL: ttlSeconds.nullable().optional().meta({ description: "Seconds. 0 is at once; null, back to the pool's." }),
    associatedResourceIds: associatedResourceIds.optional(),
  }),
  responses: { 200: { description: 'The resource as it is now.', body: resource } },
  problems: ['not-found', 'associated-with-itself', 'attributes-too-long', 'cannot-be-associated', 'secret-written-once', 'unknown-resource', 'written-once'],
});
