import { z } from 'zod';
import { change } from './change.ts';
import { subscriber } from './subscriber.ts';

/** In a journal of before it is one key. */
const toList = (undoes: unknown) => (typeof undoes === 'string' ? [undoes] : undoes);

/**
 * One call that took effect: what was asked for, and the subscriber before and after. A call that found everything as
 * it wanted it is an effect too, with both alike.
 */
export const effect = z.intersection(
  change,
  z.object({
    /** Counts the effects from 1, without a gap. */
    seq: z.int().positive(),
    at: z.iso.datetime(),
    /** The idempotency key of the call. */
    key: z.string(),
    /** The keys of the calls that this one takes back. */
    undoes: z.preprocess(toList, z.array(z.string()).optional()),
    before: subscriber.nullable(),
    after: subscriber.nullable(),
  }),
);
export type Effect = z.infer<typeof effect>;
