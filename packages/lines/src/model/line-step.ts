import { type Answer, type Call, defineExternalStep, type ExternalStep, type Look } from '@linework/engine/model/step';
import { PermanentError } from '@linework/engine/model/system-errors';
import type { Systems } from './systems.ts';

/** One call of a step that calls the network. */
export type LineCall = Call<Systems>;

/** A look at a call that the network has accepted. */
export type LineLook = Look<Systems>;

/** A step of an order on a line that calls the network. */
export type LineCallStep = ExternalStep<Systems>;

/** A step that calls the network. It looks at accepted calls by `lookAtNetwork`, unless it declares another look. */
export const defineLineCallStep = (step: Omit<LineCallStep, 'kind'>): LineCallStep =>
  defineExternalStep<Systems>({
    look: (look) => lookAtNetwork(look, look.undoes === undefined ? step.execute : step.undo),
    ...step,
  });

/**
 * Asks the network how an accepted call stands. When the network has refused it, or no longer knows it, the call is repeated under its key:
 * an earlier call of the same step may have made the change, and only the call itself can tell.
 */
export async function lookAtNetwork({ reference, ...call }: LineLook, repeat: LineCallStep['undo']): Answer {
  try {
    return await call.systems.network.look?.(reference, call.signal);
  } catch (error) {
    if (!(error instanceof PermanentError)) throw error;
    return repeat?.(call);
  }
}
