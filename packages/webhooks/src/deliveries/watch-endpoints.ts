import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';
import { dueNow } from '../due-now.ts';
import { type Disabling, disableLockedEndpoint } from '../endpoints/disable-endpoint.ts';
import { keyHasEnded } from '../endpoints/key-has-ended.ts';
import { bringBackStatement } from '../sending/acquire-deliveries.ts';

export interface WatchSettings {
  /** An endpoint that fails for so long is disabled. */
  readonly disableAfterMs: number;
  readonly onError?: ((error: unknown, endpointId: string) => void) | undefined;
}

const job = 'maintain-webhooks';

/** Nothing is sent for a suspended broker, so its endpoints neither fail nor wait. */
const brokerIsActive = (endpoint: string) =>
  `NOT EXISTS (SELECT FROM broker s WHERE s.id = ${endpoint}.broker_id AND s.status = 'SUSPENDED')`;

const failingStage = "CASE WHEN w.failing_since <= now() - interval '24 h' THEN 2 ELSE 1 END";

/** An endpoint is announced as failing after an hour and after a day. */
const announceStatement = statement(
  'announce-failing-webhook-endpoints',
  `WITH failing AS (
    UPDATE webhook_endpoint e
    SET announced = s.stage
    FROM (
      SELECT w.id, ${failingStage} AS stage
      FROM webhook_endpoint w
      WHERE w.status = 'enabled' AND w.failing_since <= now() - interval '1 h' AND w.announced < ${failingStage}
        AND ${brokerIsActive('w')}
      LIMIT 1000
      FOR NO KEY UPDATE SKIP LOCKED
    ) s
    WHERE e.id = s.id
    RETURNING e.id, e.broker_id, e.failing_since, e.failures
  )
  ${insertEvent('webhook_endpoint.failing', {
    job: `'${job}'`,
    details: "jsonb_build_object('failingSince', failing_since, 'failures', failures)",
  })}
  FROM failing
  RETURNING resource_id AS id`,
);

/**
 * Several failures, with at least half a day between the first and the last, so that a quiet endpoint is not disabled
 * for one call. Resuming a broker removes the time of the last one, so that its endpoints are called once more before.
 */
const isHopeless = `e.status = 'enabled'
     AND e.failing_since <= now() - :disableAfterMs * interval '1 ms'
     AND e.last_failure_at >= e.failing_since + least(:disableAfterMs * interval '0.5 ms', interval '12 h')
     AND e.failures >= 5
     AND ${brokerIsActive('e')}`;

const findHopelessStatement = statement(
  'find-hopeless-webhook-endpoints',
  { disableAfterMs: 'bigint' },
  `SELECT e.id FROM webhook_endpoint e WHERE ${isHopeless} ORDER BY random() LIMIT 100`,
);

const lockHopelessStatement = statement(
  'lock-hopeless-webhook-endpoint',
  { disableAfterMs: 'bigint', id: 'uuid' },
  `SELECT e.id, e.broker_id AS "brokerId"
   FROM webhook_endpoint e
   WHERE e.id = :id
     AND ${isHopeless}
   FOR NO KEY UPDATE OF e SKIP LOCKED`,
);

/** No delivery of theirs starts any more; disabling them holds what waits, and tells their owner. */
const findWithoutKeyStatement = statement(
  'find-webhook-endpoints-of-ended-keys',
  `SELECT e.id FROM webhook_endpoint e WHERE e.status = 'enabled' AND ${keyHasEnded('e')} ORDER BY random() LIMIT 100`,
);

const lockWithoutKeyStatement = statement(
  'lock-webhook-endpoint-of-ended-key',
  { id: 'uuid' },
  `SELECT e.id, e.broker_id AS "brokerId"
   FROM webhook_endpoint e
   WHERE e.id = :id AND e.status = 'enabled' AND ${keyHasEnded('e')}
   FOR NO KEY UPDATE OF e SKIP LOCKED`,
);

/** A worker died in a call of an endpoint that was disabled meanwhile. */
const holdLostStatement = statement(
  'hold-lost-webhook-deliveries',
  `UPDATE webhook_delivery d
   SET status = 'held', due_at = NULL, updated_at = now()
   FROM webhook_endpoint e
   WHERE e.id = d.endpoint_id AND e.status = 'disabled' AND d.status = 'delivering' AND d.due_at <= now()
     AND d.cause <> 'test'`,
);

/**
 * Every writer sets `next_at` under the lock of the endpoint. This repairs an endpoint for which one did not, such as a
 * restored row.
 */
const rescheduleStatement = statement(
  'reschedule-webhook-endpoints',
  `UPDATE webhook_endpoint e
   SET next_at = ${dueNow}
   WHERE e.id = ANY(ARRAY(
     SELECT w.id
     FROM webhook_endpoint w
     WHERE w.status = 'enabled'
       AND w.next_at IS NULL
       AND w.moving IS NULL
       AND ${brokerIsActive('w')}
       AND EXISTS (
         SELECT
         FROM webhook_delivery d
         WHERE d.endpoint_id = w.id AND d.due_at IS NOT NULL AND d.resource_id IS NOT NULL)
     LIMIT 100
     FOR NO KEY UPDATE SKIP LOCKED))
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
export async function watchEndpoints(db: Db, settings: WatchSettings): Promise<Watched> {
  const { disableAfterMs } = settings;
  const announced = await db.query(announceStatement);
  const hopeless = await db.query(findHopelessStatement, { disableAfterMs });
  const lockHopeless: Lock = (tx, id) => tx.query(lockHopelessStatement, { disableAfterMs, id });
  const disabledIds = await disableAll(db, settings, { found: hopeless, reason: 'failing', lock: lockHopeless });
  const withoutKey = await db.query(findWithoutKeyStatement);
  const lockWithoutKey: Lock = (tx, id) => tx.query(lockWithoutKeyStatement, { id });
  const withoutKeyIds = await disableAll(db, settings, {
    found: withoutKey,
    reason: 'key-ended',
    lock: lockWithoutKey,
  });
  await db.query(holdLostStatement);
  const rescheduled = await db.query(rescheduleStatement);
  const rescheduledIds = rescheduled.map(({ id }) => id);
  if (rescheduledIds.length > 0) await db.query(bringBackStatement, { endpointIds: rescheduledIds });
  return { announcedIds: announced.map(({ id }) => id), disabledIds, withoutKeyIds, rescheduledIds };
}

/** Locks the endpoint if it is still to be disabled and nobody else has it. */
type Lock = (tx: Db, id: string) => Promise<readonly Disabling['endpoint'][]>;

interface ToDisable {
  readonly found: readonly { readonly id: string }[];
  readonly reason: Disabling['reason'];
  readonly lock: Lock;
}

/**
 * Each in a transaction of its own, so that one that fails does not stop the others. Returns those that are disabled.
 */
async function disableAll(
  db: Db,
  { onError }: WatchSettings,
  { found, reason, lock }: ToDisable,
): Promise<readonly string[]> {
  const disabled: string[] = [];
  for (const { id } of found) {
    const work = async (tx: Db) => {
      const [endpoint] = await lock(tx, id);
      if (endpoint) await disableLockedEndpoint(tx, { endpoint, reason, by: { job } });
      return endpoint !== undefined;
    };
    const isDisabled = await db.transaction(work).catch((error: unknown) => onError?.(error, id));
    if (isDisabled === true) disabled.push(id);
  }
  return disabled;
}
