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
  summary: 'Where a number stands, over all requests to port it in and out',
  description: 'The number may come without its plus sign. In an address the plus sign is written %2B.',
  scope: 'portability:read',
  query: z.strictObject({ msisdn: msisdnFromText(e164Number) }),
  responses: { 200: { description: 'Where it stands.', body: portabilityStatus } },
  problems: [],
});
