import { timestampFromText } from '@linework/http/time-from-text';

const aheadLimitMs = 366 * 24 * 60 * 60 * 1_000;

/**
 * The query parameter `notBefore` of every operation that places an order: the earliest time at which it starts, at
 * most a year ahead.
 */
export const notBefore = timestampFromText
  .refine((time) => time.getTime() <= Date.now() + aheadLimitMs, 'must not be more than a year ahead')
  .optional()
  .meta({
    description: 'The order stays PENDING until this time, and nothing changes before. A time in the past means now.',
  });
