import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { aheadLimitMinutes, lateLimitDays, recordedUsage, recordsLimit, usageRecord } from './usage-record.ts';

export const recordUsageRoute = defineRoute({
  name: 'recordUsage',
  method: 'post',
  path: '/usage/records',
  tag: 'usage',
  summary: `Count what lines have used, as many as ${recordsLimit} records at once`,
  description: [
    'A record is counted once, however often it is sent. One that used up its balance is counted as far as that went, and answered the same way again.',
    'What is unlimited is used first, then the credit that ends first, then the overage of a product that allows it.',
    `Records that cannot be counted are refused one by one: also those used more than ${aheadLimitMinutes} minutes ahead or ${lateLimitDays} days ago.`,
    'A long batch is counted in pieces: after an answer of 5xx a part of it may have been counted, and the same batch is sent again.',
  ].join(' '),
  scope: 'usage:write',
  cost: 'batch',
  hasSeveralTransactions: true,
  bodyLimitBytes: 4 * 1024 * 1024,
  body: z.strictObject({ records: z.array(usageRecord).min(1).max(recordsLimit) }),
  responses: { 200: { description: 'What became of the records.', body: recordedUsage } },
  problems: [],
});
