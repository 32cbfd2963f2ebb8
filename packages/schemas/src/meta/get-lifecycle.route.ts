import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { lifecycleDocument } from './lifecycle-document.ts';

export const getLifecycleRoute = defineRoute({
  name: 'getLifecycle',
  method: 'get',
  path: '/lifecycles/{name}',
  tag: 'meta',
  summary: 'Get a lifecycle',
  description:
    'A lifecycle lists the statuses of a resource, the transitions between them, and the requests that each status allows.',
  scope: 'orders:read',
  params: z.strictObject({ name: z.string().min(1).max(100) }),
  responses: { 200: { description: 'The lifecycle.', body: lifecycleDocument } },
  problems: ['not-found'],
});
