import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { eventType } from '@linework/schemas/events';
import { dueNow } from '../due-now.ts';
import { type Disabling, disableLockedEndpoint } from '../endpoints/disable-endpoint.ts';
import { keyHasEnded } from '../endpoints/key-has-ended.ts';

export interface WatchSettings {
  /** An endpoint that fails for so long is disabled. */
  readonly disableAfterMs: number;
}

const job = 'maintain-webhooks';

/** An endpoint is announced as failing after an hour and after a day. */
const announceStatement = statement(
  'announce-failing-webhook-endpoints',
  `WITH failing AS (
    UPDATE webhook_endpoint e
    SET announced = s.stage
    FROM (VALUES (1, interval '1 h'), (2, interval '24 h')) AS s(stage, age)
    WHERE e.status = 'enabled' AND e.announced < s.stage AND e.failing_since <= now() - s.age AND (s.stage = 2 OR e.failing_since > now() - interval '24 h')
    RETURNING e.id, e.broker_id, e.failing_since, e.failures
  )
  INSERT INTO event (broker_id, type, resource_type, resource_id, job, details)
  SELECT broker_id, '${eventType('webhook_endpoint.failing')}', 'webhook-endpoint', id, '${job}', jsonb_build_object('failingSince', failing_since, 'failures', failures)
  FROM failing
  RETURNING resource_id AS id`,
);

/** Several failures, with at least half a day between the first and the last, so that a quiet endpoint is not disabled for one call. */
const findHopelessStatement = statement(
  'find-hopeless-webhook-endpoints',
  `SELECT id, broker_id AS "brokerId"
   FROM webhook_endpoint
   WHERE status = 'enabled'
     AND failing_since <= now() - $1::bigint * interval '1 ms'
     AND last_failure_at >= failing_since + least($1::bigint * interval '0.5 ms', interval '12 h')
     AND failures >= 5
   ORDER BY id
   LIMIT 100
   FOR NO KEY UPDATE SKIP LOCKED`,
);

/** No delivery of theirs starts any more; disabling them holds what waits, and tells their owner. */
const findWithoutKeyStatement = statement(
  'find-webhook-endpoints-of-ended-keys',
  `SELECT id, broker_id AS "brokerId"
   FROM webhook_endpoint
   WHERE status = 'enabled' AND ${keyHasEnded('webhook_endpoint')}
   ORDER BY id
   LIMIT 100
   FOR NO KEY UPDATE SKIP LOCKED`,
);

/** A worker died in a call of an endpoint that was disabled meanwhile. */
const holdLostStatement = statement(
  'hold-lost-webhook-deliveries',
  `UPDATE webhook_delivery d
   SET status = 'held', due_at = NULL, updated_at = now()
   FROM webhook_endpoint e
   WHERE e.id = d.endpoint_id AND e.status = 'disabled' AND d.status = 'delivering' AND d.due_at <= now() AND d.cause <> 'test'`,
);

/** Every writer sets `next_at` under the lock of the endpoint. This repairs an endpoint for which one did not, such as a restored row. */
const rescheduleStatement = statement(
  'reschedule-webhook-endpoints',
  `UPDATE webhook_endpoint e
   SET next_at = ${dueNow}
   WHERE e.status = 'enabled'
     AND e.next_at IS NULL
     AND EXISTS (SELECT FROM webhook_delivery d WHERE d.endpoint_id = e.id AND d.due_at IS NOT NULL AND d.cause <> 'test')
   RETURNING e.id`,
);

export interface Watched {
  readonly announcedIds: readonly string[];
  readonly disabledIds: readonly string[];
  /** The endpoints whose key has ended. */
  readonly withoutKeyIds: readonly string[];
  readonly rescheduledIds: readonly string[];
}

/** Announces endpoints that keep failing, disables those that fail for days, and repairs what dead workers left. */
export async function watchEndpoints(db: Db, { disableAfterMs }: WatchSettings): Promise<Watched> {
  const announced = await db.query<{ readonly id: string }>(announceStatement, []);
  const disabledIds = await disableAll(db, 'failing', (tx) => tx.query<Disabling['endpoint']>(findHopelessStatement, [disableAfterMs]));
  const withoutKeyIds = await disableAll(db, 'key-ended', (tx) => tx.query<Disabling['endpoint']>(findWithoutKeyStatement, []));
  await db.query(holdLostStatement, []);
  const rescheduled = await db.query<{ readonly id: string }>(rescheduleStatement, []);
  return { announcedIds: announced.map(({ id }) => id), disabledIds, withoutKeyIds, rescheduledIds: rescheduled.map(({ id }) => id) };
}

type FindAndLock = (tx: Db) => Promise<readonly Disabling['endpoint'][]>;

function disableAll(db: Db, reason: Disabling['reason'], findAndLock: FindAndLock): Promise<readonly string[]> {
  return db.transaction(async (tx) => {
    const found = await findAndLock(tx);
    for (const endpoint of found) await disableLockedEndpoint(tx, { endpoint, reason, by: { job } });
    return found.map(({ id }) => id);
  });
}
