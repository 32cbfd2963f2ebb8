import { z } from 'zod';

/** A time to live that somebody sets: seconds, up to ten years. 0 is "at once"; absent is "the default". */
export const ttlSeconds = z.int().min(0).max(315_360_000).meta({ description: 'Seconds. 0 is at once; absent, the default.' });
