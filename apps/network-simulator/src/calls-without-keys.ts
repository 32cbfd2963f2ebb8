import type { Call, Handled } from './idempotent-calls.ts';
import { outcomeOf } from './outcome-of.ts';
import type { State } from './state.ts';

/** Acts on every call as it comes, as a network does that has never heard of keys. The ledger keeps the key for whoever looks. */
export function handleWithoutKeys({ key, undoes, change }: Call, state: State, now: () => number): Handled {
  const outcome = outcomeOf(change, state.subscribers);
  const effect = {
    seq: state.ledger.nextSeq(),
    at: new Date(now()).toISOString(),
    key,
    ...(undoes === undefined ? {} : { undoes: [...undoes] }),
    ...change,
    ...outcome,
  };
  state.record({ kind: 'effect', effect });
  return { effect, replayed: false };
}
