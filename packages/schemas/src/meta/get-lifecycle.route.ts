import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { lifecycleDocument } from './lifecycle-document.ts';

export const getLifecycleRoute = defineRoute({
  name: 'getLifecycle',
  method: 'get',
  path: '/lifecycles/{name}',
  tag: 'meta',
  summary: 'One lifecycle',
  description: 'A lifecycle lists the statuses of a resource, the moves between them, and what can be asked for in each.',
  scope: 'orders:read',
  params: z.strictObject({ name: z.string().min(1).max(100) }),
  responses: { 200: { description: 'The lifecycle.', body: lifecycleDocument } },
  problems: ['not-found'],
});
