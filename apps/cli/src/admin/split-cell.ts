import { randomUUID } from 'node:crypto';
import { ConfigError } from '@linework/config/config-error';
import { predicateOf, readTables, type Table } from '@linework/db/broker-predicates';
import { type OpenDb, openDb } from '@linework/db/db';
import { brokerCellGroup } from '@linework/schemas/brokers/broker-details';
import type { Context } from '../command/context.ts';
import { readSplitConfig } from './config.ts';

const connect = ({ pool }: OpenDb) => pool.connect();
type Connection = Awaited<ReturnType<typeof connect>>;

interface SplitOptions {
  readonly groups?: string;
  readonly begin?: boolean;
  readonly dryRun?: boolean;
}

type Side = 'stays' | 'moves';

/** A batch of pages is a transaction: an interrupted run goes on where it was. */
const pagesAtOnce = 8_192;
const statementTimeoutMs = 3_600_000;

/**
 * Splits a cell by copy and prune: the groups move to MOVED_DATABASE_URL, a copy of DATABASE_URL. `--begin` comes
 * before the copy. From then on no program starts on either database, until both are pruned and all their foreign keys
 * are checked.
 */
export async function splitCell({ groups: list = '', begin = false, dryRun = false }: SplitOptions, context: Context) {
  const groups = list.split(',').filter((group) => group !== '');
  if (groups.length === 0 || !groups.every((group) => brokerCellGroup.safeParse(group).success))
    throw new ConfigError(['--groups must be groups of brokers, separated by commas']);
  const config = readSplitConfig();
  const print = (line: string) => void context.stdout.write(`${line}\n`);
  if (begin) return withConnection(config.DATABASE_URL, (connection) => beginSplit(connection, groups, print));
  const { MOVED_DATABASE_URL } = config;
  if (MOVED_DATABASE_URL === undefined)
    throw new ConfigError(['MOVED_DATABASE_URL must be the address of the copy, which gets the groups']);
  await withConnection(config.DATABASE_URL, (stays) =>
    withConnection(MOVED_DATABASE_URL, async (moves) => {
      const sides = [
        ['stays', stays],
        ['moves', moves],
      ] as const;
      await requireCopies(stays, moves, groups);
      if (!dryRun) for (const [side, connection] of sides) await takeSide(connection, side);
      for (const [side, connection] of sides) await prune(connection, { side, groups, dryRun, print });
      if (dryRun) return print('Nothing was changed.');
      for (const [, connection] of sides)
        await connection.query('UPDATE cell_split SET released_at = now() WHERE released_at IS NULL');
      print('Both databases are released. Change the map of the proxy, and start the programs of both.');
    }),
  );
}

async function withConnection<Result>(url: string, work: (connection: Connection) => Promise<Result>) {
  const db = openDb({ url, poolSize: 1, statementTimeoutMs, applicationName: 'linework split' });
  try {
    const connection = await connect(db);
    try {
      return await work(connection);
    } finally {
      connection.release(true);
    }
  } finally {
    await db.close();
  }
}

async function beginSplit(connection: Connection, groups: readonly string[], print: (line: string) => void) {
  const { rows } = await connection.query<{ programs: number; moving: number; staying: number }>(
    `SELECT count(*) FILTER (WHERE cell_group = ANY($1))::int AS moving,
       count(*) FILTER (WHERE cell_group IS NULL OR cell_group <> ALL($1))::int AS staying,
       (SELECT count(*)::int
        FROM pg_stat_activity
        WHERE datname = current_database() AND application_name IN ('linework api', 'linework worker')) AS programs
     FROM broker`,
    [groups],
  );
  const [{ programs, moving, staying } = { programs: 0, moving: 0, staying: 0 }] = rows;
  if (moving === 0 || staying === 0)
    throw new ConfigError([`--groups must name some of the brokers: ${moving} would move and ${staying} stay`]);
  // Then the check of programs that start finds the row, and none that runs can have missed it.
  await connection.query(
    `INSERT INTO cell_split (id, groups)
     SELECT $1, $2
     WHERE NOT EXISTS (SELECT FROM cell_split WHERE released_at IS NULL AND groups = $2)`,
    [randomUUID(), groups],
  );
  print(`${moving} brokers move, ${staying} stay. No API and no worker starts on this database now.`);
  if (programs > 0) print(`Stop the programs before you copy it: they have ${programs} connections.`);
  print('Copy it (pg_basebackup), then run this command again without --begin, with MOVED_DATABASE_URL.');
}

