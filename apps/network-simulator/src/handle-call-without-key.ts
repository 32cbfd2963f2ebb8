import { computeOutcome } from './compute-outcome.ts';
import type { Call, CallResult } from './handle-idempotent-call.ts';
import type { State } from './open-state.ts';

/** Acts on every call as it comes, as a network does that has never heard of keys. The ledger keeps the key for whoever looks. */
export function handleCallWithoutKey({ key, undoes, change }: Call, state: State, now: () => number): CallResult {
  const outcome = computeOutcome(change, state.subscribers);
  const effect = {
    seq: state.requestLog.nextSeq(),
    at: new Date(now()).toISOString(),
    key,
    ...(undoes === undefined ? {} : { undoes: [...undoes] }),
    ...change,
    ...outcome,
  };
  state.record({ kind: 'effect', effect });
  return { effect, replayed: false };
}
