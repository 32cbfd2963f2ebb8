import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { supplier } from './supplier.ts';

export const getSupplierRoute = defineRoute({
  name: 'getSupplier',
  method: 'get',
  path: '/suppliers/{id}',
  tag: 'tax-receipts',
  summary: 'Get a company that issues tax receipts',
  description: 'A supplier is a company that issues tax receipts.',
  scope: 'tax-receipts:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The company.', body: supplier } },
  problems: ['not-found'],
});
