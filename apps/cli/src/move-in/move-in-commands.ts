import { findingCodes, moveInDecisions } from '@linework/schemas/move-ins/finding-codes';
import { Option } from 'commander';
import type { OwnCommand } from '../command/own-command.ts';
import { parseCount } from '../operations/list-options.ts';

const folder = [
  '<DIR>',
  'a folder with holders.csv, numbers.csv, sims.csv, lines.csv and blocks.csv, or .ndjson',
] as const;

type Stage = 'compare' | 'adopt' | 'undo';

const stageCommand = (name: Stage, summary: string): OwnCommand => ({
  noun: 'move-in',
  name,
  summary,
  build: (command, context) =>
    void command
      .argument(...folder)
      .action(async (dir: string) =>
        (await import('./move-in.ts')).runStage(dir, name, command.optsWithGlobals(), context),
      ),
});

/** The commands that adopt the records of another system from the files of a folder. */
export const moveInCommands: readonly OwnCommand[] = [
  {
    noun: 'move-in',
    name: 'setup',
    summary: 'Make the broker, the ranges, the pools and the offers of an export; needs the key of an operator',
    build: (command, context) =>
      void command
        .argument('<DIR>', 'the folder of `linework export --broker`')
        .action(async (dir: string) =>
          (await import('./set-up.ts')).setUpFolder(dir, command.optsWithGlobals(), context),
        ),
  },
  {
    noun: 'move-in',
    name: 'check',
    summary: 'Upload the files of a folder and check them; every fault goes to findings.csv',
    build: (command, context) =>
      void command
        .argument(...folder)
        .option('--number-pool <uuid>', 'The pool that gets the numbers; needed once.')
        .option('--sim-pool <uuid>', 'The pool that gets the SIMs; needed once.')
        .option('--calls-per-second <count>', 'How fast the register is read later.', parseCount)
        .option('--key-file <path>', 'The private key for secrets.ndjson of an export.')
        .option('--new', 'Open another move-in, and forget the one of the folder.')
        .action(async (dir: string) =>
          (await import('./move-in.ts')).checkFolder(dir, command.optsWithGlobals(), context),
        ),
  },
  stageCommand('compare', 'Read the register for each line, and say what differs'),
  {
    noun: 'move-in',
    name: 'decide',
    summary: 'Decide about all findings with a code',
    build: (command, context) =>
      void command
        .argument(...folder)
        .addOption(
          new Option('--code <code>', 'The code of the findings.')
            .choices(Object.keys(findingCodes))
            .makeOptionMandatory(),
        )
        .addOption(
          new Option('--decision <decision>', 'Whose word counts.').choices([...moveInDecisions]).makeOptionMandatory(),
        )
        .addOption(new Option('--reason <text>', 'Why; it is kept.').makeOptionMandatory())
        .action(async (dir: string) =>
          (await import('./move-in.ts')).decideInFolder(dir, command.optsWithGlobals(), context),
        ),
  },
  stageCommand('adopt', 'Write the records, without a call to the network'),
  {
    noun: 'move-in',
    name: 'balance',
    summary: 'Write the statement of rows in, adopted and left out to balance.csv',
    build: (command, context) =>
      void command
        .argument(...folder)
        .action(async (dir: string) =>
          (await import('./move-in.ts')).writeBalance(dir, command.optsWithGlobals(), context),
        ),
  },
  stageCommand('undo', 'Take the adopted holders back that nothing has touched since'),
  {
    noun: 'move-in',
    name: 'example',
    summary: 'Write the files of an invented operator, to try a move-in',
    build: (command, context) =>
      void command
        .argument('<DIR>', 'a folder, which is created')
        .option('--lines <count>', 'How many lines it has.', parseCount, 1_000)
        .action(async (dir: string) =>
          (await import('./move-in.ts')).writeExample(dir, command.optsWithGlobals(), context),
        ),
  },
];
