import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';
import { comparedStatuses } from '../model/compare-subscriber.ts';
import type { ReconciliationSettings } from './reconcile-deps.ts';

const listLimit = 5_000;

/** Between two passes over all lines there is an eighth of a round. */
export const listingIsDue = `(listed_to IS NOT NULL
      OR coalesce(listed_at < now() - round_seconds * interval '125 ms', true))`;

const listStatement = unprepared(
  'list-lines-to-check',
  { limit: 'int', statuses: 'text[]', roundSeconds: 'int' },
  `WITH state AS (
    SELECT listed_to
    FROM reconciliation
    WHERE ${listingIsDue}
    FOR UPDATE SKIP LOCKED
  ), page AS MATERIALIZED (
    SELECT l.id, l.broker_id, l.status
    FROM line l
    WHERE l.id > (SELECT coalesce(listed_to, '00000000-0000-0000-0000-000000000000') FROM state)
    ORDER BY l.id
    LIMIT :limit
  ), found AS MATERIALIZED (
    SELECT id, broker_id
    FROM page
    WHERE status = ANY(:statuses)
  ), listed AS (
    INSERT INTO line_check (line_id, broker_id, due_at)
    SELECT id, broker_id, now()
    FROM found f
    WHERE NOT EXISTS (SELECT FROM line_check c WHERE c.line_id = f.id)
    ON CONFLICT DO NOTHING
  )
  UPDATE reconciliation
  SET listed_to = CASE WHEN (SELECT count(*) FROM page) = :limit THEN (SELECT max(id::text)::uuid FROM page) END,
    listed_at = now(),
    round_seconds = :roundSeconds,
    listed_lines = CASE WHEN (SELECT count(*) FROM page) = :limit
      THEN listed_lines + (SELECT count(*) FROM found) ELSE 0 END,
    lines = CASE WHEN (SELECT count(*) FROM page) = :limit
      THEN lines ELSE listed_lines + (SELECT count(*) FROM found) END
  WHERE EXISTS (SELECT FROM state)
  RETURNING listed_to AS "listedTo"`,
).returns<{ readonly listedTo: string | null }>();

/** Finds the lines that are not known here yet, a page of all lines at a time: so no order has to write anything. */
export async function listLinesToCheck(
  db: Db,
  { roundMs }: ReconciliationSettings,
  isOver: () => boolean,
): Promise<void> {
  const values = { limit: listLimit, statuses: comparedStatuses, roundSeconds: Math.ceil(roundMs / 1_000) };
  let [state] = await db.query(listStatement, values);
  while (state?.listedTo && !isOver()) [state] = await db.query(listStatement, values);
}
