import { type Answer, type Call, defineExternalStep, type ExternalStep, type Poll } from '@linework/engine/model/step';
import { PermanentError } from '@linework/engine/model/system-errors';
import type { Systems } from './systems.ts';

/** One call of a step that calls the network. */
export type LineCall = Call<Systems>;

/** A poll of a call that the network has accepted. */
export type LinePoll = Poll<Systems>;

/** A step of an order on a line that calls the network. */
export type LineCallStep = ExternalStep<Systems>;

/** A step that calls the network. It polls accepted calls by `pollNetwork`, unless it declares another poll. */
export const defineLineCallStep = (step: Omit<LineCallStep, 'kind'>): LineCallStep =>
  defineExternalStep<Systems>({
    poll: (poll) => pollNetwork(poll, poll.undoes === undefined ? step.execute : step.undo),
    ...step,
  });

/**
 * Asks the network how an accepted call stands. When the network has refused it, or no longer knows it, the call is
 * repeated under its key: an earlier call of the same step may have made the change, and only the call itself can tell.
 */
export async function pollNetwork({ reference, ...call }: LinePoll, repeat: LineCallStep['undo']): Answer {
  try {
    return await call.systems.network.poll?.(reference, call.signal);
  } catch (error) {
    if (!(error instanceof PermanentError)) throw error;
    return repeat?.(call);
  }
}
