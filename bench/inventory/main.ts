import { fileURLToPath } from 'node:url';
import { openDb } from '@linework/db/db';
import { migrate } from '@linework/db/migrate';
import { manyResources } from '@linework/testing/many-resources';
import { rounded } from '../harness/figures.ts';
import { describeMachine } from '../harness/machine.ts';
import { markdownTable } from '../harness/markdown-table.ts';
import { readOptions } from '../harness/options.ts';
import { writeResults } from '../harness/results-file.ts';
import { startPostgres } from '../services/postgres.ts';
import { bars } from './bars.ts';
import { casesOf } from './cases.ts';
import { lineworkPools, lineworkReads } from './linework.ts';
import { type Figures, figuresInTurn, type Times } from './measure.ts';
import { prismaPools, prismaReads } from './prisma.ts';
import { msInDatabase } from './read.ts';

const options = readOptions({
  seconds: 1,
  rounds: 5,
  concurrencies: [1],
  only: [],
  output: fileURLToPath(new URL('../results/inventory.json', import.meta.url)),
});

const work = 'a page of 20 out of 1,000,000 resources in 50 pools, run by PostgreSQL, and planned where the plan is not kept';
const machine = describeMachine();
const postgres = await startPostgres();
await migrate(postgres.url);
const db = openDb({ url: postgres.url, statementTimeoutMs: 120_000 });
const many = await manyResources(db, 1_000_000);

const indexOnly = { text: 'SELECT created_at, id FROM resource ORDER BY created_at DESC, id DESC LIMIT 20', values: [] };
const limitMs = await msInDatabase(db, [indexOnly], options.rounds * 4);
const chosen = casesOf(many).filter(({ name }) => options.only.length === 0 || options.only.some((part) => name.includes(part)));
const cases: Figures[] = [];
for (const { name, asked } of chosen) {
  const figures = await figuresInTurn(db, name, { linework: await lineworkReads(db, asked), prisma: await prismaReads(db, asked), rounds: options.rounds });
  cases.push(figures);
  console.error(`${name}: ${inShort(figures.linework)}; Prisma ${inShort(figures.prisma)}`);
}
const pools = await figuresInTurn(db, 'pools by availability', {
  linework: { page: await lineworkPools(db) },
  prisma: { page: await prismaPools(db) },
  rounds: options.rounds,
});
await db.close();
await postgres.stop();

const verdicts = bars(cases, pools);
const versions = { PostgreSQL: postgres.version };
const { output, rounds } = options;
writeResults(output, { benchmark: 'inventory', work, measuredAt: new Date(), machine, versions, options: { rounds }, limitMs, cases, pools, bars: verdicts });

function inShort(times: Times): string {
  return Object.entries(times)
    .map(([question, ms]) => `${question} ${rounded(ms)} ms`)
    .join(', ');
}

const shown = (ms: number | undefined) => (ms === undefined ? '' : rounded(ms));
const row = ({ name, linework, prisma }: Figures) => [
  name,
  ...(['page', 'cursor', 'page1000', 'total'] as const).flatMap((question) => [shown(linework[question]), shown(prisma[question])]),
];
console.log(`\nMs in the database for ${work}. Limit, an index-only read of 20 rows: ${rounded(limitMs)} ms.\n`);
console.log(
  markdownTable(['list', 'first page', 'Prisma', 'cursor at depth', 'Prisma', 'page 1,000', 'Prisma', 'total', 'Prisma'], [...cases, pools].map(row)),
);
console.log(`\nMedian of ${rounds} times in turn. ${machine.cpu}, ${machine.cores} cores, load ${machine.loadBefore} before; PostgreSQL ${postgres.version}.`);
console.log(
  `\n${markdownTable(
    ['bar', 'measured', 'met'],
    verdicts.map(({ says, measured, met }) => [says, measured, met ? 'yes' : 'no']),
  )}`,
);
