import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { holder } from './holder.ts';

export const getHolderRoute = defineRoute({
  name: 'getHolder',
  method: 'get',
  path: '/holders/{id}',
  tag: 'holders',
  summary: 'Get a holder',
  description: 'An anonymised holder is returned without personal data.',
  scope: 'holders:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The holder.', body: holder } },
  problems: ['not-found'],
});
