import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { supplier } from './supplier.ts';

export const listSuppliersRoute = defineRoute({
  name: 'listSuppliers',
  method: 'get',
  path: '/suppliers',
  tag: 'tax-receipts',
  summary: 'List the companies that issue tax receipts',
  description: 'A supplier is a company that issues tax receipts.',
  scope: 'tax-receipts:read',
  query: listQuery({
    sortBy: { createdAt: 'time' },
    filters: { ...timeFilters, brokerId: listFromText(z.uuid()).optional() },
  }),
  responses: {
    200: {
      description: 'One page of companies.',
      body: pagedEnvelope(supplier),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});
