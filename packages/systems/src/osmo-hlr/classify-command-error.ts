import { PermanentError, SystemAway, TransientError } from '@linework/engine/model/system-errors';
import type { Register } from './register.ts';

/**
 * Classifies an error of a call with several commands for the engine. A `PermanentError` means that nothing was changed: after a change by this call
 * it becomes a `TransientError`, and the next attempt is rejected from the start. A system that became unreachable after a command was sent may have
 * executed it.
 */
export function classifyCommandError(error: unknown, { progress }: Pick<Register, 'progress'>): unknown {
  const { isCommandSent, isChanged } = progress();
  if (error instanceof PermanentError && isChanged) return new TransientError(error.code, error.message);
  if (error instanceof SystemAway && isCommandSent)
    return new SystemAway(error.code, error.message, { mayHaveTakenEffect: true });
  return error;
}
