import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { driftKinds } from '@linework/schemas/values/drift-kinds';
import type { Metrics } from './metrics.ts';

export interface DriftCounts {
  /** The open drifts of each kind. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Lines with an open drift, as a share of the lines that should be in the register. */
  readonly share: number;
  /** How long the line has been due that has waited longest; 0 while the reconciliation is off. */
  readonly delaySeconds: number;
}

/** Reads the index of the open drifts, and the first entry of that of the due lines. */
const countStatement = statement(
  'count-drifts-for-metrics',
  `SELECT coalesce((
      SELECT jsonb_object_agg(kind, count)
      FROM (SELECT kind, count(*) AS count FROM drift WHERE status = 'OPEN' GROUP BY kind) k), '{}') AS kinds,
    (SELECT count(DISTINCT line_id) FROM drift WHERE status = 'OPEN')::float8 / greatest(r.lines, 1) AS share,
    CASE WHEN r.calls_per_second IS NULL THEN 0
      ELSE coalesce(greatest(extract(epoch FROM now() - (SELECT min(due_at) FROM line_check)), 0), 0) END::float8
      AS "delaySeconds"
  FROM reconciliation r`,
).returns<DriftCounts>();

/** Counts the open drifts, of all brokers. */
export async function countDrifts(db: Pick<Db, 'query'>): Promise<DriftCounts> {
  const [counts] = await db.query(countStatement);
  return counts ?? { kinds: {}, share: 0, delaySeconds: 0 };
}

/** Without counts the gauges have no value. */
export function setDriftMetrics(
  { drifts, driftShare, reconciliationDelay }: Metrics,
  counts: DriftCounts | undefined,
): void {
  drifts.reset();
  driftShare.remove();
  reconciliationDelay.remove();
  if (counts === undefined) return;
  for (const kind of driftKinds) drifts.set({ kind }, counts.kinds[kind] ?? 0);
  driftShare.set(counts.share);
  reconciliationDelay.set(counts.delaySeconds);
}
