import type { Argument, Command, HelpConfiguration, Option } from 'commander';
import { exitCodes } from '../errors/exit-codes.ts';
import type { TableStyle } from '../output/format-table.ts';
import { wrapText } from '../output/wrap-text.ts';

type Paint = TableStyle['paint'];

/** A text that is narrower than this is not wrapped. */
const minWidthToWrap = 20;

/**
 * How a help looks: the values and the default of an option in one form for own commands and those of routes, and no
 * `[options]` in a list of commands.
 */
export const helpStyle = (paint: Paint): HelpConfiguration => ({
  showGlobalOptions: false,
  sortSubcommands: false,
  minWidthToWrap,
  styleTitle: (title) => paint('bold', title),
  optionDescription: describeOption,
  argumentDescription: ({ description }: Argument) => description,
  subcommandTerm: (command: Command) => [command.name(), ...command.registeredArguments.map(termOf)].join(' '),
});

function describeOption({ description, argChoices, defaultValue, required, optional }: Option): string {
  const hasDefault = (required || optional) && defaultValue !== undefined;
  return [
    description,
    ...(argChoices ? [`Values: ${argChoices.join(', ')}.`] : []),
    ...(hasDefault ? [`Default: ${defaultValue}.`] : []),
  ].join(' ');
}

const termOf = (argument: Argument): string => (argument.required ? `<${argument.name()}>` : `[${argument.name()}]`);

/** What stands below the help of the whole program. */
export function afterHelp(width: number, paint: Paint): string {
  const codes = Object.values(exitCodes).flatMap(({ code, meaning }) => {
    const [first = '', ...rest] = wrapText(meaning, width - codeWidth);
    return [
      `  ${String(code).padEnd(codeWidth - 2)}${first}`,
      ...rest.map((line) => `${' '.repeat(codeWidth)}${line}`),
    ];
  });
  return [
    '',
    paint('bold', 'Exit codes:'),
    ...codes,
    '',
    ...wrapText('Environment: LINEWORK_API_KEY, LINEWORK_URL, LINEWORK_PROFILE, NO_COLOR, XDG_CONFIG_HOME.', width),
    'Begin with: linework login --base-url https://linework.example',
  ].join('\n');
}

const codeWidth = 7;
