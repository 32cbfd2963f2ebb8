import { z } from 'zod';

const timesShape = z.union([z.int().min(1).max(1_000_000), z.literal('always')]);
const msShape = z.int().min(0).max(3_600_000);

/** The kind of a fault. */
type FaultKind =
  | { readonly fault: 'slow'; readonly ms: number }
  | { readonly fault: 'error-before' | 'error-after' | 'drop-after' }
  | { readonly fault: 'refuse'; readonly code: string }
  | { readonly fault: 'unavailable'; readonly ms?: number | undefined }
  | { readonly fault: 'hold'; readonly when: 'before' | 'after' }
  | { readonly fault: 'later'; readonly ms: number; readonly deadlineMs?: number | undefined };

/** An injected fault: its kind, the calls it matches, and how many times it is triggered. */
export type FaultRule<Match> = FaultKind & { readonly match: Match; readonly times: number | 'always' };

/**
 * The shape of a fault, with the match of a simulator's calls: all members of the match are optional. `later` is only
 * for a simulator that can accept a call and execute it later.
 */
export function createFaultRuleShape<Match extends z.ZodObject>(
  match: Match,
  { canAccept = false }: { readonly canAccept?: boolean } = {},
): z.ZodType<FaultRule<z.output<Match>>> {
  // A missing match is empty; `prefault` cannot infer that for a shape that is a parameter.
  const matchFields = { match: match.prefault({} as z.input<Match>), times: timesShape.default(1) };
  const rules = z.discriminatedUnion('fault', [
    z.strictObject({ fault: z.literal('slow'), ms: msShape, ...matchFields }),
    /** 503, and the call had no effect. */
    z.strictObject({ fault: z.literal('error-before'), ...matchFields }),
    /** 503, although the call took effect. */
    z.strictObject({ fault: z.literal('error-after'), ...matchFields }),
    /** The call takes effect, and the connection is cut instead of a response. */
    z.strictObject({ fault: z.literal('drop-after'), ...matchFields }),
    z.strictObject({ fault: z.literal('refuse'), code: z.string().min(1).max(100).default('refused'), ...matchFields }),
    /** The connection is cut at once; ends after `ms`, or when the fault is removed. */
    z.strictObject({
      fault: z.literal('unavailable'),
      ms: msShape.optional(),
      ...matchFields,
      times: timesShape.default('always'),
    }),
    /** The call waits, before or after it takes effect, until the fault is released or removed. */
    z.strictObject({ fault: z.literal('hold'), when: z.enum(['before', 'after']).default('before'), ...matchFields }),
    /**
     * 202: the call is accepted, and it is executed after `ms`. The caller is told to expect the end within
     * `deadlineMs`.
     */
    ...(canAccept
      ? [z.strictObject({ fault: z.literal('later'), ms: msShape, deadlineMs: msShape.optional(), ...matchFields })]
      : []),
  ]);
  return rules as unknown as z.ZodType<FaultRule<z.output<Match>>>;
}
