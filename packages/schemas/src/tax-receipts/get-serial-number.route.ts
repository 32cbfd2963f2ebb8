import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { serialNumber } from './serial-number.ts';

export const getSerialNumberRoute = defineRoute({
  name: 'getSerialNumber',
  method: 'get',
  path: '/serial-numbers/{id}',
  tag: 'tax-receipts',
  summary: 'Get a sequence in which tax receipts are numbered',
  description: 'The `serialNumberId` of a tax receipt is its id.',
  scope: 'tax-receipts:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The sequence.', body: serialNumber } },
  problems: ['not-found'],
});
