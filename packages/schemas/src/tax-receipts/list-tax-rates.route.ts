import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { taxRatesOfDay } from './tax-rate.ts';

export const listTaxRatesRoute = defineRoute({
  name: 'listTaxRates',
  method: 'get',
  path: '/tax-rates',
  tag: 'tax-receipts',
  summary: 'List the tax rates of a day',
  description:
    'A receipt takes the rates of its day of issue and keeps them. A row says which regimes carry the tax; without a rate their receipts wait.',
  scope: 'tax-receipts:read',
  query: z.strictObject({
    on: z.iso
      .date()
      .optional()
      .meta({ description: 'The day. By default today, in the time of Brasília.', example: '2026-11-28' }),
  }),
  responses: { 200: { description: 'The rates of the day.', body: taxRatesOfDay } },
  problems: [],
});
