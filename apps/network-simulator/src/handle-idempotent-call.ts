import { isDeepStrictEqual } from 'node:util';
import { RejectedCall } from '@linework/simulator/rejected-call';
import { type Change, change as changeShape } from './change.ts';
import { computeOutcome, type Outcome } from './compute-outcome.ts';
import type { Effect } from './effect.ts';
import type { State } from './open-state.ts';

/** A change with an idempotency key. */
export interface Call {
  readonly key: string;
  /** On an undo: the keys of the calls that it undoes. */
  readonly undoes?: readonly string[] | undefined;
  readonly change: Change;
}

export interface CallResult {
  readonly effect: Effect;
  /** True when the effect is an earlier one of the same key, and this call did nothing. */
  readonly replayed: boolean;
}

/**
 * Executes a call once per key: a repetition gets the effect of the first call. A rejection is not stored, so the same
 * call may succeed later. The same key with another request is rejected, whatever the result of the first. An undo
 * blocks the calls it names that have not executed yet.
 */
export function handleIdempotentCall(call: Call, state: State, now: () => number): CallResult {
  const earlier = state.requestLog.findEffect(call.key);
  if (earlier) return replayEffect(earlier, call);
  if (!state.isSameRequest(call.key, { change: call.change, undoes: call.undoes })) throw keyReused();
  if (state.requestLog.isVoided(call.key)) {
    throw new RejectedCall(409, 'undone', 'This call was undone before it arrived.');
  }
  const effect: Effect = {
    seq: state.requestLog.nextSeq(),
    at: new Date(now()).toISOString(),
    key: call.key,
    ...(call.undoes === undefined ? {} : { undoes: [...call.undoes] }),
    ...call.change,
    ...(hasNothingToUndo(call, state) ? computeNoChange(call, state) : computeOutcome(call.change, state.subscribers)),
  };
  state.record({ kind: 'effect', effect });
  return { effect, replayed: false };
}

function replayEffect(effect: Effect, { undoes, change }: Call): CallResult {
  if (isDeepStrictEqual(effect.undoes, undoes) && isDeepStrictEqual(changeShape.parse(effect), change))
    return { effect, replayed: true };
  throw keyReused();
}

function keyReused(): RejectedCall {
  return new RejectedCall(422, 'key-reused', 'This idempotency key was used for another request.');
}

/**
 * An undo reverts what its call did and nothing else: a create that was rejected must not delete an existing
 * subscriber.
 */
function hasNothingToUndo({ undoes }: Call, { requestLog }: State): boolean {
  return undoes?.every((key) => requestLog.findEffect(key) === undefined) === true;
}

function computeNoChange({ change }: Call, { subscribers }: State): Outcome {
  const subscriber = subscribers.find(change.imsi) ?? null;
  return { before: subscriber, after: subscriber };
}
