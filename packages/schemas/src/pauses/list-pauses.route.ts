import { defineRoute } from '@linework/http/define-route';
import { booleanFromText } from '@linework/http/from-text';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { pause } from './pause.ts';

export const listPausesRoute = defineRoute({
  name: 'listPauses',
  method: 'get',
  path: '/pauses',
  tag: 'orders',
  summary: 'List the pauses',
  description: 'Ended pauses are listed too, unless `ended=false`.',
  scope: 'operator',
  query: listQuery({ sortBy: { createdAt: 'time' }, filters: { ended: booleanFromText.optional() } }),
  responses: {
    200: {
      description: 'One page of pauses.',
      body: pagedEnvelope(pause),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});
