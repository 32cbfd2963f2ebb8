import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { aheadLimitMinutes, lateLimitDays, recordedUsage, recordsLimit, usageRecord } from './usage-record.ts';

export const recordUsageRoute = defineRoute({
  name: 'recordUsage',
  method: 'post',
  path: '/usage/records',
  tag: 'usage',
  summary: `Record usage of lines, at most ${recordsLimit} records per request`,
  description: [
    'A record is counted once, even if it is sent several times. A record that exceeds the balance is counted in part. Sending it again gives the same result.',
    'Unlimited components are used first, then credits in the order of their due dates, then the overage of a product that allows it.',
    `Records that cannot be counted are rejected one by one, for example if \`usedAt\` is more than ${aheadLimitMinutes} minutes ahead or more than ${lateLimitDays} days ago.`,
    'A long batch is counted in chunks. After a 5xx response, a part of it may have been counted: send the same batch again.',
  ].join(' '),
  scope: 'usage:write',
  cost: 'batch',
  hasSeveralTransactions: true,
  bodyLimitBytes: 4 * 1024 * 1024,
  body: z.strictObject({ records: z.array(usageRecord).min(1).max(recordsLimit) }),
  responses: { 200: { description: 'The outcome of the records.', body: recordedUsage } },
  problems: [],
});
