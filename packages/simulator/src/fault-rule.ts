import { z } from 'zod';

const timesShape = z.union([z.int().min(1).max(1_000_000), z.literal('always')]);
const msShape = z.int().min(0).max(3_600_000);

/** What goes wrong. */
type FaultKind =
  | { readonly fault: 'slow'; readonly ms: number }
  | { readonly fault: 'error-before' | 'error-after' | 'drop-after' }
  | { readonly fault: 'refuse'; readonly code: string }
  | { readonly fault: 'away'; readonly ms?: number | undefined }
  | { readonly fault: 'hold'; readonly when: 'before' | 'after' };

/** A fault that somebody orders: what goes wrong, in which calls, how many times. */
export type FaultRule<Match> = FaultKind & { readonly match: Match; readonly times: number | 'always' };

/** The shape of a fault order, with what a simulator's calls are matched by: all members of it are optional. */
export function createFaultRuleShape<Match extends z.ZodObject>(match: Match): z.ZodType<FaultRule<z.output<Match>>> {
  // A match of which nothing is said is empty, which `prefault` cannot know of a shape that is a parameter.
  const matchFields = { match: match.prefault({} as z.input<Match>), times: timesShape.default(1) };
  const rules = z.discriminatedUnion('fault', [
    z.strictObject({ fault: z.literal('slow'), ms: msShape, ...matchFields }),
    /** 503, and nothing was done. */
    z.strictObject({ fault: z.literal('error-before'), ...matchFields }),
    /** 503, although it was done. */
    z.strictObject({ fault: z.literal('error-after'), ...matchFields }),
    /** Done, and the connection is cut instead of an answer. */
    z.strictObject({ fault: z.literal('drop-after'), ...matchFields }),
    z.strictObject({ fault: z.literal('refuse'), code: z.string().min(1).max(100).default('refused'), ...matchFields }),
    /** The connection is cut at once; over after `ms`, or when the fault is removed. */
    z.strictObject({ fault: z.literal('away'), ms: msShape.optional(), ...matchFields, times: timesShape.default('always') }),
    /** The call stands still, before or after it acts, until the fault is released or removed. */
    z.strictObject({ fault: z.literal('hold'), when: z.enum(['before', 'after']).default('before'), ...matchFields }),
  ]);
  return rules as unknown as z.ZodType<FaultRule<z.output<Match>>>;
}
