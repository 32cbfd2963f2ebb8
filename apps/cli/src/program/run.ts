import { visibleText } from '@linework/log/visible-text';
import { type Command, CommanderError } from 'commander';
import type { Context } from '../command/context.ts';
import { findCommand } from '../command/find-command.ts';
import type { OwnCommand } from '../command/own-command.ts';
import { CliError } from '../errors/cli-error.ts';
import { exitCodes } from '../errors/exit-codes.ts';
import { widthOf } from '../output/terminal.ts';
import { wrapText } from '../output/wrap-text.ts';
import { buildProgram, listNouns } from './build-program.ts';

/** The hidden command that the completion scripts of the shells call. */
const completeCommand = '__complete';

/** Runs a command line and returns the exit code. Nothing is thrown. */
export async function run(
  words: readonly string[],
  context: Context,
  ownCommands: readonly OwnCommand[],
): Promise<number> {
  let program: Command | undefined;
  try {
    if (words[0] === completeCommand) {
      const { complete } = await import('../completion/complete.ts');
      const typed = words.slice(1);
      context.stdout.write(
        complete(await buildProgram(context, { ownCommands, onlyNoun: findNoun(typed, ownCommands) }), typed),
      );
      return exitCodes.done.code;
    }
    program = await buildProgram(context, { ownCommands, onlyNoun: findNoun(words, ownCommands) });
    // Without a word there is nothing to do, and the help is what is looked for.
    await program.parseAsync(words.length === 0 ? ['--help'] : [...words], { from: 'user' });
    return exitCodes.done.code;
  } catch (error) {
    return report(error, context, {
      isDebugging: words.includes('--debug'),
      path: program && pathOf(findCommand(program, words)),
    });
  }
}

/** The noun of a command line. Behind an option it may be the value of the option. */
function findNoun(words: readonly string[], ownCommands: readonly OwnCommand[]): string | undefined {
  const nouns = listNouns(ownCommands);
  const [first, ...others] = words.filter((word) => nouns.includes(word));
  // Several candidates behind an option: all commands are built, which is slower and always right.
  return first === words[0] || others.length === 0 ? (first ?? '') : undefined;
}

/** `linework lines block` */
const pathOf = (command: Command): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;

interface ReportOptions {
  readonly isDebugging: boolean;
  /** The command that was called, as far as it is known. */
  readonly path: string | undefined;
}

async function report(
  thrown: unknown,
  context: Context,
  { isDebugging, path = 'linework' }: ReportOptions,
): Promise<number> {
  if (context.signal.aborted) return exitCodes.interrupted.code;
  if (thrown instanceof CommanderError) return reportUsage(thrown, context, path);
  const { describeError } = await import('../api/describe-error.ts');
  const error = describeError(thrown);
  if (error instanceof CliError) {
    write(context, [error.message, ...error.details]);
    if (isDebugging) context.stderr.write(`${(error.cause as Error | undefined)?.stack ?? error.stack}\n`);
    return error.exitCode;
  }
  const message = error instanceof Error ? error.message : String(error);
  write(context, [
    `An error inside linework: ${message}`,
    'Please report it with the output of the same command with --debug.',
  ]);
  if (isDebugging && error instanceof Error) context.stderr.write(`${error.stack}\n`);
  return exitCodes.bug.code;
}

/** Help and the version end the command without an error. */
function reportUsage({ code, exitCode, message }: CommanderError, context: Context, path: string): number {
  if (exitCode === 0 || code === 'commander.help' || code === 'commander.helpDisplayed' || code === 'commander.version')
    return exitCodes.done.code;
  write(context, [...message.replace(/^error: /, '').split('\n'), `See "${path} --help".`]);
  return exitCodes.usage.code;
}

function write({ stderr, paint }: Context, [sentence = '', ...details]: readonly string[]): void {
  const width = widthOf(stderr);
  const [first = '', ...rest] = wrapText(`linework: ${visibleText(sentence)}`, width);
  const indented = details
    .flatMap((detail) => wrapText(visibleText(detail), width === undefined ? undefined : width - 2))
    .map((line) => `  ${line}`);
  stderr.write(`${[first.replace('linework:', paint('bad', 'linework:')), ...rest, ...indented].join('\n')}\n`);
}
