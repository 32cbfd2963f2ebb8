import { Option } from 'commander';
import type { OwnCommand } from '../command/own-command.ts';
import { parseCount, parseSeconds } from '../operations/list-options.ts';

/** The API lists at most this many wrong rows of one request. */
const rowLimit = 1_000;

/** The commands about numbers, SIMs and their pools. */
export const inventoryCommands: readonly OwnCommand[] = [
  {
    noun: 'resources',
    name: 'import',
    summary:
      'Import numbers or SIMs from a file of CSV or NDJSON, with progress; the same command goes on after an ' +
      'interruption',
    build: (command, context) =>
      void command
        .argument(
          '<FILE>',
          '.csv with the names of the columns in its first line, .ndjson with one object a line, or - for the input',
        )
        .addOption(new Option('--pool <uuid>', 'The pool that gets them.').makeOptionMandatory())
        .option('--rejected <file>', 'Where wrong rows go. Default: beside the file, as NAME.rejected.csv.')
        .option(
          '--rows-per-request <count>',
          'How many rows one request has, at most 1000.',
          (text) => Math.min(parseCount(text), rowLimit),
          rowLimit,
        )
        .addOption(
          new Option('--check-digit <value>', 'Whether the ICCIDs of the file include their check digit.').choices([
            'present',
            'missing',
          ]),
        )
        .option(
          '--dry-run',
          'Check all rows and import none. A row that is twice in the file is found only within one request.',
        )
        .option('--restart', 'Forget where an earlier run stopped, and begin with the first row.')
        .action(async (file: string) =>
          (await import('./import-file.ts')).importFile(file, command.optsWithGlobals(), context),
        ),
  },
  {
    noun: 'resources',
    name: 'undo-import',
    summary:
      'Remove the resources of an import that were never on a line, with progress; the same command goes on after an ' +
      'interruption',
    build: (command, context) =>
      void command
        .addOption(new Option('--import-id <uuid>', 'The id in the answer of the import.').makeOptionMandatory())
        .action(async () => (await import('./undo-import.ts')).undoImport(command.optsWithGlobals(), context)),
  },
  {
    noun: 'pools',
    name: 'forecast',
    summary: 'Say how long pools last at the rate of the last days',
    build: (command, context) =>
      void command
        .argument('[ID]', 'the pool; without it all pools')
        .option('--days <count>', 'The days whose use is continued. Default: 7.', parseSeconds)
        .action(async (id: string | undefined) =>
          (await import('./show-forecast.ts')).showForecast(id, command.optsWithGlobals(), context),
        ),
  },
];
