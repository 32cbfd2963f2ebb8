import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { consumption } from './consumption.ts';
import { lineProduct } from './line-product.ts';

/** How many days are shown where nobody says how many, and how many may be asked for. */
export const defaultDays = 30;
export const daysLimit = 366;

const day = z.iso.date().refine((text) => text >= '2000-01-01' && text <= '2999-12-31', 'must be in the years 2000 to 2999');

export const getConsumptionRoute = defineRoute({
  name: 'getConsumption',
  method: 'get',
  path: '/lines/{lineId}/products/{productId}/consumption',
  tag: 'usage',
  summary: 'Look up what a line has used of a product, day by day',
  description: 'One entry for each day and component.',
  scope: 'usage:read',
  params: lineProduct,
  query: z.strictObject({
    from: day.optional().meta({ description: `The first day; ${defaultDays} days up to the last where it is left out.` }),
    to: day.optional().meta({ description: `The last day, at most ${daysLimit} from the first; today where it is left out.` }),
  }),
  responses: { 200: { description: 'Days on which nothing was used are left out.', body: consumption } },
  problems: ['not-found'],
});
