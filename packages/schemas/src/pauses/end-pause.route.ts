import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { pause } from './pause.ts';

export const endPauseRoute = defineRoute({
  name: 'endPause',
  method: 'post',
  path: '/pauses/{id}/resume',
  tag: 'orders',
  summary: 'End a pause',
  description: 'Its orders go on within seconds, at most 2,000 of them each second.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    reason: z.string().min(1).max(500).meta({ description: 'Stored in the event of the pause.' }),
  }),
  responses: { 200: { description: 'The pause.', body: pause } },
  problems: ['not-found', 'pause-ended'],
});
