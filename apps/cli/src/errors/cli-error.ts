import { type ExitName, exitCodes } from './exit-codes.ts';

interface CliErrorOptions {
  /** Further lines for people, such as each invalid member. */
  readonly details?: readonly string[];
  readonly cause?: unknown;
}

/** An error that the user can act on: one sentence that says what was wrong and what to do, and the exit code. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exit: ExitName;
  readonly details: readonly string[];

  constructor(exit: ExitName, message: string, { details = [], cause }: CliErrorOptions = {}) {
    super(message, { cause });
    this.exit = exit;
    this.details = details;
  }

  get exitCode(): number {
    return exitCodes[this.exit].code;
  }
}

/** The command line is wrong. */
export const usageError = (message: string, details: readonly string[] = []): CliError =>
  new CliError('usage', message, { details });
