import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { z } from 'zod';
import { orderFilters } from '../orders/order-filters.ts';
import { orderReport, reportDefaultDays, reportLimitDays, reportMembers } from './order-report.ts';

export const getOrderReportRoute = defineRoute({
  name: 'getOrderReport',
  method: 'get',
  path: '/order-report',
  tag: 'orders',
  summary: 'Count orders by day, type, status and error, with their times to completion',
  description:
    `The filters are those of \`GET /orders\`. The period is that of the creation: at most ${reportLimitDays} ` +
    'days between `createdAtFrom` and `createdAtTo`, ' +
    `by default the last ${reportDefaultDays} days (UTC), today included. The rows are sorted by day, and then ` +
    'the largest first.',
  scope: 'orders:read',
  cost: 'list',
  query: z.strictObject({
    by: listFromText(z.enum(reportMembers))
      .optional()
      .meta({ description: 'The members that the orders of a row share. The default is `day,type,status`.' }),
    ...orderFilters,
  }),
  responses: { 200: { description: 'The report.', body: orderReport, isTable: true } },
  problems: [],
});
