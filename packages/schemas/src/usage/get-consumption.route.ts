import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { consumption } from './consumption.ts';
import { lineProduct } from './line-product.ts';

/** The default and the maximum number of days. */
export const defaultDays = 30;
export const daysLimit = 366;

const day = z.iso
  .date()
  .refine((text) => text >= '2000-01-01' && text <= '2999-12-31', 'must be in the years 2000 to 2999');

export const getConsumptionRoute = defineRoute({
  name: 'getConsumption',
  method: 'get',
  path: '/lines/{lineId}/products/{productId}/consumption',
  tag: 'usage',
  summary: 'Get the daily usage of a product on a line',
  description: 'Lists one entry per day and component.',
  scope: 'usage:read',
  params: lineProduct,
  query: z.strictObject({
    from: day.optional().meta({ description: `The first day; the default range is ${defaultDays} days.` }),
    to: day
      .optional()
      .meta({ description: `The last day, inclusive; defaults to today. The range has at most ${daysLimit} days.` }),
  }),
  responses: { 200: { description: 'The usage per day. Days without usage are left out.', body: consumption } },
  problems: ['not-found'],
});
