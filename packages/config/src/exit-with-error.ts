import { writeSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

const standardError = 2;

/**
 * Ends the program before it has begun, with exit code 1. What an operator can act on (a setting, a port in use, a database
 * that does not answer) is said in one sentence; anything else is a bug and is shown whole. `result` begins the sentence.
 */
export function exitWithError(error: unknown, result = 'Cannot start'): never {
  // Synchronous: the process ends in the next line, and a pipe would lose what is still on its way.
  writeSync(standardError, `${result}: ${explainError(error)}\n`);
  process.exit(1);
}

function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError) return error.message;
  if (!isOperatorError(error)) return error.stack ?? error.message;
  // A connection that failed on every address of a host is an AggregateError without words of its own.
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return first instanceof Error ? first.message : error.message;
}

/** Errors of the system and of the database carry a code; those of Node's own argument checks begin with ERR_. */
function isOperatorError(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && !error.code.startsWith('ERR_');
}
