import type { Db } from '@linework/db/db';
import { listMigrations } from '@linework/db/migrate';
import { unprepared } from '@linework/db/statement';
import { createLog } from '@linework/log/log';
import { countOrders } from '@linework/operations/count-orders';
import { countRowsWithoutPartition } from '@linework/operations/read-database-state';
import { openQueues } from '@linework/queue/open-queues';
import { sleep } from '../command/sleep.ts';
import { type Check, failed, ok, warning } from '../doctor/check.ts';
import { withDatabase } from './with-database.ts';

interface Settings {
  readonly DATABASE_URL: string;
  readonly REDIS_URL?: string | undefined;
}

/** The oldest version of PostgreSQL on which the programs run. */
const oldestVersion = 15;
const clockLimitMs = 1_000;

/**
 * Checks the version and the clock of the database, the migrations, the orders that should have been executed, and the
 * queue.
 */
export async function checkDatabase({ DATABASE_URL, REDIS_URL }: Settings): Promise<readonly Check[]> {
  const checks = await withDatabase({ url: DATABASE_URL, name: 'doctor', statementTimeoutMs: 10_000 }, async (db) => {
    const migrations = await checkMigrations(db);
    // Without the tables of this release there are no orders to count.
    const orders = migrations.result === 'ok' ? [await checkOrders(db), ...(await checkPartitions(db))] : [];
    return [
      await checkServer(db),
      ...(await checkDurability(db)),
      migrations,
      ...orders,
      ...(REDIS_URL === undefined ? [await checkQueueTables(db)] : []),
    ];
  });
  return [...checks, ...(REDIS_URL === undefined ? [] : [await checkRedis(DATABASE_URL, REDIS_URL)])];
}

const serverStatement = unprepared(
  'check-server',
  `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS "versionNumber",
    pg_is_in_recovery() AS "isStandby", (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"`,
);

async function checkServer(db: Db): Promise<Check> {
  const sentAt = Date.now();
  const [row] = await db.query(serverStatement);
  const receivedAt = Date.now();
  if (row === undefined) throw new Error('The database returned no version.');
  const { version, versionNumber, isStandby, nowMs } = row;
  const difference = Math.max(0, nowMs - receivedAt, sentAt - nowMs);
  if (versionNumber < oldestVersion * 10_000)
    return failed('database', `PostgreSQL ${version} is too old`, `Upgrade it to ${oldestVersion} or newer.`);
  if (isStandby)
    return failed(
      'database',
      `PostgreSQL ${version}, a standby that accepts no writes`,
      'DATABASE_URL must name the primary.',
    );
  if (difference > clockLimitMs) {
    return warning(
      'database',
      `PostgreSQL ${version}; its clock differs by ${Math.round(difference / 1_000)} s from this machine`,
      'Synchronise the clocks.',
    );
  }
  return ok('database', `PostgreSQL ${version}, answered in ${receivedAt - sentAt} ms`);
}

/** The setting is told to every role, the state of a standby only to some. */
const durabilityStatement = unprepared(
  'check-durability',
  `SELECT (SELECT count(*) FROM pg_stat_replication)::int AS standbys,
    current_setting('synchronous_standby_names') <> ''
      AND current_setting('synchronous_commit') NOT IN ('off', 'local') AS "isSynchronous"`,
);

async function checkDurability(db: Db): Promise<readonly Check[]> {
  const [row] = await db.query(durabilityStatement);
  return row === undefined ? [] : describeDurability(row.standbys, row.isSynchronous);
}

/** @internal */
export function describeDurability(standbys: number, isSynchronous: boolean): readonly Check[] {
  if (standbys === 0) return [];
  const connected = standbys === 1 ? '1 standby is connected' : `${standbys} standbys are connected`;
  return isSynchronous
    ? [ok('durability', `${connected}; a commit waits for a standby`)]
    : [
        warning(
          'durability',
          `${connected}, and none is synchronous`,
          'Accepted orders are lost with the machine of the leader. Set synchronous_standby_names, or ' +
            'synchronous_mode of Patroni.',
        ),
      ];
}

