import { defineRoute } from '@linework/http/define-route';
import { eachAlone } from '@linework/http/request/each-alone';
import { timestampFromText } from '@linework/http/time-from-text';
import { z } from 'zod';
import { usageTypes } from '../catalog/product.ts';
import { freeForm } from '../values/free-form.ts';
import { hasMembers } from '../values/has-members.ts';
import { consumption } from './consumption.ts';
import { lineProductBalance } from './line-product-balance.ts';
import { usageCredit } from './usage-credit.ts';
import {
  aheadLimitMinutes,
  lateLimitDays,
  recordAmountLimit,
  recordedUsage,
  recordsLimit,
  usageRecord,
} from './usage-record.ts';

/** The path parameters of all routes about a product of a line. */
const lineProduct = z.strictObject({ lineId: z.uuid(), productId: z.uuid() });

export const getBalancesRoute = defineRoute({
  name: 'getBalances',
  method: 'get',
  path: '/lines/{lineId}/products/{productId}/balances',
  tag: 'usage',
  summary: 'Get the balance of a product on a line',
  description: 'Credits whose due date has passed are excluded.',
  scope: 'usage:read',
  params: lineProduct,
  responses: { 200: { description: 'The balance.', body: lineProductBalance } },
  problems: ['not-found'],
});

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

export const addCreditRoute = defineRoute({
  name: 'addCredit',
  method: 'post',
  path: '/lines/{lineId}/products/{productId}/credits',
  tag: 'usage',
  summary: 'Add a credit to the balance of a product',
  description:
    'The credit can be used until its due date. Of several credits, the one that expires first is used first.',
  scope: 'usage:write',
  params: lineProduct,
  body: z
    .strictObject({
      type: z.enum(usageTypes).optional().meta({ description: 'Selects the first component of this type.' }),
      componentId: z.uuid().toLowerCase().optional(),
      amount: z.int().min(1).max(recordAmountLimit).meta({ description: 'In bytes, seconds or messages.' }),
      dueDate: timestampFromText,
      metadata: freeForm.optional(),
    })
    .refine((body) => (body.type === undefined) !== (body.componentId === undefined), {
      error: 'must have either type or componentId',
      when: hasMembers,
    })
    .meta({ oneOf: [{ required: ['type'] }, { required: ['componentId'] }] }),
  responses: {
    201: { description: 'The credit.', body: usageCredit, headers: { Location: 'The balance with the credit' } },
  },
  problems: ['not-found', 'already-due', 'no-component', 'product-not-active'],
});

export const recordUsageRoute = defineRoute({
  name: 'recordUsage',
  method: 'post',
  path: '/usage/records',
  tag: 'usage',
  summary: `Record usage of lines, at most ${recordsLimit} records per request`,
  description: [
    'A record is counted once, even if it is sent several times. A record that exceeds the balance is counted in ' +
      'part. Sending it again gives the same result.',
    'Unlimited components are used first, then credits in the order of their due dates, then the overage of a ' +
      'product that allows it.',
    'Records that cannot be counted are rejected one by one, for example if they are malformed, or if `usedAt` is ' +
      `more than ${aheadLimitMinutes} minutes ahead or more than ${lateLimitDays} days ago. The others are counted.`,
    'A record names its line, or the number or IMSI that the line had at `usedAt`.',
    'A long batch is counted in chunks. After a 5xx response, a part of it may have been counted: send the same ' +
      'batch again.',
  ].join(' '),
  scope: 'usage:write',
  cost: 'batch',
  hasSeveralTransactions: true,
  bodyLimitBytes: 4 * 1024 * 1024,
  body: z.strictObject({ records: z.array(eachAlone(usageRecord)).min(1).max(recordsLimit) }),
  responses: { 200: { description: 'The outcome of the records.', body: recordedUsage } },
  problems: [],
});
