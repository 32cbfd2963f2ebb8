import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmptyDb, type TestDb } from '@linework/testing/create-test-db';
import { takesLong } from '@linework/testing/run/takes-long';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listMigrations, migrate } from '../src/migrate.ts';
import { migrationsOfRelease1, replacementOfRelease1, unreleased } from '../src/replaced-migrations.ts';

takesLong('much-work');

describe('migrating a database', () => {
  let db: TestDb;
  let client: Client;
  let folder: string;

  beforeEach(async () => {
    db = await createEmptyDb();
    client = new Client({ connectionString: db.url });
    await client.connect();
    folder = await mkdtemp(join(tmpdir(), 'linework-migrations-'));
  });

  afterEach(async () => {
    await client.end();
    await db.drop();
    await rm(folder, { recursive: true });
  });

  async function write(name: string, sql: string): Promise<void> {
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, name, 'migration.sql'), sql);
  }

  async function countTables(name: string): Promise<number> {
    const { rowCount } = await client.query('select 1 from pg_tables where schemaname = $1 and tablename = $2', [
      'public',
      name,
    ]);
    return rowCount ?? 0;
  }

  it('applies the missing migrations in the order of their names, each once', async () => {
    await write('2_fill', 'insert into cable values (1);');
    await write('1_make', 'create table cable (id int); insert into cable values (0);');

    expect(await migrate(db.url, folder)).toEqual(['1_make', '2_fill']);
    expect(await migrate(db.url, folder)).toEqual([]);

    await write('3_more', 'insert into cable values (2);');
    expect(await migrate(db.url, folder)).toEqual(['3_more']);
    expect((await client.query('select id from cable order by id')).rows).toEqual([{ id: 0 }, { id: 1 }, { id: 2 }]);
  });

  it('writes the same records as the migration tool of Prisma', async () => {
    await write('1_make', 'create table cable (id int);');
    await migrate(db.url, folder);

    const { rows } = await client.query('select * from _prisma_migrations');
    expect(rows).toMatchObject([
      {
        migration_name: '1_make',
        checksum: '8b3ca433a2272e124fd34c2c91e843c5274cb2f2f688786c4c02bf0d08e4a486',
        applied_steps_count: 1,
        rolled_back_at: null,
        logs: null,
        finished_at: expect.any(Date),
      },
    ]);
  });

  it('rolls back a migration that fails, and does not continue until it is resolved', async () => {
    await write('1_break', 'create table cable (id int); select 1 / 0;');

    await expect(migrate(db.url, folder)).rejects.toThrow('1_break failed: division by zero');
    expect(await countTables('cable')).toBe(0);

    await write('1_break', 'create table cable (id int);');
    await expect(migrate(db.url, folder)).rejects.toThrow('1_break failed earlier');

    await client.query('update _prisma_migrations set rolled_back_at = now()');
    expect(await migrate(db.url, folder)).toEqual(['1_break']);
  });

  it('fails without a change if a table is locked for too long, and applies the migration the next time', async () => {
    await write('1_make', 'create table cable (id int);');
    await migrate(db.url, folder);
    await write('2_change', 'create table plug (id int); alter table cable add column length int;');
    await client.query('begin; select from cable');
    await expect(migrate(db.url, folder, 100)).rejects.toThrow(
      'Migration 2_change waited 0.1 s for a lock and changed nothing; start it again.',
    );
    await client.query('rollback');

    expect(await countTables('plug')).toBe(0);
    expect(await migrate(db.url, folder)).toEqual(['2_change']);
  });

  it('closes the transaction of a migration that opened one and failed', async () => {
    await write('1_break', 'begin; create table cable (id int); select 1 / 0; commit;');

    await expect(migrate(db.url, folder)).rejects.toThrow('division by zero');
    expect(await countTables('cable')).toBe(0);
    expect((await client.query('select logs from _prisma_migrations')).rows[0].logs).toContain('division by zero');
  });

  it('runs statements outside a transaction if PostgreSQL requires it', async () => {
    await write('1_make', 'create table cable (id int);');
    await write('2_index', 'create index concurrently cable_id on cable (id);');

    expect(await migrate(db.url, folder)).toEqual(['1_make', '2_index']);
  });

  it('waits without a limit for CONCURRENTLY, which would be left half done', async () => {
    await write('1_make', 'create table cable (id int);');
    await migrate(db.url, folder);
    await write('2_index', 'create index concurrently cable_id on cable (id);');
    await client.query('begin; insert into cable values (1)');
    const migrating = migrate(db.url, folder, 1);
    const waiting = `
      select
      from pg_stat_activity
      where datname = current_database() and application_name = 'linework migrate' and wait_event_type = 'Lock'`;
    const isWaiting = async () => {
      // A transaction would read the view only once and then cache it.
      await client.query('select pg_stat_clear_snapshot()');
      return (await client.query(waiting)).rowCount === 1;
    };
    await expect.poll(isWaiting).toBe(true);
    await client.query('commit');

    expect(await migrating).toEqual(['2_index']);
  });

  it('fails if an applied migration was changed', async () => {
    await write('1_make', 'create table cable (id int);');
    await migrate(db.url, folder);
    await write('1_make', 'create table cable (id bigint);');

    await expect(migrate(db.url, folder)).rejects.toThrow('1_make was changed after it was applied');
  });

  it('lets one of many concurrent callers apply while the others wait', async () => {
    await write('1_make', 'select pg_sleep(0.2); create table cable (id int);');

    const answers = await Promise.all(Array.from({ length: 5 }, () => migrate(db.url, folder)));
    expect(answers.flat()).toEqual(['1_make']);
  });

  it('lets no waiting caller block CONCURRENTLY', async () => {
    await write('1_make', 'select pg_sleep(0.2); create table cable (id int);');
    await write('2_index', 'create index concurrently cable_id on cable (id);');

    const answers = await Promise.all(Array.from({ length: 5 }, () => migrate(db.url, folder)));
    expect(answers.flat()).toEqual(['1_make', '2_index']);
  });

  it('continues if the database has a migration that is not in the folder', async () => {
    await write('9_newer', 'create table cable (id int);');
    await migrate(db.url, folder);
    await rm(join(folder, '9_newer'), { recursive: true });
    await write('1_older', 'create table pole (id int);');

    expect(await migrate(db.url, folder)).toEqual(['1_older']);
  });

  describe('that has the migrations of 1.0.0 under their names', () => {
    const namesInDatabase = async () => {
      const { rows } = await client.query('select migration_name from _prisma_migrations order by 1');
      return rows.map((row) => row.migration_name as string);
    };
    const unreleasedNames = Array.from(
      { length: unreleased.count - 1 },
      (_, n) => `20261124${String(n).padStart(6, '0')}_a`,
    );

    /** A database of another folder, which has these names. */
    async function migrateAs(names: readonly string[]): Promise<void> {
      for (const name of names) await write(name, 'select 1;');
      await migrate(db.url, folder);
      for (const name of names) await rm(join(folder, name), { recursive: true });
      await write(replacementOfRelease1, 'create table cable (id int);');
      await write('20261128040000_a', 'create table plug (id int);');
      await write(unreleased.replacement, 'create table pole (id int);');
      await write('20261129000000_b', 'create table mast (id int);');
    }

    it('records the one that replaces them, and applies those after it', async () => {
      await migrateAs(migrationsOfRelease1);
      const later = ['20261128040000_a', unreleased.replacement, '20261129000000_b'];
      expect(await migrate(db.url, folder)).toEqual(later);
      expect(await countTables('cable')).toBe(0);
      expect(await namesInDatabase()).toEqual([replacementOfRelease1, ...later]);
      expect(await migrate(db.url, folder)).toEqual([]);
    });

    it('is unchanged if one of them is missing', async () => {
      await migrateAs(migrationsOfRelease1.slice(0, -1));
      await expect(migrate(db.url, folder)).rejects.toThrow(
        'The database has 42 of the 43 migrations of 1.0.0 (20261123000112_guard_of_port_out is missing); ' +
          'migrate it with release 1.0.0 first.',
      );
      expect(await namesInDatabase()).toEqual(migrationsOfRelease1.slice(0, -1));
      expect(await countTables('plug')).toBe(0);
    });

    it('records all replacements if it has every unreleased migration as well', async () => {
      await migrateAs([...migrationsOfRelease1, ...unreleasedNames, unreleased.last]);
      expect(await migrate(db.url, folder)).toEqual(['20261129000000_b']);
      expect(await namesInDatabase()).toEqual([
        replacementOfRelease1,
        '20261128040000_a',
        unreleased.replacement,
        '20261129000000_b',
      ]);
    });

    it.each([
      ['lacks the last unreleased ones', [...migrationsOfRelease1, ...unreleasedNames]],
      ['lacks one of them', [...migrationsOfRelease1, ...unreleasedNames.slice(1), unreleased.last]],
    ])('is unchanged if it %s', async (_, names) => {
      await migrateAs(names);
      await expect(migrate(db.url, folder)).rejects.toThrow('The database is between two releases');
      expect(await namesInDatabase()).toEqual(names.toSorted());
    });

    it('has replacements that are in the folder of this release', async () => {
      expect(await listMigrations()).toEqual(expect.arrayContaining([replacementOfRelease1, unreleased.replacement]));
    });
  });
});
