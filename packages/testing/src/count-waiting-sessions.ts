import type { OpenDb } from '@linework/db/db';

/** Counts the sessions of this database that wait for a lock. */
export async function countWaitingSessions({ pool }: Pick<OpenDb, 'pool'>): Promise<number> {
  const { rowCount } = await pool.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rowCount ?? 0;
}
