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
  summary: 'Put a resource into a pool',
  scope: 'inventory:write',
  params: z.strictObject({ poolId: z.uuid() }),
  body: z.strictObject({ ...newResourceMembers, associatedResourceIds: associatedResourceIds.optional() }),
  answers: { 201: { description: 'The resource.', body: resource, headers: { Location: 'The resource' } } },
  problems: ['not-found', 'conflict'],
});
