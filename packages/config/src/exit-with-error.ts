import { writeSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

const standardError = 2;

/**
 * Ends the program with exit code 1. An error that an operator can solve (a setting, a port in use, a database that
 * does not respond) is printed as one sentence. Any other error is a bug and is printed with its stack. The sentence
 * starts with `result`.
 */
export function exitWithError(error: unknown, result = 'Cannot start'): never {
  // Synchronous, because the process ends in the next line and a pipe would lose buffered output.
  writeSync(standardError, `${result}: ${explainError(error)}\n`);
  process.exit(1);
}

function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError) return error.message;
  if (!isOperatorError(error)) return error.stack ?? error.message;
  // A connection that failed on every address of a host is an AggregateError without a message.
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return first instanceof Error ? first.message : error.message;
}

/** Errors of the system and of the database have a code. The codes of Node's own argument checks start with ERR_. */
function isOperatorError(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && !error.code.startsWith('ERR_');
}
