import type { Scope } from '@linework/auth/scopes';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { dueNow } from '../due-now.ts';
import { keyHasEnded } from '../endpoints/key-has-ended.ts';

/** A delivery that this worker may try until its lease ends. */
export interface AcquiredDelivery {
  readonly id: string;
  readonly endpointId: string;
  /** The number of this attempt; it fences the result. */
  readonly attempt: number;
  /** The number of this try since the endpoint was enabled. */
  readonly tries: number;
  readonly cause: string;
  readonly eventType: string;
  /** Null for a sample. */
  readonly eventSeq: string | null;
  readonly url: string;
  readonly payload: 'full' | 'thin';
  /** The reader of the event: the owner of the endpoint. */
  readonly brokerId: string | null;
  readonly scopes: readonly Scope[];
  /** The seconds since 1970 when it was acquired, by the clock of the database. */
  readonly acquiredAt: number;
  /** The endpoint is failing: this is its only call. */
  readonly isProbe: boolean;
}

export interface AcquireLimits {
  /** The deliveries that are acquired, and those of failing endpoints among them. */
  readonly limit: number;
  readonly probeLimit: number;
  /** The calls of one endpoint at a time, of all workers. */
  readonly perEndpoint: number;
  readonly leaseMs: number;
}

/** After this many failures in a row one delivery probes the endpoint and the others wait. A single bad event does not stop the others. */
export const probingFrom = 3;

const isDueStatement = statement(
  'is-any-webhook-due',
  `SELECT EXISTS (SELECT FROM webhook_endpoint WHERE next_at <= now()) AS endpoints,
     EXISTS (SELECT FROM webhook_delivery WHERE cause = 'test' AND due_at <= now()) AS samples`,
);

/**
 * An endpoint is locked while its deliveries are chosen, and every writer that makes a delivery due locks it too. So `next_at` never forgets one.
 * Failing endpoints are counted apart, because their calls last as long as the time limit. From the moment in which its key ends an endpoint gets nothing.
 */
const lockEndpointsStatement = statement(
  'lock-due-webhook-endpoints',
  `WITH working AS (
    SELECT id
    FROM webhook_endpoint
    WHERE next_at <= now() AND failures < ${probingFrom} AND NOT ${keyHasEnded('webhook_endpoint')}
    ORDER BY next_at
    LIMIT $1
    FOR NO KEY UPDATE SKIP LOCKED
  ), failing AS (
    SELECT id
    FROM webhook_endpoint
    WHERE next_at <= now() AND failures >= ${probingFrom} AND NOT ${keyHasEnded('webhook_endpoint')}
    ORDER BY next_at
    LIMIT $2
    FOR NO KEY UPDATE SKIP LOCKED
  )
  SELECT id
  FROM working
  UNION ALL
  SELECT id
  FROM failing`,
);

/** What the key of the endpoint may still see. */
const acquiredColumns = `a.id, a.endpoint_id AS "endpointId", a.attempts AS attempt, a.tries, a.cause, a.event_type AS "eventType", a.event_seq::text AS "eventSeq",
    e.url, e.payload, e.broker_id AS "brokerId",
    CASE WHEN c.id IS NULL THEN e.scopes ELSE ARRAY(SELECT unnest(e.scopes) INTERSECT SELECT unnest(c.scopes)) END AS scopes, e.failures >= ${probingFrom} AS "isProbe",
    extract(epoch FROM now())::float8 AS "acquiredAt"`;

/** The attempt is written before the call: a worker that dies has made at most the calls that are counted. */
const startAttempts = `lost AS (
    UPDATE webhook_attempt t
    SET outcome = 'lost', ended_at = now(), reason = 'worker-lost'
    FROM chosen c
    WHERE t.delivery_id = c.id AND t.ended_at IS NULL
  ), acquired AS (
    UPDATE webhook_delivery d
    SET status = 'delivering', due_at = now() + $2::int * interval '1 ms', attempts = d.attempts + 1, tries = d.tries + 1, updated_at = now()
    FROM chosen c
    WHERE d.id = c.id
    RETURNING d.id, d.endpoint_id, d.attempts, d.tries, d.cause, d.event_type, d.event_seq
  ), started AS (
    INSERT INTO webhook_attempt (delivery_id, number)
    SELECT id, attempts
    FROM acquired
  )`;

