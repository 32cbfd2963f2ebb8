import { z } from 'zod';
import { operations } from './change.ts';

const lastDigits = z.string().regex(/^\+?\d{1,15}$/, 'Digits: the last ones, or all of them.');
const times = z.union([z.int().min(1).max(1_000_000), z.literal('always')]);
const ms = z.int().min(0).max(3_600_000);

/** Which calls a fault strikes. Without a member it strikes every change; `find` must be named, or the network be away. */
const match = z.strictObject({
  operation: z.enum(operations).optional(),
  /** The IMSI that the call is about, or its last digits. */
  imsi: lastDigits.optional(),
  /** The number that the subscriber has or is to get, or its last digits. */
  msisdn: lastDigits.optional(),
  keySuffix: z.enum(['execute', 'undo']).optional(),
});

const strikes = { match: match.default({}), times: times.default(1) };

/** A fault that somebody orders: what goes wrong, in which calls, how many times. */
export const faultOrder = z.discriminatedUnion('fault', [
  z.strictObject({ fault: z.literal('slow'), ms, ...strikes }),
  /** 503, and nothing was done. */
  z.strictObject({ fault: z.literal('error-before'), ...strikes }),
  /** 503, although it was done. */
  z.strictObject({ fault: z.literal('error-after'), ...strikes }),
  /** Done, and the connection is cut instead of an answer. */
  z.strictObject({ fault: z.literal('drop-after'), ...strikes }),
  z.strictObject({ fault: z.literal('refuse'), code: z.string().min(1).max(100).default('refused'), ...strikes }),
  /** The connection is cut at once; over after `ms`, or when the fault is removed. */
  z.strictObject({ fault: z.literal('away'), ms: ms.optional(), ...strikes, times: times.default('always') }),
  /** The call stands still, before or after it acts, until the fault is released or removed. */
  z.strictObject({ fault: z.literal('hold'), when: z.enum(['before', 'after']).default('before'), ...strikes }),
]);
export type FaultOrder = z.infer<typeof faultOrder>;
