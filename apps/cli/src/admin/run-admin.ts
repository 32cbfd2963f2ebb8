import { ConfigError } from '@linework/config/config-error';
import { CliError } from '../errors/cli-error.ts';

/**
 * Runs a program that works on the database. What an operator can solve (a setting, a database that does not answer)
 * becomes one sentence.
 */
export async function runAdmin(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw toCliError(error);
  }
}

function toCliError(error: unknown): unknown {
  if (error instanceof ConfigError) return new CliError('failed', error.message, { cause: error });
  if (!(error instanceof Error) || !isOperatorError(error)) return error;
  // A connection that failed on every address of a host is an AggregateError without a message.
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return new CliError('failed', first instanceof Error ? first.message : error.message, { cause: error });
}

/**
 * Errors of the system and of the database have a code. The codes of Node's own argument checks start with ERR_. So
 * have the problems of the domain.
 */
function isOperatorError(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && !error.code.startsWith('ERR_');
}
