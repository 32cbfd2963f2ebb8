import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { z } from 'zod';
import { lineLifecycle } from '../lifecycles/line.lifecycle.ts';
import { areaCode, lineCounts } from './line-counts.ts';

export const getLineCountsRoute = defineRoute({
  name: 'getLineCounts',
  method: 'get',
  path: '/line-counts',
  tag: 'lines',
  summary: 'Count lines by area code and status at the end of a day',
  description:
    'The counts are those of the end of `day` in the time of São Paulo, and for today those of now. They are kept ' +
    'from the first counted day on, at most 31 days before the release that began to count; an earlier day is ' +
    'rejected with that first day. A terminated line stays TERMINATED.',
  scope: 'lines:read',
  cost: 'list',
  query: z.strictObject({
    day: z.iso
      .date()
      .optional()
      .meta({ description: 'The day. By default today, in the time of São Paulo.', example: '2026-11-28' }),
    brokerId: listFromText(z.uuid()).optional(),
    status: listFromText(z.enum(lineLifecycle.statuses)).optional(),
    areaCode: listFromText(areaCode).optional().meta({ description: 'Area codes (DDD).' }),
  }),
  responses: { 200: { description: 'The counts, by area code and status.', body: lineCounts, isTable: true } },
  problems: [],
});
