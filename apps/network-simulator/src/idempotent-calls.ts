import { isDeepStrictEqual } from 'node:util';
import { RefusedCall } from '@linework/simulator/refused-call';
import { type Change, change as changeShape } from './change.ts';
import type { Effect } from './effect.ts';
import { type Outcome, outcomeOf } from './outcome-of.ts';
import type { State } from './state.ts';

/** A change that was asked for under an idempotency key. */
export interface Call {
  readonly key: string;
  /** On an undo: the keys of the calls that it takes back. */
  readonly undoes?: readonly string[] | undefined;
  readonly change: Change;
}

export interface Handled {
  readonly effect: Effect;
  /** True when the effect is an earlier one of the same key, and this call did nothing. */
  readonly replayed: boolean;
}

/**
 * Lets a call take effect once: a repeat gets the effect of the first time. A refusal is not kept, so that the same
 * call may succeed later; the same key with another request is refused, whatever came of the first. An undo shuts out the calls
 * it names that have not acted yet.
 */
export function handleCall(call: Call, state: State, now: () => number): Handled {
  const known = state.ledger.effectOf(call.key);
  if (known) return replay(known, call);
  if (!state.isSameAsBefore(call.key, { change: call.change, undoes: call.undoes })) throw keyReused();
  if (state.ledger.isVoided(call.key)) {
    throw new RefusedCall(409, 'undone', 'This call was undone before it arrived.');
  }
  const effect: Effect = {
    seq: state.ledger.nextSeq(),
    at: new Date(now()).toISOString(),
    key: call.key,
    ...(call.undoes === undefined ? {} : { undoes: [...call.undoes] }),
    ...call.change,
    ...(hasNothingToUndo(call, state) ? unchanged(call, state) : outcomeOf(call.change, state.subscribers)),
  };
  state.record({ kind: 'effect', effect });
  return { effect, replayed: false };
}

function replay(effect: Effect, { undoes, change }: Call): Handled {
  if (isDeepStrictEqual(effect.undoes, undoes) && isDeepStrictEqual(changeShape.parse(effect), change)) return { effect, replayed: true };
  throw keyReused();
}

function keyReused(): RefusedCall {
  return new RefusedCall(422, 'key-reused', 'This idempotency key was used for another request.');
}

/** An undo takes back what its call did and nothing else: a create that was refused must not delete its namesake. */
function hasNothingToUndo({ undoes }: Call, { ledger }: State): boolean {
  return undoes?.every((key) => ledger.effectOf(key) === undefined) === true;
}

function unchanged({ change }: Call, { subscribers }: State): Outcome {
  const subscriber = subscribers.find(change.imsi) ?? null;
  return { before: subscriber, after: subscriber };
}
