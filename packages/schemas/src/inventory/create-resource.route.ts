import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { associatedResourceIds } from './associated-resources.ts';
import { newResourceMembers } from './new-resource.ts';
import { resource } from './resource.ts';

export const createResourceRoute = defineRoute({
  name: 'createResource',
  method: 'post',
  path: '/inventory/pools/{poolId}/resources',
  tag: 'Inventory',
  summary: 'Create a resource in a pool',
  description:
    "The number of an MSISDN, and the ICCID and the IMSI of a SIM, must be in ranges of the pool's broker. An IMSI belongs to one SIM and is never reused.",
  scope: 'inventory:write',
  hasSecrets: true,
  params: z.strictObject({ poolId: z.uuid() }),
  body: z.strictObject({ ...newResourceMembers, associatedResourceIds: associatedResourceIds.optional() }),
  responses: { 201: { description: 'The resource.', body: resource, headers: { Location: 'The resource' } } },
  problems: [
    'not-found',
    'associated-with-itself',
    'cannot-be-associated',
    'external-code-taken',
    'imsi-taken',
    'outside-ranges',
    'secrets-not-configured',
    'invalid-external-code',
    'invalid-imsi',
    'invalid-secret',
    'unknown-resource',
  ],
});
