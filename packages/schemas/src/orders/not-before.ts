import { timestampFromText } from '@linework/http/time-from-text';

const aheadLimitMs = 366 * 24 * 60 * 60 * 1_000;

/** The query parameter `notBefore` of every operation that opens an order: when it is to be carried out, at most a year ahead. */
export const notBefore = timestampFromText
  .refine((time) => time.getTime() <= Date.now() + aheadLimitMs, 'must not be more than a year ahead')
  .optional()
  .meta({ description: 'The order waits as PENDING until then, and its line stays as it is. A time in the past is now.' });
