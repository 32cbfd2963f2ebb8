import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { eventsOfRange, firstRangeAfter, positionInRange } from '@linework/events/feed/event-ranges';
import { dueNow } from '../due-now.ts';

const isBehindSql = 's.newest_position > c.position';

/** In SQL: true if events wait to be handed to the endpoints. */
export const anyEventWaits = `EXISTS (SELECT FROM webhook_cursor c CROSS JOIN event_sequencer s WHERE ${isBehindSql})
  OR EXISTS (SELECT FROM webhook_lag)`;

/** One worker at a time moves the cursor; another one that finds it locked has nothing to do. */
const lockCursorStatement = statement(
  'lock-webhook-cursor',
  `SELECT c.position::text AS position, ${isBehindSql} AS "isBehind",
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

/**
 * Whether an endpoint `w` gets an event `b`. An endpoint never gets the events about itself, which would go on for
 * ever.
 */
export const endpointGetsEvent = `(w.broker_id IS NULL OR w.broker_id = b.broker_id)
    AND (w.resource_id IS NULL OR w.resource_id = b.resource_id)
    AND w.types && ARRAY['*', b.type, split_part(b.type, '.', 1) || '.*']
    AND NOT (b.resource_type = 'webhook-endpoint' AND b.resource_id = w.id)`;

const eventBatch = (after: string, upTo: string) => `batch AS MATERIALIZED (
    SELECT ${positionInRange} AS position, e.seq, e.type, e.at, e.broker_id, e.resource_type, e.resource_id
    FROM event_range r
    CROSS JOIN ${eventsOfRange(after)} AS e
    WHERE r.first_position >= ${firstRangeAfter(after)}
      AND ${positionInRange} <= ${upTo}
    ORDER BY r.first_position, e.seq
    LIMIT :batchSize
  )`;

/**
 * The deliveries of the batch for the endpoints in `wanted`, which are locked. Nothing is sent for an endpoint whose
 * deliveries are being moved.
 */
const newDeliveries = `made AS (
    INSERT INTO webhook_delivery (id, endpoint_id, broker_id, event_seq, position, event_type, resource_id, cause,
      status, due_at)
    SELECT gen_random_uuid(), w.id, w.broker_id, b.seq, b.position, b.type, b.resource_id, 'event',
      CASE w.status WHEN 'enabled' THEN 'pending' ELSE 'held' END, CASE w.status WHEN 'enabled' THEN ${dueNow} END
    FROM wanted w
    JOIN batch b ON ${endpointGetsEvent} AND b.at >= w.created_at
    WHERE w.status <> 'deleted'
    ON CONFLICT DO NOTHING
    RETURNING endpoint_id
  ), checked AS (
    UPDATE webhook_endpoint e
    SET next_at = greatest(${dueNow}, e.blocked_until)
    FROM wanted w
    WHERE e.id = w.id AND e.status = 'enabled' AND e.moving IS NULL
  )`;

const countBatch = 'SELECT (SELECT count(*) FROM batch)::int AS events, (SELECT count(*) FROM made)::int AS deliveries';

/**
 * Hands the next events to the endpoints. The endpoints are locked, so that a request that disables one either comes
 * first, and the events are held, or finds them. The unique index makes each event one delivery, whatever happens. No
 * endpoint waits for the lock of another one: an endpoint that is locked is skipped, and gets its events later from
 * where it stopped.
 */
const fanOutStatement = statement(
  'fan-out-webhook-events',
  { position: 'bigint', batchSize: 'bigint' },
  `WITH ${eventBatch(':position', "'9223372036854775807'::bigint")}, asked AS MATERIALIZED (
    SELECT w.id
    FROM webhook_endpoint w
    WHERE w.status <> 'deleted'
      AND EXISTS (SELECT FROM batch b WHERE ${endpointGetsEvent} AND b.at >= w.created_at)
      AND NOT EXISTS (SELECT FROM webhook_lag g WHERE g.endpoint_id = w.id)
  ), wanted AS MATERIALIZED (
    SELECT w.id, w.broker_id, w.status, w.types, w.resource_id, w.created_at
    FROM webhook_endpoint w
    WHERE w.id IN (SELECT id FROM asked)
    ORDER BY w.id
    FOR NO KEY UPDATE SKIP LOCKED
  ), skipped AS (
    INSERT INTO webhook_lag (endpoint_id, position)
    SELECT id, :position
    FROM asked
    WHERE id NOT IN (SELECT id FROM wanted)
  ), ${newDeliveries}, moved AS (
    UPDATE webhook_cursor
    SET position = (SELECT max(position) FROM batch)
    WHERE id = 1 AND EXISTS (SELECT FROM batch)
  )
  ${countBatch}`,
);

const lockPositionStatement = statement(
  'lock-webhook-cursor-to-catch-up',
  'SELECT position::text AS position FROM webhook_cursor WHERE id = 1 FOR UPDATE SKIP LOCKED',
);

const findLaggingStatement = statement(
  'find-lagging-webhook-endpoints',
  'SELECT endpoint_id AS id FROM webhook_lag ORDER BY random() LIMIT 100',
);

const lockLaggingStatement = statement(
  'lock-lagging-webhook-endpoint',
  { id: 'uuid' },
  `SELECT g.position::text AS position
   FROM webhook_lag g
   JOIN webhook_endpoint w ON w.id = g.endpoint_id
   WHERE g.endpoint_id = :id
   FOR NO KEY UPDATE OF w SKIP LOCKED`,
);

/**
 * The events between the position of the endpoint and that of the cursor, which the transaction has locked. After the
 * last one it no longer lags.
 */
const catchUpStatement = statement(
  'catch-up-webhook-endpoint',
  { position: 'bigint', batchSize: 'bigint', upTo: 'bigint', id: 'uuid' },
  `WITH ${eventBatch(':position', ':upTo')}, wanted AS MATERIALIZED (
    SELECT w.id, w.broker_id, w.status, w.types, w.resource_id, w.created_at
    FROM webhook_endpoint w
    WHERE w.id = :id
  ), ${newDeliveries}, moved AS (
    UPDATE webhook_lag
    SET position = (SELECT max(position) FROM batch)
    WHERE endpoint_id = :id AND (SELECT count(*) FROM batch) >= :batchSize
  ), caught_up AS (
    DELETE FROM webhook_lag WHERE endpoint_id = :id AND (SELECT count(*) FROM batch) < :batchSize
  )
  ${countBatch}`,
);

const batchSize = 500;

interface FanOut {
  readonly events: number;
  readonly deliveries: number;
}

/** Hands up to 500 events to the endpoints that want them, in the order of their positions. */
function fanOutEvents(db: Db): Promise<FanOut> {
  return db.transaction(async (tx) => {
    const [cursor] = await tx.query(lockCursorStatement);
    if (!cursor?.isBehind) return nothing;
    if (!cursor.hasEndpoints) {
      await tx.query(skipStatement);
      return nothing;
    }
    const [made] = await tx.query(fanOutStatement, { position: cursor.position, batchSize });
    return made ?? nothing;
  });
}

const nothing: FanOut = { events: 0, deliveries: 0 };

/** Hands all events that have a position to the endpoints. Returns how many deliveries there are now more. */
export async function fanOutAllEvents(db: Db, isStopping: () => boolean = () => false): Promise<number> {
  for (let count = 0; ; ) {
    const { events, deliveries } = await fanOutEvents(db);
    count += deliveries;
    if (events < batchSize || isStopping()) return count + (await catchUpAll(db));
  }
}

/** A worker has the lock of an endpoint for some milliseconds, so that the next try mostly finds it free. */
const catchUpPauseMs = 20;
const catchUpAttempts = 5;
const catchUpLimitMs = 1_000;

/** Hands the endpoints that were skipped their events. One that is locked for longer gets them in a later run. */
async function catchUpAll(db: Db): Promise<number> {
  const endMs = performance.now() + catchUpLimitMs;
  let lagging = (await db.query(findLaggingStatement)).map(({ id }) => id);
  let count = 0;
  for (let attempt = 1; lagging.length > 0; attempt += 1) {
    const locked: string[] = [];
    for (const id of lagging) {
      const deliveries = await catchUp(db, id, endMs);
      if (deliveries === undefined) locked.push(id);
      count += deliveries ?? 0;
      if (performance.now() > endMs) return count;
    }
    if (attempt === catchUpAttempts) return count;
    lagging = locked;
    if (lagging.length > 0) await sleep(catchUpPauseMs);
  }
  return count;
}

/** Returns how many deliveries there are more; undefined if the cursor or the endpoint is locked. */
async function catchUp(db: Db, id: string, endMs: number): Promise<number | undefined> {
  for (let count = 0; ; ) {
    const made = await db.transaction(async (tx) => {
      const [cursor] = await tx.query(lockPositionStatement);
      const [lag] = cursor === undefined ? [] : await tx.query(lockLaggingStatement, { id });
      if (cursor === undefined || lag === undefined) return undefined;
      const [caughtUp] = await tx.query(catchUpStatement, {
        position: lag.position,
        batchSize,
        upTo: cursor.position,
        id,
      });
      return caughtUp ?? nothing;
    });
    if (made === undefined) return count > 0 ? count : undefined;
    count += made.deliveries;
    if (made.events < batchSize || performance.now() > endMs) return count;
  }
}
