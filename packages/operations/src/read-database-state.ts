import type { Db, OpenDb } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import type { Metrics } from './metrics.ts';

/** A role sees the transactions of its own sessions, or with `pg_read_all_stats` those of all. */
const transactionStatement = statement(
  'read-oldest-transaction',
  `SELECT coalesce(greatest(extract(epoch FROM now() - min(xact_start)), 0), 0)::float8 AS seconds
   FROM pg_stat_activity
   WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
);

/** Without `pg_read_all_stats` the state of every standby is null, so there are no rows. */
const standbysStatement = statement(
  'read-standbys',
  `SELECT application_name AS standby,
     max(coalesce(extract(epoch FROM replay_lag), 0))::float8 AS "lagSeconds",
     max(coalesce(pg_wal_lsn_diff(
       CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END,
       replay_lsn), 0))::float8 AS "lagBytes"
   FROM pg_stat_replication
   WHERE state IS NOT NULL
   GROUP BY application_name
   ORDER BY application_name
   LIMIT 20`,
);

const tablesStatement = statement(
  'read-table-rows',
  `SELECT root.relname::text AS "table", sum(t.n_dead_tup)::float8 AS dead, sum(t.n_live_tup)::float8 AS live
   FROM pg_stat_user_tables t
   JOIN pg_class root ON root.oid = coalesce(pg_partition_root(t.relid), t.relid)
   WHERE t.schemaname IN ('public', 'bullmq')
   GROUP BY root.relname
   ORDER BY dead DESC, root.relname
   LIMIT 20`,
);

/** The count stops at 1,000: one is a fault. */
const misplacedStatement = statement(
  'count-rows-without-partition',
  `SELECT 'usage_record' AS "table", count(*)::float8 AS rows
   FROM (SELECT FROM usage_record_default LIMIT 1000) d
   UNION ALL SELECT 'event', count(*)::float8
   FROM (SELECT FROM event_default LIMIT 1000) d`,
);

/** The rows that are in the default partition of their table, and are never dropped. */
export const countRowsWithoutPartition = (db: Pick<Db, 'query'>) => db.query(misplacedStatement);

export interface DatabaseState {
  readonly oldestTransactionSeconds: number;
  readonly standbys: readonly RowOf<typeof standbysStatement>[];
  readonly tables: readonly RowOf<typeof tablesStatement>[];
  readonly withoutPartition: readonly RowOf<typeof misplacedStatement>[];
}

/** Reads the age of the oldest transaction, how far the standbys are behind, and the tables with most dead rows. */
export async function readDatabaseState(db: Pick<Db, 'query'>): Promise<DatabaseState> {
  const [transaction] = await db.query(transactionStatement);
  return {
    oldestTransactionSeconds: transaction?.seconds ?? 0,
    standbys: await db.query(standbysStatement),
    tables: await db.query(tablesStatement),
    withoutPartition: await countRowsWithoutPartition(db),
  };
}

/** Shows the state. Without it the gauges have no value. */
export function setDatabaseMetrics(metrics: Metrics, state: DatabaseState | undefined): void {
  metrics.oldestTransactionAge.remove();
  const { replicationLagSeconds, replicationLagBytes, deadRows, liveRows, rowsWithoutPartition } = metrics;
  for (const gauge of [replicationLagSeconds, replicationLagBytes, deadRows, liveRows, rowsWithoutPartition])
    gauge.reset();
  if (state === undefined) return;
  metrics.oldestTransactionAge.set(state.oldestTransactionSeconds);
  for (const { standby, lagSeconds, lagBytes } of state.standbys) {
    metrics.replicationLagSeconds.set({ standby: standby ?? '' }, lagSeconds);
    metrics.replicationLagBytes.set({ standby: standby ?? '' }, lagBytes);
  }
  for (const { table, dead, live } of state.tables) {
    metrics.deadRows.set({ table }, dead ?? 0);
    metrics.liveRows.set({ table }, live ?? 0);
  }
  for (const { table, rows } of state.withoutPartition) metrics.rowsWithoutPartition.set({ table }, rows);
}

export type PoolCounts = Pick<OpenDb['pool'], 'totalCount' | 'idleCount' | 'waitingCount'>;

/** Shows the connections of this process. */
export function setPoolMetrics({ poolConnections, poolWaiting }: Metrics, pool: PoolCounts): void {
  poolConnections.set({ state: 'in-use' }, pool.totalCount - pool.idleCount);
  poolConnections.set({ state: 'idle' }, pool.idleCount);
  poolWaiting.set(pool.waitingCount);
}
