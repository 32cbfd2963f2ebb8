import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { lifecycleDocument } from './lifecycle-document.ts';

export const getLifecycleRoute = defineRoute({
  name: 'getLifecycle',
  method: 'get',
  path: '/lifecycles/{name}',
  tag: 'meta',
  summary: 'One lifecycle',
  scope: 'orders:read',
  params: z.strictObject({ name: z.string().min(1).max(100) }),
  answers: { 200: { description: 'The lifecycle.', body: lifecycleDocument } },
  problems: ['not-found'],
});
