import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { lifecycleDocument } from './lifecycle-document.ts';

export const listLifecyclesRoute = defineRoute({
  name: 'listLifecycles',
  method: 'get',
  path: '/lifecycles',
  tag: 'meta',
  summary: 'List all lifecycles',
  description: 'Every resource with a status has a lifecycle, which lists its statuses and transitions.',
  scope: 'orders:read',
  responses: { 200: { description: 'The lifecycles.', body: z.strictObject({ items: z.array(lifecycleDocument) }) } },
  problems: [],
});
