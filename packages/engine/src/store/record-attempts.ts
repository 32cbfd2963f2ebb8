import type { TransitionPart } from './transition-part.ts';

/**
 * Writes attempt records. Every attempt is one row; a second record of the same attempt updates it. An undo attempt
 * that is started again lost its worker the first time. The start time of an execute attempt is read from its step,
 * which keeps it until the next attempt.
 */
export const recordAttempts: TransitionPart = {
  name: 'attempts',
  rows: ({ attempts }) => attempts,
  columns: { entry: 'int', position: 'int', kind: 'text', attempt: 'int', outcome: 'text', error: 'jsonb' },
  text: `attempts AS (
    INSERT INTO order_attempt AS existing (order_id, position, kind, attempt, outcome, workers_lost, error, started_at,
      ended_at)
    SELECT m.id, a.position, a.kind, a.attempt, a.outcome, (a.outcome = 'lost')::int, nullif(a.error, 'null'::jsonb),
      CASE a.kind WHEN 'execute' THEN s.started_at ELSE now() END, CASE WHEN a.outcome <> 'running' THEN now() END
    FROM $rows a JOIN moved m USING (entry) JOIN order_step s ON s.order_id = m.id AND s.position = a.position
    WHERE s.order_id = ANY(ARRAY(SELECT order_id FROM wanted))
    ORDER BY m.id, a.position, a.kind, a.attempt
    ON CONFLICT (order_id, position, kind, attempt) DO UPDATE SET
      outcome = excluded.outcome,
      workers_lost = existing.workers_lost + (excluded.outcome = 'lost'
        OR (excluded.outcome = 'running' AND existing.outcome <> 'unavailable'))::int,
      error = excluded.error,
      ended_at = excluded.ended_at
  )`,
};
