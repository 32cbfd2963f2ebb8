import { z } from 'zod';
import { change } from './change.ts';
import { subscriber } from './subscriber.ts';

/** State files of earlier versions have a single key. */
const toList = (undoes: unknown) => (typeof undoes === 'string' ? [undoes] : undoes);

/**
 * One call that took effect: its request, and the subscriber before and after. A call that changed nothing because the
 * state was already right is an effect too, with both alike.
 */
export const effect = z.intersection(
  change,
  z.object({
    /** Counts the effects from 1, without a gap. */
    seq: z.int().positive(),
    at: z.iso.datetime(),
    /** The idempotency key of the call. */
    key: z.string(),
    /** The keys of the calls that this one undoes. */
    undoes: z.preprocess(toList, z.array(z.string()).optional()),
    before: subscriber.nullable(),
    after: subscriber.nullable(),
  }),
);
export type Effect = z.infer<typeof effect>;
