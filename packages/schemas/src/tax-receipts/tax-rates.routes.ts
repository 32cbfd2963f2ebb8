import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { loadedTaxRate, taxRateLoad, taxRatesOfDay } from './tax-rate.ts';

export const listTaxRatesRoute = defineRoute({
  name: 'listTaxRates',
  method: 'get',
  path: '/tax-rates',
  tag: 'tax-receipts',
  summary: 'List the tax rates of a day',
  description:
    'A receipt takes the rates of its day of issue and keeps them. A row says which regimes carry the tax; ' +
    'without a rate their receipts wait.',
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

export const addTaxRatesRoute = defineRoute({
  name: 'addTaxRates',
  method: 'post',
  path: '/tax-rates',
  tag: 'tax-receipts',
  summary: 'Add tax rates, or see which drafts they would change',
  description:
    'All rows are loaded or none. A row never changes: a correction is another row, which begins on a later day ' +
    'or names the row of its own day in ' +
    '`replaces`. Receipts that wait for a rate are issued within seconds; what was issued keeps its rates.',
  scope: 'operator',
  body: z
    .strictObject({
      rates: z.array(loadedTaxRate).min(1).max(1_000),
      dryRun: z.boolean().optional().meta({ description: 'Load nothing, and say which drafts would change.' }),
    })
    .meta({
      example: {
        dryRun: true,
        rates: [
          {
            tax: 'ICMS',
            jurisdiction: 'SP',
            firstDay: '2027-03-01',
            rate: '18',
            regimes: ['SIMPLE_EXCEEDED', 'NORMAL'],
            isAddedToTotal: false,
            source: 'Law of the state',
            sourceDate: '2026-11-30',
          },
        ],
      },
    }),
  responses: { 200: { description: 'What was loaded, and which drafts change.', body: taxRateLoad } },
  problems: ['tax-rate-exists', 'unknown-tax-rate', 'not-a-tax-rate'],
});
