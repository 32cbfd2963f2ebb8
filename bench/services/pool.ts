import pg from 'pg';

/** A pool on a PostgreSQL that belongs to this process. What its idle sessions meet is reported until the pool is being ended. */
export function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 20 });
  const report = (error: Error) => {
    if (!pool.ending) console.error(error.message);
  };
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  return pool;
}
