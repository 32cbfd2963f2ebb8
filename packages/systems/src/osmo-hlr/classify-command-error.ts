import { PermanentError, SystemAway, TransientError } from '@linework/domain/system-errors';
import type { Register } from './register.ts';

/**
 * A fault of a call of several commands as the engine may take it. A refusal says that nothing was changed: after a change of this
 * call it is a passing fault, and the next attempt is refused from the start. A system that went away after a command was given may have
 * obeyed it.
 */
export function classifyCommandError(error: unknown, { progress }: Pick<Register, 'progress'>): unknown {
  const { isCommandSent, isChanged } = progress();
  if (error instanceof PermanentError && isChanged) return new TransientError(error.code, error.message);
  if (error instanceof SystemAway && isCommandSent) return new SystemAway(error.code, error.message, { mayHaveTakenEffect: true });
  return error;
}
