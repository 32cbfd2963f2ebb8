import { z } from 'zod';

const times = z.union([z.int().min(1).max(1_000_000), z.literal('always')]);
const ms = z.int().min(0).max(3_600_000);

/** What goes wrong. */
export type FaultKind =
  | { readonly fault: 'slow'; readonly ms: number }
  | { readonly fault: 'error-before' | 'error-after' | 'drop-after' }
  | { readonly fault: 'refuse'; readonly code: string }
  | { readonly fault: 'away'; readonly ms?: number | undefined }
  | { readonly fault: 'hold'; readonly when: 'before' | 'after' };

/** A fault that somebody orders: what goes wrong, in which calls, how many times. */
export type FaultOrder<Match> = FaultKind & { readonly match: Match; readonly times: number | 'always' };

/** The shape of a fault order, with what a simulator's calls are matched by: all members of it are optional. */
export function faultOrderOf<Match extends z.ZodObject>(match: Match): z.ZodType<FaultOrder<z.output<Match>>> {
  // A match of which nothing is said is empty, which `prefault` cannot know of a shape that is a parameter.
  const strikes = { match: match.prefault({} as z.input<Match>), times: times.default(1) };
  const orders = z.discriminatedUnion('fault', [
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
  return orders as unknown as z.ZodType<FaultOrder<z.output<Match>>>;
}
