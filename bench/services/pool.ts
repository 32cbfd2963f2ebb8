import pg from 'pg';

/** The maximum number of sessions of a contender. If there are more clients, they share the sessions. */
export const connections = 20;

/** Opens a pool on a PostgreSQL of this process. Errors of idle sessions are printed until the pool ends. */
export function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  const report = (error: Error) => {
    if (!pool.ending) console.error(error.message);
  };
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  return pool;
}
