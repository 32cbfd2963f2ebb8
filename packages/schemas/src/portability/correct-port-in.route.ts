import { defineRoute } from '@linework/http/define-route';
import { timestampFromText } from '@linework/http/time-from-text';
import { z } from 'zod';
import { federalTaxId } from '../holders/federal-tax-id.ts';
import { operatorCode } from './number.ts';
import { portIn } from './port-in.ts';

export const correctPortInRoute = defineRoute({
  name: 'correctPortIn',
  method: 'post',
  path: '/portability/port-ins/{id}/correct',
  tag: 'Portability',
  summary: 'Put right what a port-in is in CONFLICT for, and put it before the clearing house again',
  description: 'What is not given stays as it is. A window that has begun by then cannot be asked for again: a new one has to be given.',
  scope: 'portability:write',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    federalTaxId: federalTaxId.optional(),
    donor: operatorCode.optional(),
    windowFrom: timestampFromText.optional(),
    windowUntil: timestampFromText.optional(),
  }),
  responses: { 202: { description: 'The port-in, PENDING again.', body: portIn, headers: { Location: 'The port-in' } } },
  problems: ['not-found', 'invalid-status-transition', 'already-anonymised', 'portability-rejected'],
});
