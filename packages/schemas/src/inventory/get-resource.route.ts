import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { resource } from './resource.ts';

export const getResourceRoute = defineRoute({
  name: 'getResource',
  method: 'get',
  path: '/inventory/resources/{id}',
  tag: 'Inventory',
  summary: 'Get a resource',
  description: 'Secret attributes are never shown.',
  scope: 'inventory:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The resource.', body: resource } },
  problems: ['not-found'],
});
