import { defineRoute } from '@linework/http/define-route';
import { listFromText, msisdnFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { e164Number } from './number.ts';
import { portOutLifecycle } from './port-out.lifecycle.ts';
import { portOut } from './port-out.ts';

export const listPortOutsRoute = defineRoute({
  name: 'listPortOuts',
  method: 'get',
  path: '/portability/port-outs',
  tag: 'Portability',
  summary: 'List port-outs',
  description: 'Lists the numbers that leave for other operators.',
  scope: 'portability:read',
  query: listQuery({
    sortBy: { createdAt: 'time' },
    filters: {
      ...timeFilters,
      status: listFromText(z.enum(portOutLifecycle.statuses)).optional(),
      msisdn: msisdnFromText(e164Number).optional(),
      brokerId: listFromText(z.uuid()).optional(),
    },
  }),
  responses: {
    200: {
      description: 'One page of port-outs.',
      body: pagedEnvelope(portOut),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});
