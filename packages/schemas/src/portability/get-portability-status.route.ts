import { defineRoute } from '@linework/http/define-route';
import { msisdnFromText } from '@linework/http/from-text';
import { z } from 'zod';
import { e164Number } from './number.ts';
import { portabilityStatus } from './number-status.ts';

export const getPortabilityStatusRoute = defineRoute({
  name: 'getPortabilityStatus',
  method: 'get',
  path: '/portability/status',
  tag: 'Portability',
  summary: 'Get the status of a number over all requests to port it in and out',
  description: 'The plus sign of the number may be left out. In an address it is written %2B.',
  scope: 'portability:read',
  query: z.strictObject({ msisdn: msisdnFromText(e164Number) }),
  responses: { 200: { description: 'The status of the number.', body: portabilityStatus } },
  problems: [],
});
