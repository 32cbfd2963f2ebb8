import type { OpenDb } from '@linework/db/db';

/** How many sessions of this database wait for a lock that another holds. */
export async function countWaitingSessions({ pool }: Pick<OpenDb, 'pool'>): Promise<number> {
  const { rowCount } = await pool.query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
  return rowCount ?? 0;
}
