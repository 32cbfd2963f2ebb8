import { z } from 'zod';
import { effect } from './effect.ts';
import { subscriber } from './subscriber.ts';

/** The entries from which the state of the register is rebuilt. */
export const stateEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('loaded'), subscribers: z.array(subscriber) }),
  z.object({ kind: z.literal('effect'), effect }),
]);
export type StateEntry = z.infer<typeof stateEntry>;
