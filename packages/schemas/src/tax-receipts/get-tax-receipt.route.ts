import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { taxReceipt } from './tax-receipt.ts';

export const getTaxReceiptRoute = defineRoute({
  name: 'getTaxReceipt',
  method: 'get',
  path: '/tax-receipts/{id}',
  tag: 'tax-receipts',
  summary: 'Get a tax receipt',
  description: 'The content of a receipt does not change after it is issued.',
  scope: 'tax-receipts:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The receipt.', body: taxReceipt } },
  problems: ['not-found'],
});
