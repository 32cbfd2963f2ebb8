import { PassingFault, Refusal, SystemAway } from '@linework/domain/faults';
import type { Register } from './register.ts';

/**
 * A fault of a call of several commands as the engine may take it. A refusal says that nothing was changed: after a change of this
 * call it is a passing fault, and the next attempt is refused from the start. A system that went away after a command was given may have
 * obeyed it.
 */
export function toldTruly(error: unknown, { progress }: Pick<Register, 'progress'>): unknown {
  const { isCommanded, isChanged } = progress();
  if (error instanceof Refusal && isChanged) return new PassingFault(error.code, error.message);
  if (error instanceof SystemAway && isCommanded) return new SystemAway(error.code, error.message, { mayHaveTakenEffect: true });
  return error;
}
