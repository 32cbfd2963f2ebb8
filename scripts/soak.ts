// `npm run soak -- --minutes M [--rate N]`: one API and one worker at half of what this machine can do, or at N orders
// a second. It prints what memory, connections, dead rows, tables and Redis did, and exits with 1 if one of them grows.
// Nothing else should run here.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { OpenDb } from '@linework/db/db';
import { migrate } from '@linework/db/migrate';
import { startEmbeddedPostgres } from '@linework/local-servers/embedded-postgres';
import { canInstall } from '@linework/local-servers/install-if-missing';
import { startRedisServer } from '@linework/local-servers/redis-server';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { longLease } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { Redis } from 'ioredis';
import { type Curve, judge, printCurves } from './soak/curve.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' }, rate: { type: 'string' } } });
const [minutes, givenRate] = [Number(values.minutes), values.rate === undefined ? undefined : Number(values.rate)];
if (!(minutes > 0 && (givenRate ?? 1) > 0)) {
  console.error('Usage: npm run soak -- --minutes M [--rate N]');
  process.exit(2);
}

const lineCount = 4_000;
const clients = 32;
const warmUpMs = 5_000;
const measureMs = 15_000;
const samples = 60;
const log = (line: string) => console.error(line);

await using servers = new AsyncDisposableStack();
const postgres = await startEmbeddedPostgres({
  dataDir: join(tmpdir(), `linework-soak-${randomUUID()}`),
  settings: { autovacuum_naptime: '10s', max_wal_size: '4GB' },
  temporary: true,
});
servers.defer(() => postgres.stop());
const redis = canInstall('redis-server') ? await startRedisServer() : undefined;
if (redis) servers.defer(() => redis.stop());
const redisClient = redis && new Redis(redis.url);
servers.defer(() => redisClient?.disconnect());
await migrate(postgres.url);
const system = await startSystem({
  databaseUrl: postgres.url,
  ...(redis && { redisUrl: redis.url }),
  settings: { LOG_LEVEL: 'info' },
});
servers.defer(() => system.close());
const worker = await system.startWorker(longLease);
const lineIds = (await system.lines(lineCount)).map(({ id }) => id);

/** Lines whose last order has been placed and may have ended. The oldest comes first. */
const blocked = new Set<string>();
let next = 0;
let placed = 0;
const answers: Record<number, number> = {};

async function placeNext({ client }: System): Promise<void> {
  const id = lineIds[next++ % lineIds.length] as string;
  const kind = blocked.has(id) ? 'unblock' : 'block';
  const { status } = await client.send('POST', `/lines/${id}/${kind}`);
  answers[status] = (answers[status] ?? 0) + 1;
  if (status >= 300) return;
  placed += 1;
  if (kind === 'block') blocked.add(id);
  else blocked.delete(id);
}

const countCompleted = async ({ pool }: OpenDb): Promise<number> =>
  (await pool.query<{ count: number }>("SELECT count(*)::int AS count FROM orders WHERE status = 'COMPLETED'")).rows[0]
    ?.count ?? 0;

const countOpen = async ({ pool }: OpenDb): Promise<number> =>
  (await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM orders WHERE is_open')).rows[0]?.count ?? 0;

/** Orders a second that are placed and completed when clients never pause. */
async function measureCapacity(): Promise<number> {
  let isOver = false;
  const working = Array.from({ length: clients }, async () => {
    while (!isOver) await placeNext(system);
  });
  await sleep(warmUpMs);
  const [before, from] = [await countCompleted(system.db), performance.now()];
  await sleep(measureMs);
  const capacity = ((await countCompleted(system.db)) - before) / ((performance.now() - from) / 1_000);
  isOver = true;
  await Promise.all(working);
  return capacity;
}

interface Sample {
  readonly minute: number;
  readonly [name: string]: number;
}

const sizes = `SELECT
    (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections,
    (SELECT 100.0 * sum(n_dead_tup) / greatest(1, sum(n_live_tup)) FROM pg_stat_user_tables)::float8 AS dead,
    sum(pg_total_relation_size(oid)) FILTER (WHERE relname ~ '^(past_)?(order|event)')::float8 AS growing,
    sum(pg_total_relation_size(oid)) FILTER (WHERE relname !~ '^(past_)?(order|event)')::float8 AS others
  FROM pg_class
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`;

const megabyte = 2 ** 20;

function residentMegabytes(pid = 0): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

async function takeSample(minute: number): Promise<Sample> {
  const { rows } = await system.db.pool.query(sizes);
  const [{ connections, dead, growing, others }] = rows;
  const memory = await redisClient?.info('memory');
  return {
    minute,
    'API MB': residentMegabytes(system.api.process.pid),
    'worker MB': residentMegabytes(worker.process.pid),
    connections,
    'dead rows %': dead,
    'bytes an order': growing / Math.max(1, placed),
    'other tables MB': others / megabyte,
    ...(memory && { 'Redis MB': Number(/used_memory:(\d+)/.exec(memory)?.[1]) / megabyte }),
  };
}

/** What is no growth, because it comes and goes. */
const noise: Readonly<Record<string, number>> = {
  'API MB': 15,
  'worker MB': 15,
  connections: 3,
  'dead rows %': 5,
  'bytes an order': 50,
  'other tables MB': 4,
  'Redis MB': 2,
};

const rate = givenRate ?? (await measureCapacity()) / 2;
log(`${minutes} minutes at ${Math.round(rate)} orders/s`);
const begin = performance.now();
const untilMs = begin + minutes * 60_000;
const open = new Set<Promise<void>>();
let due = 0;
const loading = (async () => {
  while (performance.now() < untilMs) {
    // An open loop: a slow answer does not slow the load.
    due += (rate * 20) / 1_000;
    for (; due >= 1 && open.size < 1_000; due -= 1) {
      const request = placeNext(system).finally(() => open.delete(request));
      open.add(request);
    }
    await sleep(20);
  }
  await Promise.all(open);
})();
const taken: Sample[] = [];
for (let at = 1; at <= samples; at += 1) {
  await sleep(Math.max(0, begin + (at * minutes * 60_000) / samples - performance.now()));
  taken.push(await takeSample((performance.now() - begin) / 60_000));
}
await loading;
// Without the log of the network's calls, which is too long here: the campaign compares it.
await waitUntil('every order has settled', async () => (await countOpen(system.db)) === 0);
const completed = await countCompleted(system.db);

const curves = Object.keys(noise)
  .filter((name) => taken[0]?.[name] !== undefined)
  .map((name): Curve => ({ name, values: taken.map((sample) => sample[name] ?? 0), noise: noise[name] ?? 0 }));
console.log(
  printCurves(
    taken.map(({ minute }) => minute),
    curves,
  ),
);
console.log(`\n${placed} orders, ${completed} of them COMPLETED; answers by status: ${JSON.stringify(answers)}.`);
const growing = curves.filter((curve) => judge(curve) === 'grows').map(({ name }) => name);
console.log(growing.length === 0 ? 'flat' : `grows: ${growing.join(', ')}`);
process.exitCode = growing.length === 0 && completed === placed ? 0 : 1;
