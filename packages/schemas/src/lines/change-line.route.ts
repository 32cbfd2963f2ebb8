import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { line } from './line.ts';

export const changeLineRoute = defineRoute({
  name: 'changeLine',
  method: 'patch',
  path: '/lines/{id}',
  tag: 'lines',
  summary: 'Change the external code and metadata of a line',
  description: 'Absent members stay unchanged.',
  scope: 'lines:write',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    externalCode: z
      .string()
      .min(1)
      .max(200)
      .nullable()
      .optional()
      .meta({ description: 'Unique among the lines of a broker; null removes it.' }),
    metadata: freeForm.optional().meta({ description: 'Replaces all metadata.' }),
  }),
  responses: { 200: { description: 'The changed line.', body: line } },
  problems: ['not-found', 'external-code-taken'],
});