const acquireStatement = statement(
  'acquire-webhook-deliveries',
  `WITH lane AS (
    SELECT e.id, e.ordering, CASE WHEN e.failures < ${probingFrom} THEN $3::int ELSE 1 END
      - (SELECT count(*) FROM webhook_delivery d WHERE d.endpoint_id = e.id AND d.status = 'delivering' AND d.due_at > now() AND d.cause <> 'test')::int AS room
    FROM webhook_endpoint e
    WHERE e.id = ANY($1::uuid[])
  ), chosen AS MATERIALIZED (
    SELECT c.id, l.id AS endpoint_id
    FROM lane l
    CROSS JOIN LATERAL (
      SELECT d.id
      FROM webhook_delivery d
      WHERE d.endpoint_id = l.id
        AND d.due_at <= now()
        AND d.cause <> 'test'
        AND (l.ordering = 'none' OR NOT EXISTS (
          SELECT
          FROM webhook_delivery b
          WHERE b.endpoint_id = l.id AND b.resource_id = d.resource_id AND b.position < d.position AND b.due_at IS NOT NULL))
      ORDER BY d.due_at, d.position
      LIMIT greatest(l.room, 0)
      FOR UPDATE SKIP LOCKED
    ) c
    LIMIT $4
  ), ${startAttempts}, looked AS (
    UPDATE webhook_endpoint e
    SET next_at = CASE
      WHEN n.taken >= l.room THEN now() + $2::int * interval '1 ms'
      WHEN n.all_taken >= $4 THEN ${dueNow}
      ELSE least(CASE WHEN n.taken > 0 THEN now() + $2::int * interval '1 ms' END,
        (SELECT min(d.due_at) FROM webhook_delivery d WHERE d.endpoint_id = e.id AND d.due_at > now() AND d.cause <> 'test'))
      END
    FROM lane l
    CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE c.endpoint_id = l.id) AS taken, count(*) AS all_taken FROM chosen c) n
    WHERE e.id = l.id
  )
  SELECT ${acquiredColumns}
  FROM acquired a
  JOIN webhook_endpoint e ON e.id = a.endpoint_id
  LEFT JOIN api_key c ON c.id = e.key_id`,
);

/** Samples are sent whatever the state of their endpoint. */
const acquireSamplesStatement = statement(
  'acquire-webhook-samples',
  `WITH chosen AS MATERIALIZED (
    SELECT id
    FROM webhook_delivery
    WHERE cause = 'test' AND due_at <= now()
    ORDER BY due_at
    LIMIT $1
    FOR UPDATE SKIP LOCKED
  ), ${startAttempts}
  SELECT ${acquiredColumns}
  FROM acquired a
  JOIN webhook_endpoint e ON e.id = a.endpoint_id
  LEFT JOIN api_key c ON c.id = e.key_id`,
);

/** Acquires deliveries that are due, the endpoints that have waited longest first. */
export async function acquireDeliveries(db: Db, limits: AcquireLimits): Promise<readonly AcquiredDelivery[]> {
  const [due] = await db.query<{ readonly endpoints: boolean; readonly samples: boolean }>(isDueStatement, []);
  const samples = due?.samples ? await db.query<AcquiredDelivery>(acquireSamplesStatement, [limits.limit, limits.leaseMs]) : [];
  const limit = limits.limit - samples.length;
  if (!due?.endpoints || limit <= 0) return samples;
  return [...samples, ...(await acquireOfEndpoints(db, { ...limits, limit }))];
}

function acquireOfEndpoints(db: Db, { limit, probeLimit, perEndpoint, leaseMs }: AcquireLimits): Promise<readonly AcquiredDelivery[]> {
  return db.transaction(async (tx) => {
    const locked = await tx.query<{ readonly id: string }>(lockEndpointsStatement, [limit, Math.min(limit, probeLimit)]);
    if (locked.length === 0) return [];
    const ids = locked.map(({ id }) => id);
    return tx.query<AcquiredDelivery>(acquireStatement, [ids, leaseMs, perEndpoint, limit]);
  });
}
