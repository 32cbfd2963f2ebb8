import { z } from 'zod';
import { effect } from './effect.ts';
import { subscriber } from './subscriber.ts';

/** What the register's state is made of. */
export const stateEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('loaded'), subscribers: z.array(subscriber) }),
  z.object({ kind: z.literal('effect'), effect }),
]);
export type StateEntry = z.infer<typeof stateEntry>;
