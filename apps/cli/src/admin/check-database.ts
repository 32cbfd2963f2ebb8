import type { Db } from '@linework/db/db';
import { listMigrations } from '@linework/db/migrate';
import { unprepared } from '@linework/db/statement';
import { createLog } from '@linework/log/log';
import { countOrders } from '@linework/operations/count-orders';
import { openQueues } from '@linework/queue/open-queues';
import { type Check, failed, ok, warning } from '../doctor/check.ts';
import { withDatabase } from './with-database.ts';

interface Settings {
  readonly DATABASE_URL: string;
  readonly REDIS_URL?: string | undefined;
}

/** The oldest version of PostgreSQL on which the programs run. */
const oldestVersion = 15;
const clockLimitMs = 1_000;

/** Checks the version and the clock of the database, the migrations, the orders that should have been executed, and the queue. */
export async function checkDatabase({ DATABASE_URL, REDIS_URL }: Settings): Promise<readonly Check[]> {
  const checks = await withDatabase({ url: DATABASE_URL, name: 'doctor', statementTimeoutMs: 10_000 }, async (db) => {
    const migrations = await checkMigrations(db);
    // Without the tables of this release there are no orders to count.
    const orders = migrations.result === 'ok' ? [await checkOrders(db)] : [];
    return [await checkServer(db), migrations, ...orders];
  });
  return [...checks, await checkQueue({ DATABASE_URL, REDIS_URL })];
}

const serverStatement = unprepared(
  `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS "versionNumber",
    pg_is_in_recovery() AS "isStandby", (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"`,
);

interface ServerRow {
  readonly version: string;
  readonly versionNumber: number;
  readonly isStandby: boolean;
  readonly nowMs: number;
}

async function checkServer(db: Db): Promise<Check> {
  const sentAt = Date.now();
  const [row] = await db.query<ServerRow>(serverStatement, []);
  const receivedAt = Date.now();
  if (row === undefined) throw new Error('The database returned no version.');
  const { version, versionNumber, isStandby, nowMs } = row;
  const difference = Math.max(0, nowMs - receivedAt, sentAt - nowMs);
  if (versionNumber < oldestVersion * 10_000) return failed('database', `PostgreSQL ${version} is too old`, `Upgrade it to ${oldestVersion} or newer.`);
  if (isStandby) return failed('database', `PostgreSQL ${version}, a standby that accepts no writes`, 'DATABASE_URL must name the primary.');
  if (difference > clockLimitMs) {
    return warning('database', `PostgreSQL ${version}; its clock differs by ${Math.round(difference / 1_000)} s from this machine`, 'Synchronise the clocks.');
  }
  return ok('database', `PostgreSQL ${version}, answered in ${receivedAt - sentAt} ms`);
}

const migrationTableStatement = unprepared(`SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS "isThere"`);
const migrationsStatement = unprepared(
  `SELECT migration_name AS name, finished_at IS NOT NULL AS finished
  FROM _prisma_migrations
  WHERE rolled_back_at IS NULL`,
);

async function checkMigrations(db: Db): Promise<Check> {
  const known = await listMigrations();
  const [table] = await db.query<{ readonly isThere: boolean }>(migrationTableStatement, []);
  const applied = table?.isThere ? await db.query<{ readonly name: string; readonly finished: boolean }>(migrationsStatement, []) : [];
  const broken = applied.find(({ finished }) => !finished);
  const missing = known.filter((name) => !applied.some((row) => row.name === name));
  const later = applied.filter(({ name }) => !known.includes(name));
  if (broken) return failed('migrations', `${broken.name} failed half-way`, 'Repair the database, then run "prisma migrate resolve".');
  if (missing.length > 0) return failed('migrations', `${missing.length} are missing, the first is ${missing[0]}`, 'Run "npm run migrate".');
  if (later.length > 0) return warning('migrations', `the database has ${later.length} of a later release`, 'Use the command of that release.');
  return ok('migrations', `all ${known.length} are applied`);
}

async function checkOrders(db: Db): Promise<Check> {
  const counts = await countOrders(db);
  const sum = (name: 'count' | 'overdue' | 'waiting') => counts.reduce((total, row) => total + row[name], 0);
  const [overdue, waiting] = [sum('overdue'), sum('waiting')];
  const unresolved = counts.filter(({ status }) => status.endsWith('FAILED')).reduce((total, { count }) => total + count, 0);
  if (overdue > 0)
    return failed('orders', `${overdue} have been due for ten seconds or more`, 'No worker executes them: check that a worker of this release runs.');
  if (waiting > 0) return warning('orders', `${waiting} wait for a system that is away`, 'See docs/runbook.md, "A system does not answer".');
  if (unresolved > 0) return warning('orders', `${unresolved} need attention`, 'Run "linework incidents".');
  return ok('orders', 'none is overdue, none needs attention');
}

async function checkQueue({ DATABASE_URL, REDIS_URL }: Settings): Promise<Check> {
  const place = REDIS_URL === undefined ? 'PostgreSQL' : 'Redis';
  try {
    const queues = await openQueues({ databaseUrl: DATABASE_URL, redisUrl: REDIS_URL, log: createLog({ name: 'doctor', level: 'silent' }) });
    try {
      if (!(await queues.isUp())) return failed('queue', `the queues in ${place} do not answer`, 'Orders start later, by the sweep. Check REDIS_URL.');
      const { orders } = await queues.counts();
      return ok('queue', `in ${place}; wake-ups waiting: ${orders['waiting'] ?? 0}, active: ${orders['active'] ?? 0}`);
    } finally {
      await queues.close();
    }
  } catch (error) {
    return failed('queue', `in ${place}: ${error instanceof Error ? error.message : error}`, 'Correct what the sentence names, then run it again.');
  }
}
