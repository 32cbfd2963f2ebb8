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
  summary: 'Correct a port-in that is in CONFLICT, and submit it to the clearing house again',
  description:
    'Members that are left out stay as they are. A window that has begun cannot be requested again: send a new one.',
  scope: 'portability:write',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    federalTaxId: federalTaxId.optional(),
    donor: operatorCode.optional(),
    windowFrom: timestampFromText.optional(),
    windowUntil: timestampFromText.optional(),
  }),
  responses: {
    202: { description: 'The port-in, PENDING again.', body: portIn, headers: { Location: 'The port-in' } },
  },
  problems: ['not-found', 'invalid-status-transition', 'already-anonymised', 'portability-rejected'],
});
