import pg from 'pg';

/** How many sessions a contender may have: more clients than that share them. */
export const connections = 20;

/** A pool on a PostgreSQL that belongs to this process. What its idle sessions meet is reported until the pool is being ended. */
export function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  const report = (error: Error) => {
    if (!pool.ending) console.error(error.message);
  };
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  return pool;
}