/** Both must have the same open split, and be two databases. */
async function requireCopies(stays: Connection, moves: Connection, groups: readonly string[]): Promise<void> {
  const read = async (connection: Connection) =>
    (
      await connection.query<{ id: string; groups: readonly string[]; side: Side | null; programs: number }>(
        `SELECT id, groups, side, (SELECT count(*)::int
           FROM pg_stat_activity
           WHERE datname = current_database() AND application_name IN ('linework api', 'linework worker')) AS programs
         FROM cell_split
         WHERE released_at IS NULL`,
      )
    ).rows[0];
  const [one, other] = [await read(stays), await read(moves)];
  if (!one || !other || one.id !== other.id || one.groups.join() !== groups.join())
    throw new ConfigError([
      'both databases must be copies after "linework admin split --begin" with the same --groups, in the same order',
    ]);
  if (one.side === 'moves' || other.side === 'stays')
    throw new ConfigError(['DATABASE_URL and MOVED_DATABASE_URL are exchanged: a part was pruned the other way']);
  if (one.programs + other.programs > 0)
    throw new ConfigError([`stop the programs: they have ${one.programs + other.programs} connections`]);
}

/** Also finds that both addresses lead to one database, before anything is deleted there. */
async function takeSide(connection: Connection, side: Side): Promise<void> {
  const { rowCount } = await connection.query(
    'UPDATE cell_split SET side = $1 WHERE released_at IS NULL AND (side IS NULL OR side = $1)',
    [side],
  );
  if (rowCount !== 1) throw new ConfigError(['DATABASE_URL and MOVED_DATABASE_URL lead to the same database']);
}

interface PruneOptions {
  readonly side: Side;
  readonly groups: readonly string[];
  readonly dryRun: boolean;
  readonly print: (line: string) => void;
}

/** Deletes what belongs to the brokers of the other side, children first, and checks every foreign key. */
async function prune(connection: Connection, { side, groups, dryRun, print }: PruneOptions): Promise<void> {
  // The triggers of a deletion would count, guard and emit events, and the foreign keys are all checked at the end.
  if (!dryRun) await connection.query('SET session_replication_role = replica');
  const { rows } = await connection.query<{ id: string }>(
    `SELECT id FROM broker WHERE ${side === 'stays' ? '' : 'NOT '}coalesce(cell_group = ANY($1), false)`,
    [groups],
  );
  const pruned = rows.map(({ id }) => id);
  const tables = await readTables(async (sql) => (await connection.query<Table>(sql)).rows);
  let total = 0;
  for (const table of tables) {
    const predicate = predicateOf(table, side);
    if (predicate === undefined) continue;
    const count = dryRun
      ? await countRows(connection, table, predicate, pruned)
      : await deleteRows(connection, table, predicate, pruned);
    total += count;
    if (count > 0) print(`${side}: ${table.name}: ${count}`);
  }
  print(`${side}: ${total} rows of ${pruned.length} brokers ${dryRun ? 'would be' : 'were'} deleted`);
  if (dryRun) return;
  await checkForeignKeys(connection, tables);
  await connection.query('UPDATE cell_split SET pruned_at = coalesce(pruned_at, now()) WHERE released_at IS NULL');
  print(`${side}: every foreign key holds`);
}

async function countRows(connection: Connection, { name }: Table, predicate: string, pruned: readonly string[]) {
  const { rows } = await connection.query<{ count: number }>(
    `SELECT count(*)::int AS count
     FROM ${name} t
     WHERE ${predicate} AND $1::uuid[] IS NOT NULL`,
    [pruned],
  );
  return rows[0]?.count ?? 0;
}

async function deleteRows(connection: Connection, { leaves }: Table, predicate: string, pruned: readonly string[]) {
  let count = 0;
  for (const leaf of leaves) {
    const { rows } = await connection.query<{ pages: number }>(
      "SELECT (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int AS pages",
      [leaf],
    );
    const pages = rows[0]?.pages ?? 0;
    for (let from = 0; from < pages; from += pagesAtOnce) {
      const { rowCount } = await connection.query(
        `DELETE FROM ${leaf} t
         WHERE t.ctid >= $2::tid AND t.ctid < $3::tid AND ${predicate} AND $1::uuid[] IS NOT NULL`,
        [pruned, `(${from},0)`, `(${from + pagesAtOnce},0)`],
      );
      count += rowCount ?? 0;
    }
  }
  return count;
}

async function checkForeignKeys(connection: Connection, tables: readonly Table[]): Promise<void> {
  for (const { name, parents } of tables)
    for (const { parent, columns } of parents) {
      const isSet = columns.map(([own]) => `t.${own} IS NOT NULL`).join(' AND ');
      const isParent = columns.map(([own, other]) => `p.${other} = t.${own}`).join(' AND ');
      const { rows } = await connection.query<{ count: number }>(
        `SELECT count(*)::int AS count
         FROM ${name} t
         WHERE ${isSet} AND NOT EXISTS (SELECT FROM ${parent} p WHERE ${isParent})`,
      );
      if (rows[0]?.count !== 0) throw new ConfigError([`${rows[0]?.count} rows of ${name} refer to no ${parent}`]);
    }
}