/** Tells nothing while every row is in a partition of its own. @internal */
export async function checkPartitions(db: Pick<Db, 'query'>): Promise<readonly Check[]> {
  const tables = (await countRowsWithoutPartition(db)).filter(({ rows }) => rows > 0);
  return tables.map(({ table, rows }) =>
    warning(
      'partitions',
      `${rows} rows of ${table} are in its default partition and are never dropped`,
      'Check that workers run: the job maintain-partitions moves rows of the last days. Other days are a wrong clock.',
    ),
  );
}

const migrationTableStatement = unprepared(
  'has-migration-table',
  `SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS "isThere"`,
);
const migrationsStatement = unprepared(
  'list-migrations',
  `SELECT migration_name AS name, finished_at IS NOT NULL AS finished
  FROM _prisma_migrations
  WHERE rolled_back_at IS NULL`,
);

async function checkMigrations(db: Db): Promise<Check> {
  const known = await listMigrations();
  const [table] = await db.query(migrationTableStatement);
  const applied = table?.isThere ? await db.query(migrationsStatement) : [];
  const broken = applied.find(({ finished }) => !finished);
  const missing = known.filter((name) => !applied.some((row) => row.name === name));
  const later = applied.filter(({ name }) => !known.includes(name));
  if (broken)
    return failed(
      'migrations',
      `${broken.name} failed half-way`,
      'Repair the database, then run "prisma migrate resolve".',
    );
  if (missing.length > 0)
    return failed('migrations', `${missing.length} are missing, the first is ${missing[0]}`, 'Run "npm run migrate".');
  if (later.length > 0)
    return warning(
      'migrations',
      `the database has ${later.length} of a later release`,
      'Use the command of that release.',
    );
  return ok('migrations', `all ${known.length} are applied`);
}

async function checkOrders(db: Db): Promise<Check> {
  const counts = await countOrders(db);
  const sum = (name: 'count' | 'overdue' | 'waiting') => counts.reduce((total, row) => total + row[name], 0);
  const [overdue, waiting] = [sum('overdue'), sum('waiting')];
  const unresolved = counts
    .filter(({ status }) => status.endsWith('FAILED'))
    .reduce((total, { count }) => total + count, 0);
  if (overdue > 0)
    return failed(
      'orders',
      `${overdue} have been due for ten seconds or more`,
      'No worker executes them: check that a worker of this release runs.',
    );
  if (waiting > 0)
    return warning(
      'orders',
      `${waiting} wait for a system that is unavailable`,
      'See docs/runbook.md, "A system does not answer".',
    );
  if (unresolved > 0) return warning('orders', `${unresolved} need attention`, 'Run "linework incidents".');
  return ok('orders', 'none is overdue, none needs attention');
}

const queueTablesStatement = unprepared(
  'has-queue-tables',
  `SELECT to_regnamespace('bullmq') IS NOT NULL AS "areThere"`,
);

/** Opening the queues would create their tables, and this command changes nothing. */
async function checkQueueTables(db: Db): Promise<Check> {
  const [row] = await db.query(queueTablesStatement);
  if (row?.areThere) return ok('queue', 'in PostgreSQL, because REDIS_URL is not set');
  return warning(
    'queue',
    'in PostgreSQL, and its tables are missing',
    'Run "linework admin prepare-queues" as the owner, or set REDIS_URL.',
  );
}

const queueLimitMs = 10_000;

async function checkRedis(databaseUrl: string, redisUrl: string): Promise<Check> {
  const remedy = 'Orders start later, by the sweep. Check REDIS_URL, and that Redis runs.';
  try {
    const counted = await Promise.race([countJobs(databaseUrl, redisUrl), sleep(queueLimitMs)]);
    if (counted === undefined) return failed('queue', `Redis did not answer within ${queueLimitMs / 1_000} s`, remedy);
    return ok('queue', `in Redis; jobs waiting: ${counted['waiting'] ?? 0}, active: ${counted['active'] ?? 0}`);
  } catch (error) {
    return failed('queue', `in Redis: ${error instanceof Error ? error.message : error}`, remedy);
  }
}

async function countJobs(databaseUrl: string, redisUrl: string): Promise<Readonly<Record<string, number>>> {
  const queues = await openQueues({ databaseUrl, redisUrl, log: createLog({ name: 'doctor', level: 'silent' }) });
  try {
    return (await queues.counts()).orders;
  } finally {
    await queues.close();
  }
}
