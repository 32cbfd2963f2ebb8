import { computeOutcome } from './compute-outcome.ts';
import type { Call, CallResult } from './handle-idempotent-call.ts';
import type { State } from './open-state.ts';

/** Executes every call, like a network without idempotency keys. The request log still stores the key for observers. */
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
