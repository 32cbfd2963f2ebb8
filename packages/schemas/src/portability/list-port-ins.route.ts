import { defineRoute } from '@linework/http/define-route';
import { listFromText, msisdnFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { e164Number } from './number.ts';
import { portInLifecycle } from './port-in.lifecycle.ts';
import { portIn } from './port-in.ts';

export const listPortInsRoute = defineRoute({
  name: 'listPortIns',
  method: 'get',
  path: '/portability/port-ins',
  tag: 'Portability',
  summary: 'List port-ins',
  description: 'Lists the numbers that come from other operators.',
  scope: 'portability:read',
  query: listQuery({
    sortBy: { createdAt: 'time' },
    filters: {
      ...timeFilters,
      status: listFromText(z.enum(portInLifecycle.statuses)).optional(),
      msisdn: msisdnFromText(e164Number).optional(),
      customerId: listFromText(z.uuid()).optional(),
      brokerId: listFromText(z.uuid()).optional(),
    },
  }),
  responses: {
    200: {
      description: 'One page of port-ins.',
      body: pagedEnvelope(portIn),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});
