// `npm run drill`: a restore to a moment, on servers of its own. PostgreSQL archives its log, a base backup is taken
// under load, the server dies, and the backup is restored to a time T. It prints how long that took and what was lost,
// checks the invariants, and exits with 1 if an order is missing that was accepted before T. It needs PostgreSQL from
// Debian.
import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { migrate } from '@linework/db/migrate';
import { findFreePort } from '@linework/local-servers/find-free-port';
import { findDebianPostgres } from '@linework/local-servers/postgres-programs';
import { buildCommand, postgresUser } from '@linework/local-servers/postgres-user';
import { findViolations } from '@linework/testing/invariants/check-invariants';
import { startSystem } from '@linework/testing/processes/start-system';
import { waitUntil } from '@linework/testing/processes/wait-until';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } });
const partMs = Number(values.seconds) * 1_000;
if (!(partMs > 0)) {
  console.error('Usage: npm run drill -- --seconds N: the time of load before the backup, before T and after T');
  process.exit(2);
}
const log = (line: string) => console.error(line);

const programs = findDebianPostgres();
const folder = mkdtempSync(join(tmpdir(), 'linework-drill-'));
const user = postgresUser([folder]);
const inFolder = (name: string) => join(folder, name);
const [primary, backup, archive, sockets] = ['primary', 'backup', 'archive', 'sockets'].map(inFolder) as [
  string,
  string,
  string,
  string,
];
for (const place of [folder, archive, sockets, primary, backup]) {
  mkdirSync(place, { mode: 0o700, recursive: true });
  if (user.ids) chownSync(place, user.ids.uid, user.ids.gid);
}
const port = await findFreePort();
const url = `postgresql://linework@127.0.0.1:${port}/postgres`;

function run(program: string, ...args: readonly string[]): void {
  // A server that `pg_ctl` starts would keep a pipe open.
  const { command, args: all, ids } = buildCommand(user, join(programs, program), args);
  const options: SpawnSyncOptions = { ...ids, cwd: folder, stdio: 'ignore' };
  const { status } = spawnSync(command, all, options);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}; see ${folder}`);
}

const startServer = (data: string) =>
  run('pg_ctl', '--pgdata', data, '--log', inFolder('log'), '--timeout', '600', '--wait', 'start');

await using opened = new AsyncDisposableStack();
opened.defer(() => rmSync(folder, { recursive: true, force: true }));

run('initdb', '--pgdata', primary, '--username', 'linework', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C');
appendFileSync(
  join(primary, 'postgresql.conf'),
  `
port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = '${sockets}'
max_connections = 100
archive_mode = on
archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'
`,
);
startServer(primary);
let data = primary;
// The server has a session of its own, which does not end with this program.
opened.defer(() => run('pg_ctl', '--pgdata', data, '--mode', 'immediate', 'stop'));
await migrate(url);
const system = await startSystem({ databaseUrl: url, settings: { LOG_LEVEL: 'info' } });
opened.defer(() => system.close());
const worker = await system.startWorker();
const lines = await system.lines(200);

/** The orders that clients know, in the sequence of their answers. */
const accepted: string[] = [];
let isOver = false;
const clients = Array.from({ length: 8 }, async (_, client) => {
  const own = lines.filter((_line, at) => at % 8 === client);
  for (let turn = 0; !isOver; turn += 1) {
    const kind = Math.floor(turn / own.length) % 2 === 0 ? 'block' : 'unblock';
    const { status, headers } = await system.client.send('POST', `/lines/${own[turn % own.length]?.id}/${kind}`);
    const orderId = headers.get('Location')?.split('/').at(-1);
    if (status < 300 && orderId) accepted.push(orderId);
    // The last order of this line may not have ended.
    if (status === 409) await sleep(5);
  }
});
const seconds = (fromMs: number) => Number(((performance.now() - fromMs) / 1_000).toFixed(1));

await sleep(partMs);
let at = performance.now();
run('pg_basebackup', '--dbname', url, '--pgdata', backup, '--wal-method', 'none', '--checkpoint', 'fast');
const backupSeconds = seconds(at);
log(`base backup under load: ${backupSeconds} s, after ${accepted.length} orders`);
await sleep(partMs);
// An order that is accepted while T is asked for counts on neither side.
const beforeTarget = accepted.slice();
const { rows } = await system.db.pool.query<{ t: string }>('SELECT clock_timestamp()::text AS t');
const target = rows[0]?.t ?? '';
log(`T is ${target}, after ${beforeTarget.length} orders`);
await sleep(partMs);
isOver = true;
await Promise.all(clients);
const { rows: switched } = await system.db.pool.query('SELECT pg_walfile_name(pg_switch_wal()) AS last');
const archived = async () =>
  (await system.db.pool.query('SELECT last_archived_wal >= $1 AS done FROM pg_stat_archiver', [switched[0].last]))
    .rows[0]?.done === true;
await waitUntil('the log of the load is archived', archived, { limitMs: 60_000 });

log('the server dies');
at = performance.now();
await Promise.all([worker.kill(), system.api.kill()]);
run('pg_ctl', '--pgdata', primary, '--mode', 'immediate', 'stop');
rmSync(primary, { recursive: true });
data = backup;
appendFileSync(
  join(backup, 'postgresql.conf'),
  `
restore_command = 'cp ${archive}/%f %p'
recovery_target_time = '${target}'
recovery_target_action = 'promote'
`,
);
writeFileSync(join(backup, 'recovery.signal'), '');
startServer(backup);
await waitUntil(
  'the restored database accepts writes',
  async () =>
    (await system.db.pool.query('SELECT pg_is_in_recovery() AS waits').catch(() => ({ rows: [{ waits: true }] })))
      .rows[0]?.waits === false,
);
const writableSeconds = seconds(at);
await system.startApi();
await system.startWorker();
const readySeconds = seconds(at);
const isSettled = async () =>
  (await system.db.pool.query('SELECT count(*)::int AS open FROM orders WHERE is_open')).rows[0]?.open === 0;
await waitUntil('every order has settled', isSettled);
const found = new Set((await system.db.pool.query<{ id: string }>('SELECT id FROM orders')).rows.map(({ id }) => id));
const missing = beforeTarget.filter((id) => !found.has(id));
const lost = accepted.slice(beforeTarget.length).filter((id) => !found.has(id));
// Calls of lost orders took effect on the network, so its log is compared by hand.
const violations = await findViolations(system.db);

const report: readonly (readonly [string, string | number])[] = [
  ['base backup under load', `${backupSeconds} s`],
  ['T', target],
  ['database accepts writes after', `${writableSeconds} s`],
  ['programs are ready after', `${readySeconds} s`],
  ['every order has settled after', `${seconds(at)} s`],
  ['orders accepted before T', beforeTarget.length],
  ['of these, missing', missing.length],
  ['orders accepted after T', accepted.length - beforeTarget.length],
  ['of these, lost', lost.length],
  ['violated invariants', violations.length],
];
console.log(['| Drill | |', '|---|--:|', ...report.map(([name, value]) => `| ${name} | ${value} |`)].join('\n'));
for (const violation of violations) log(JSON.stringify(violation));
const isProven = beforeTarget.length > 0 && lost.length > 0;
if (!isProven) log('The drill proves nothing: no order was accepted before T, or none was lost after it.');
process.exitCode = missing.length === 0 && violations.length === 0 && isProven ? 0 : 1;
