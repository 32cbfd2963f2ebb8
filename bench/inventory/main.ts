import { fileURLToPath } from 'node:url';
import { openDb } from '@linework/db/db';
import { migrate } from '@linework/db/migrate';
import { manyResources } from '@linework/testing/volume/many-resources';
import { formatNumber } from '../harness/format-figures.ts';
import { describeMachine } from '../harness/machine.ts';
import { markdownTable } from '../harness/markdown-table.ts';
import { readOptions } from '../harness/options.ts';
import { writeResults } from '../harness/results-file.ts';
import { startPostgres } from '../services/postgres.ts';
import { buildCases } from './cases.ts';
import { lineworkPools, lineworkReads } from './linework.ts';
import { type Figures, measureInTurn, type Times } from './measure.ts';
import { prismaPools, prismaReads } from './prisma.ts';
import { msInDatabase } from './read.ts';
import { thresholds } from './thresholds.ts';

const options = readOptions({
  seconds: 1,
  rounds: 5,
  concurrencies: [1],
  only: [],
  output: fileURLToPath(new URL('../results/inventory.json', import.meta.url)),
});

const work =
  'a page of 20 out of 1,000,000 resources in 50 pools, executed by PostgreSQL, and planned unless the statement ' +
  'is prepared';
const machine = describeMachine();
const postgres = await startPostgres();
await migrate(postgres.url);
const db = openDb({ url: postgres.url, statementTimeoutMs: 120_000 });
const many = await manyResources(db, 1_000_000);

const indexOnly = {
  text: 'SELECT created_at, id FROM resource ORDER BY created_at DESC, id DESC LIMIT 20',
  values: [],
};
const baselineMs = await msInDatabase(db, [indexOnly], options.rounds * 4);
const chosen = buildCases(many).filter(
  ({ name }) => options.only.length === 0 || options.only.some((part) => name.includes(part)),
);
const cases: Figures[] = [];
for (const { name, filters } of chosen) {
  const figures = await measureInTurn(db, name, {
    linework: await lineworkReads(db, filters),
    prisma: await prismaReads(db, filters),
    rounds: options.rounds,
  });
  cases.push(figures);
  console.error(`${name}: ${formatTimes(figures.linework)}; Prisma ${formatTimes(figures.prisma)}`);
}
const pools = await measureInTurn(db, 'pools by availability', {
  linework: { page: await lineworkPools(db) },
  prisma: { page: await prismaPools(db) },
  rounds: options.rounds,
});
await db.close();
await postgres.stop();

const verdicts = thresholds(cases, pools);
const versions = { PostgreSQL: postgres.version };
const { output, rounds } = options;
writeResults(output, {
  benchmark: 'inventory',
  work,
  machine,
  versions,
  options: { rounds },
  baselineMs,
  cases,
  pools,
  thresholds: verdicts,
});

function formatTimes(times: Times): string {
  return Object.entries(times)
    .map(([read, ms]) => `${read} ${formatNumber(ms)} ms`)
    .join(', ');
}

const formatMs = (ms: number | undefined) => (ms === undefined ? '' : formatNumber(ms));
const row = ({ name, linework, prisma }: Figures) => [
  name,
  ...(['page', 'cursor', 'page1000', 'total'] as const).flatMap((read) => [
    formatMs(linework[read]),
    formatMs(prisma[read]),
  ]),
];
console.log(
  `\nMs in the database for ${work}. Baseline, an index-only read of 20 rows: ${formatNumber(baselineMs)} ms.\n`,
);
console.log(
  markdownTable(
    ['list', 'first page', 'Prisma', 'cursor at depth', 'Prisma', 'page 1,000', 'Prisma', 'total', 'Prisma'],
    [...cases, pools].map(row),
  ),
);
console.log(
  `\nMedian of ${rounds} times in turn. ${machine.cpu}, ${machine.cores} cores, load ${machine.loadBefore} ` +
    `before; PostgreSQL ${postgres.version}.`,
);
console.log(
  `\n${markdownTable(
    ['threshold', 'measured', 'met'],
    verdicts.map(({ description, measured, isMet }) => [description, measured, isMet ? 'yes' : 'no']),
  )}`,
);
