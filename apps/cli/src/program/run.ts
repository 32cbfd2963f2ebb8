import { CommanderError } from 'commander';
import type { Context } from '../command/context.ts';
import type { OwnCommand } from '../command/own-command.ts';
import { CliError } from '../errors/cli-error.ts';
import { exitCodes } from '../errors/exit-codes.ts';
import { cleanText } from '../output/clean-text.ts';
import { buildProgram, listNouns } from './build-program.ts';

/** The hidden command that the completion scripts of the shells call. */
const completeCommand = '__complete';

/** Runs a command line and returns the exit code. Nothing is thrown. */
export async function run(words: readonly string[], context: Context, ownCommands: readonly OwnCommand[]): Promise<number> {
  const isDebugging = words.includes('--debug');
  try {
    if (words[0] === completeCommand) {
      const { complete } = await import('../completion/complete.ts');
      const typed = words.slice(1);
      context.stdout.write(complete(await buildProgram(context, { ownCommands, onlyNoun: findNoun(typed, ownCommands) }), typed));
      return exitCodes.done.code;
    }
    const program = await buildProgram(context, { ownCommands, onlyNoun: findNoun(words, ownCommands) });
    // Without a word there is nothing to do, and the help is what is looked for.
    await program.parseAsync(words.length === 0 ? ['--help'] : [...words], { from: 'user' });
    return exitCodes.done.code;
  } catch (error) {
    return report(error, context, isDebugging);
  }
}

/** The first word that is a noun. The value of an option before it may be one too; then its commands are built needlessly or all are missing no more than a suggestion. */
function findNoun(words: readonly string[], ownCommands: readonly OwnCommand[]): string | undefined {
  const nouns = listNouns(ownCommands);
  const found = words.filter((word) => nouns.includes(word));
  // Several candidates: all commands are built, which is slower and always right.
  return found.length === 1 ? found[0] : found.length === 0 ? '' : undefined;
}

async function report(thrown: unknown, context: Context, isDebugging: boolean): Promise<number> {
  if (context.signal.aborted) return exitCodes.interrupted.code;
  if (thrown instanceof CommanderError) return reportUsage(thrown, context);
  const { describeError } = await import('../api/describe-error.ts');
  const error = describeError(thrown);
  if (error instanceof CliError) {
    write(context, [error.message, ...error.details]);
    if (isDebugging) context.stderr.write(`${(error.cause as Error | undefined)?.stack ?? error.stack}\n`);
    return error.exitCode;
  }
  const message = error instanceof Error ? error.message : String(error);
  write(context, [`An error inside linework: ${message}`, 'Please report it with the output of the same command with --debug.']);
  if (isDebugging && error instanceof Error) context.stderr.write(`${error.stack}\n`);
  return exitCodes.bug.code;
}

/** Help and the version end the command without an error. */
function reportUsage({ code, exitCode, message }: CommanderError, context: Context): number {
  if (exitCode === 0 || code === 'commander.help' || code === 'commander.helpDisplayed' || code === 'commander.version') return exitCodes.done.code;
  write(context, message.replace(/^error: /, '').split('\n'));
  return exitCodes.usage.code;
}

function write({ stderr, paint }: Context, [sentence = '', ...details]: readonly string[]): void {
  const lines = [`${paint('bad', 'linework:')} ${cleanText(sentence)}`, ...details.filter((line) => line !== '').map((line) => `  ${cleanText(line)}`)];
  stderr.write(`${lines.join('\n')}\n`);
}
