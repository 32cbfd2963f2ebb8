import { type OpenDb, openDb } from '@linework/db/db';

interface DatabaseOptions {
  readonly url: string;
  /** The name of the command, which the sessions of the database show. */
  readonly name: string;
  /** Counting or finding many millions of rows takes longer than the usual statement timeout. */
  readonly statementTimeoutMs?: number;
}

/** Opens one connection for a program, and closes it whatever happens. */
export async function withDatabase<Result>(
  { url, name, statementTimeoutMs = 60_000 }: DatabaseOptions,
  work: (db: OpenDb) => Promise<Result>,
): Promise<Result> {
  const db = openDb({ url, poolSize: 1, statementTimeoutMs, applicationName: `linework ${name}` });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
