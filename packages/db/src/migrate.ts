import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { recordReplacements } from './replaced-migrations.ts';

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** Lock, table and checksums are the same as in `prisma migrate deploy`, so both can be used on one database. */
const migrationLock = 72707369;

const migrationTable = `
  create table if not exists _prisma_migrations (
    id varchar(36) primary key,
    checksum varchar(64) not null,
    finished_at timestamptz,
    migration_name varchar(255) not null,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )`;

const migrationsFolder = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));

/**
 * A migration that waits for the lock of a table blocks all later statements on it. It gives up before that becomes an
 * outage.
 */
const defaultLockTimeoutMs = 3_000;

/**
 * Applies the missing migrations of the folder in the order of their names, and returns the names of those applied.
 * Several processes may call it at the same time: one applies, the others wait. Throws if an earlier migration failed
 * half-way, if an applied file has changed, if the database has only some of the migrations that another one replaces,
 * or if a lock is not available in time. In the last two cases the database is unchanged.
 */
export async function migrate(
  databaseUrl: string,
  folder: string = migrationsFolder,
  lockTimeoutMs = defaultLockTimeoutMs,
): Promise<readonly string[]> {
  const migrations = await readMigrations(folder);
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'linework migrate',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  });
  await client.connect();
  try {
    while (!(await tryMigrationLock(client))) await sleep(pollMs);
    await client.query("set client_min_messages = 'warning'");
    await client.query(migrationTable);
    return await applyPending(client, migrations, lockTimeoutMs);
  } finally {
    // The lock belongs to the session and ends with it.
    await client.end();
  }
}

const connectTimeoutMs = 5_000;
const pollMs = 50;

/**
 * Polls for the lock. A statement that waits for it would hold a snapshot, and CREATE INDEX CONCURRENTLY waits for
 * every snapshot.
 */
async function tryMigrationLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
    migrationLock,
  ]);
  return rows[0]?.isOurs === true;
}

/** The names of all migrations of this release, the oldest first. */
export const listMigrations = async (): Promise<readonly string[]> =>
  (await readMigrations(migrationsFolder)).map(({ name }) => name);

async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(`${folder}/${name}/migration.sql`, 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function applyPending(
  client: Client,
  migrations: readonly Migration[],
  lockTimeoutMs: number,
): Promise<readonly string[]> {
  const applied = new Map(await appliedChecksums(client));
  for (const { name, checksum } of await recordReplacements(client, new Set(applied.keys()), migrations))
    applied.set(name, checksum);
  const pending = migrations.filter((migration) => !applied.has(migration.name));
  const changed = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum);
  if (changed)
    throw new Error(
      `Migration ${changed.name} was changed after it was applied; restore the file and add a new migration.`,
    );
  for (const migration of pending) await apply(client, migration, lockTimeoutMs);
  return pending.map((migration) => migration.name);
}

async function appliedChecksums(client: Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ migration_name: string; checksum: string; finished: boolean }>(
    'select migration_name, checksum, finished_at is not null as finished from _prisma_migrations where ' +
      'rolled_back_at is null',
  );
  const failed = rows.find((row) => !row.finished);
  if (failed)
    throw new Error(
      `Migration ${failed.migration_name} failed earlier; repair the database, then run "prisma migrate resolve".`,
    );
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

const lockNotAvailable = '55P03';

async function apply(client: Client, { name, sql, checksum }: Migration, lockTimeoutMs: number): Promise<void> {
  const id = randomUUID();
  await client.query('insert into _prisma_migrations (id, checksum, migration_name) values ($1, $2, $3)', [
    id,
    checksum,
    name,
  ]);
  // No limit for CONCURRENTLY: it does not block others while it waits, and would be left half done.
  await client.query(`set lock_timeout = ${/\bconcurrently\b/i.test(sql) ? 0 : lockTimeoutMs}`);
  try {
    // Without parameters the text is one simple query, which PostgreSQL runs as one transaction unless it contains
    // BEGIN and COMMIT.
    await client.query(sql);
  } catch (error) {
    await client.query('rollback');
    if ((error as { readonly code?: unknown }).code === lockNotAvailable) {
      await client.query('delete from _prisma_migrations where id = $1', [id]);
      throw new Error(
        `Migration ${name} waited ${lockTimeoutMs / 1_000} s for a lock and changed nothing; start it again.`,
        { cause: error },
      );
    }
    await client.query('update _prisma_migrations set logs = $2 where id = $1', [id, String(error)]);
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
  // A migration may have changed the search_path.
  await client.query('reset all');
  await client.query('update _prisma_migrations set finished_at = now(), applied_steps_count = 1 where id = $1', [id]);
}
