import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { line } from './line.ts';

export const changeLineRoute = defineRoute({
  name: 'changeLine',
  method: 'patch',
  path: '/lines/{id}',
  tag: 'lines',
  summary: 'Change what a broker keeps on its line',
  description: 'Members that are left out stay as they are.',
  scope: 'lines:write',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    externalCode: z.string().min(1).max(200).nullable().optional().meta({ description: 'Unique among the lines of a broker; null takes it away.' }),
    metadata: freeForm.optional().meta({ description: 'Replaces the whole.' }),
  }),
  responses: { 200: { description: 'The line as it is now.', body: line } },
  problems: ['not-found', 'external-code-taken'],
});
