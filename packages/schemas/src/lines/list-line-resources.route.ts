import { defineRoute } from '@linework/http/define-route';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { lineAssignment } from './line-assignment.ts';

export const listLineResourcesRoute = defineRoute({
  name: 'listLineResources',
  method: 'get',
  path: '/lines/{id}/resources',
  tag: 'lines',
  summary: 'List the numbers and SIMs that a line has or had',
  description:
    'Each number and SIM with the time in which the line had it, newest first. A number or SIM that is not in the inventory is not listed.',
  scope: 'lines:read',
  params: z.strictObject({ id: z.uuid() }),
  query: listQuery({ sortBy: { heldFrom: 'time' }, filters: {} }),
  responses: {
    200: {
      description: 'One page of numbers and SIMs.',
      body: pagedEnvelope(lineAssignment),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: ['not-found'],
});
