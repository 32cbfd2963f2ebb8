import { version } from '@linework/config/version';
import type { Operation } from '@linework/sdk/operation';
import { operationsByNoun } from '@linework/sdk/operations-by-noun';
import { Command, Option } from 'commander';
import type { Context } from '../command/context.ts';
import { helpWidth } from '../command/help-text.ts';
import type { OwnCommand } from '../command/own-command.ts';
import { addOperation, isCommand } from '../operations/add-operation.ts';
import { kebabCase } from '../operations/kebab-case.ts';
import { formats } from '../output/formats.ts';
import { createPaint } from '../output/terminal.ts';
import { describeNoun, groupOf, sortNouns } from './describe-noun.ts';
import { afterHelp, helpStyle } from './help-style.ts';

export interface ProgramOptions {
  readonly ownCommands: readonly OwnCommand[];
  /** The noun whose commands are built; undefined for all. Nothing is loaded for the others. */
  readonly onlyNoun?: string | undefined;
}

/** Builds the command line: the own commands, and a command for every route. */
export async function buildProgram(context: Context, { ownCommands, onlyNoun }: ProgramOptions): Promise<Command> {
  const program = createRoot(context);
  for (const own of ownCommands) if (own.noun === undefined) addOwnCommand(program, own, { context, operations: [] });
  for (const name of listNouns(ownCommands)) {
    const noun = program.command(name).summary(describeNoun(name)).description(describeNoun(name));
    noun.helpGroup(`${groupOf(name)}:`);
    if (onlyNoun === undefined || onlyNoun === name)
      fillNoun(noun, ofNoun(ownCommands, name), { context, operations: await loadOperations(name) });
  }
  return program;
}

/** The nouns of all routes and of the own commands, in the order of the reference. */
export function listNouns(ownCommands: readonly OwnCommand[]): readonly string[] {
  const names = [...Object.keys(operationsByNoun).map(kebabCase), ...ownCommands.flatMap(({ noun }) => noun ?? [])];
  return sortNouns([...new Set(names)]);
}

const ofNoun = (ownCommands: readonly OwnCommand[], name: string): readonly OwnCommand[] =>
  ownCommands.filter(({ noun }) => noun === name);

async function loadOperations(name: string): Promise<readonly Operation[]> {
  const [, load] = Object.entries(operationsByNoun).find(([noun]) => kebabCase(noun) === name) ?? [];
  return load === undefined ? [] : load();
}

interface Parts {
  readonly context: Context;
  readonly operations: readonly Operation[];
}

/** An own command takes the place of the operation of its name. */
function fillNoun(noun: Command, own: readonly OwnCommand[], { context, operations }: Parts): void {
  const isOwn = ({ verb }: Operation) => own.some(({ name }) => name === kebabCase(verb));
  for (const operation of operations.filter(isCommand)) if (!isOwn(operation)) addOperation(noun, operation, context);
  for (const command of own) addOwnCommand(noun, command, { context, operations });
}

function addOwnCommand(parent: Command, { name, summary, build }: OwnCommand, { context, operations }: Parts): void {
  build(parent.command(name).summary(summary).description(`${summary}.`), context, operations);
}

function createRoot(context: Context): Command {
  const width = helpWidth(context);
  const paint = createPaint(context.stdout, context.environment.noColor);
  const program = new Command('linework')
    .description(
      'Activates, blocks, changes and deletes telecom lines. Every route of the API is a command: linework NOUN VERB.',
    )
    .version(version, '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Explain a command.')
    .helpCommand('help [command]', 'Explain a command')
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void context.stdout.write(text),
      // A noun without a verb: its help is what is looked for.
      writeErr: (text) => void context.stdout.write(text),
      // The error is written once, with the sentence of the exit code.
      outputError: () => undefined,
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
      // Where the output has no colours, nothing is painted.
      getOutHasColors: () => true,
      getErrHasColors: () => true,
    })
    .configureHelp(helpStyle(paint))
    .addHelpText('after', () => afterHelp(width, paint))
    .addHelpText('afterAll', ({ command }) =>
      command.parent === null ? '' : '\nFor --profile, --base-url, -o, --select and --debug see "linework --help".',
    );
  for (const option of globalOptions()) program.addOption(option);
  return program;
}

/**
 * The options of every command. Their names are not those of any member of a query or a body, which a test checks.
 * @internal
 */
export const globalOptions = (): readonly Option[] => [
  new Option('--profile <name>', 'Use this profile. Default: LINEWORK_PROFILE, or the current one.'),
  new Option('--base-url <url>', 'The address of the API. Default: LINEWORK_URL, or that of the profile.'),
  new Option('-o, --output <format>', 'The form of the output; without it a table.').choices(formats),
  new Option('--select <paths>', 'Show only these members, such as id,holder.name.'),
  new Option('--debug', 'Show each request, and where an error came from.'),
];
