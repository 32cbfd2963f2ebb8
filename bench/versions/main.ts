// Two or more checkouts of the project at the same time, in turns of a second: is the later one slower?
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { exitWithMessage } from '../harness/exit-with-message.ts';
import { markdownTable } from '../harness/markdown-table.ts';
import { positive } from '../harness/options.ts';
import { ratioTo, takeTurns } from './take-turns.ts';
import { startVersion, type TurnFigures, type VersionProcess } from './version-process.ts';

const options = {
  folders: { type: 'string', default: '' },
  contender: { type: 'string', default: 'orders/linework' },
  concurrency: { type: 'string', default: '1,16,64' },
  seconds: { type: 'string', default: '1' },
  rounds: { type: 'string', default: '24' },
} as const;

const { folders, contender, concurrencies, seconds, count } = read();
const versions: readonly VersionProcess[] = await Promise.all(folders.map((folder) => startVersion(folder, contender)));
const rows: string[][] = [];
for (const clients of concurrencies) {
  const figures = await takeTurns(versions, { clients, seconds, count });
  for (const at of folders.keys()) {
    const row = toRow(clients, at, figures);
    rows.push(row);
    console.error(row.join('  '));
  }
}
for (const version of versions) await version.stop();
console.info(
  `${contender}, ${count} turns of ${seconds} s for each version; the ratio is to the first one, with the ` +
    `standard error of its mean\n`,
);
console.info(markdownTable(['Version', 'clients', 'per second', 'ratio', 'CPU-ms'], rows));

function toRow(clients: number, at: number, figures: readonly (readonly TurnFigures[])[]): string[] {
  const [base = [], turns = []] = [figures[0], figures[at]];
  const { mean, error } = ratioTo(base, turns);
  const sum = (of: (turn: TurnFigures) => number) => turns.reduce((total, turn) => total + of(turn), 0);
  return [
    basename(folders[at] ?? ''),
    String(clients),
    (sum(({ perSecond }) => perSecond) / turns.length).toFixed(0),
    at === 0 ? '1' : `${mean.toFixed(3)} ± ${error.toFixed(3)}`,
    (sum(({ cpuMs }) => cpuMs) / sum((turn) => turn.count)).toFixed(3),
  ];
}

function read() {
  const { values } = parseOptions();
  const found = values.folders
    .split(',')
    .filter((folder) => folder !== '')
    .map((folder) => resolve(folder));
  if (found.length < 2)
    exitWithMessage('--folders must name two or more checkouts, separated by commas, the earliest first.');
  const missing = found.map((folder) => `${folder}/bench/${values.contender}.ts`).filter((file) => !existsSync(file));
  if (missing.length > 0) exitWithMessage(`There is no ${missing.join(', ')}.`);
  return {
    folders: found,
    contender: values.contender,
    concurrencies: values.concurrency.split(',').map((text) => positive('concurrency', text)),
    seconds: positive('seconds', values.seconds),
    count: positive('rounds', values.rounds),
  };
}

function parseOptions() {
  try {
    return parseArgs({ options });
  } catch (error) {
    return exitWithMessage((error as Error).message);
  }
}
