import { z } from 'zod';

/** A time to live in requests: seconds, up to ten years. 0 means "at once"; an absent value means "the default". */
export const ttlSeconds = z
  .int()
  .min(0)
  .max(315_360_000)
  .meta({ description: 'Seconds. 0 means at once; if absent, the default.' });
