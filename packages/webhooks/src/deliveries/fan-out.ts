import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { eventsOfRange, firstRangeAfter, positionInRange } from '@linework/events/feed/event-ranges';
import { dueNow } from '../due-now.ts';

/** One worker at a time moves the cursor; another one that finds it locked has nothing to do. */
const lockCursorStatement = statement(
  'lock-webhook-cursor',
  `SELECT c.position::text AS position, s.newest_position > c.position AS "isBehind",
     EXISTS (SELECT FROM webhook_endpoint WHERE status <> 'deleted') AS "hasEndpoints"
   FROM webhook_cursor c
   CROSS JOIN event_sequencer s
   WHERE c.id = 1
   FOR UPDATE OF c SKIP LOCKED`,
);

const skipStatement = statement(
  'skip-webhook-events',
  'UPDATE webhook_cursor SET position = greatest(position, (SELECT newest_position FROM event_sequencer)) WHERE id = 1',
);

/** Whether an endpoint `w` gets an event `b`. An endpoint never gets the events about itself, which would go on for ever. */
export const endpointGetsEvent = `(w.broker_id IS NULL OR w.broker_id = b.broker_id)
    AND (w.resource_id IS NULL OR w.resource_id = b.resource_id)
    AND w.types && ARRAY['*', b.type, split_part(b.type, '.', 1) || '.*']
    AND NOT (b.resource_type = 'webhook-endpoint' AND b.resource_id = w.id)`;

/**
 * Hands the next events to the endpoints. The endpoints are locked, so that a request that disables one either comes first, and the events are held, or
 * finds them. The unique index makes each event one delivery, whatever happens.
 */
const fanOutStatement = statement(
  'fan-out-webhook-events',
  `WITH batch AS MATERIALIZED (
    SELECT ${positionInRange} AS position, e.seq, e.type, e.at, e.broker_id, e.resource_type, e.resource_id
    FROM event_range r
    CROSS JOIN ${eventsOfRange('$1::bigint')} AS e
    WHERE r.first_position >= ${firstRangeAfter('$1::bigint')}
    ORDER BY r.first_position, e.seq
    LIMIT $2
  ), wanted AS MATERIALIZED (
    SELECT w.id, w.broker_id, w.status, w.types, w.resource_id, w.created_at
    FROM webhook_endpoint w
    WHERE w.status <> 'deleted'
      AND EXISTS (SELECT FROM batch b WHERE ${endpointGetsEvent} AND b.at >= w.created_at)
    ORDER BY w.id
    FOR NO KEY UPDATE
  ), made AS (
    INSERT INTO webhook_delivery (id, endpoint_id, broker_id, event_seq, position, event_type, resource_id, cause, status, due_at)
    SELECT gen_random_uuid(), w.id, w.broker_id, b.seq, b.position, b.type, b.resource_id, 'event',
      CASE w.status WHEN 'enabled' THEN 'pending' ELSE 'held' END, CASE w.status WHEN 'enabled' THEN ${dueNow} END
    FROM wanted w
    JOIN batch b ON ${endpointGetsEvent} AND b.at >= w.created_at
    WHERE w.status <> 'deleted'
    ON CONFLICT DO NOTHING
    RETURNING endpoint_id
  ), looked AS (
    UPDATE webhook_endpoint e
    SET next_at = greatest(${dueNow}, e.blocked_until)
    FROM wanted w
    WHERE e.id = w.id AND e.status = 'enabled'
  ), moved AS (
    UPDATE webhook_cursor
    SET position = (SELECT max(position) FROM batch)
    WHERE id = 1 AND EXISTS (SELECT FROM batch)
  )
  SELECT (SELECT count(*) FROM batch)::int AS events, (SELECT count(*) FROM made)::int AS deliveries`,
);

const batchSize = 500;

interface FanOut {
  readonly events: number;
  readonly deliveries: number;
}

/** Hands up to 500 events to the endpoints that want them, in the order of their positions. */
function fanOutEvents(db: Db): Promise<FanOut> {
  return db.transaction(async (tx) => {
    const [cursor] = await tx.query<{ readonly position: string; readonly isBehind: boolean; readonly hasEndpoints: boolean }>(lockCursorStatement, []);
    if (!cursor?.isBehind) return nothing;
    if (!cursor.hasEndpoints) {
      await tx.query(skipStatement, []);
      return nothing;
    }
    const [made] = await tx.query<FanOut>(fanOutStatement, [cursor.position, batchSize]);
    return made ?? nothing;
  });
}

const nothing: FanOut = { events: 0, deliveries: 0 };

/** Hands all events that have a position to the endpoints. Returns how many deliveries there are now more. */
export async function fanOutAllEvents(db: Db, isStopping: () => boolean = () => false): Promise<number> {
  for (let count = 0; ; ) {
    const { events, deliveries } = await fanOutEvents(db);
    count += deliveries;
    if (events < batchSize || isStopping()) return count;
  }
}
