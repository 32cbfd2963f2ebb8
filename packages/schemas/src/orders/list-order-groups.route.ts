import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { z } from 'zod';
import { orderFilters } from './order-filters.ts';
import { groupMembers, orderGroups } from './order-group.ts';

export const listOrderGroupsRoute = defineRoute({
  name: 'listOrderGroups',
  method: 'get',
  path: '/order-groups',
  tag: 'orders',
  summary: 'Group the orders that need attention',
  description:
    'Counts the failed orders that no newer order has superseded, by order type, step and error code. The filters are those of `GET /orders`. Each group has the filter that lists exactly its orders, for a list or for a bulk operation.',
  scope: 'orders:read',
  cost: 'list',
  query: z.strictObject({
    by: listFromText(z.enum(groupMembers))
      .optional()
      .meta({ description: 'The members that the orders of a group share. The default is `type,step,error`.' }),
    ...orderFilters,
  }),
  responses: { 200: { description: 'The groups, the largest first.', body: orderGroups, isTable: true } },
  problems: [],
});
