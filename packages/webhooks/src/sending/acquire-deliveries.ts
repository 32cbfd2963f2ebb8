import type { Scope } from '@linework/auth/scopes';
import type { Db } from '@linework/db/db';
import { isConnectionLost } from '@linework/db/is-database-unavailable';
import { type RowOf, statement } from '@linework/db/statement';
import { dueNow } from '../due-now.ts';
import { keyHasEnded } from '../endpoints/key-has-ended.ts';

/** A delivery that this worker may try until its lease ends. */
export interface AcquiredDelivery {
  readonly id: string;
  readonly endpointId: string;
  /** The number of this attempt; it fences the result. */
  readonly attempt: number;
  /** The number of this try since the endpoint was enabled. */
  readonly attemptsSinceEnabled: number;
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
  /** The broker is suspended. Only samples are acquired for it, to fail without a call. */
  readonly isSuspended: boolean;
  /** The owner of the endpoint has ended. Only a sample is acquired then, to say so. */
  readonly hasEnded: boolean;
}

export interface AcquireLimits {
  /** The deliveries that are acquired, and those of failing endpoints among them. */
  readonly limit: number;
  readonly probeLimit: number;
  /** The calls of one endpoint at a time, of all workers. */
  readonly perEndpoint: number;
  /** The calls of one broker at a time, of this process. */
  readonly perBroker: number;
  /** The calls of each owner that count against its share; the owner of endpoints of operators is `operators`. */
  readonly running: ReadonlyMap<string, number>;
  readonly leaseMs: number;
  readonly onEndpointError: (error: unknown, endpointId: string) => void;
}

export interface Acquired {
  readonly deliveries: readonly AcquiredDelivery[];
  /** Deliveries were set aside or brought back, so the next check may find others. */
  readonly hasSorted: boolean;
}

/** The owner of the endpoints without a broker, as an id. */
export const operators = '00000000-0000-0000-0000-000000000000';

const ownerOf = (endpoint: string): string => `coalesce(${endpoint}.broker_id, '${operators}')`;

/**
 * After this many failures in a row one delivery probes the endpoint and the others wait. A single bad event does not
 * stop the others.
 */
export const probingFrom = 3;

const anyEndpointIsDue = 'EXISTS (SELECT FROM webhook_endpoint WHERE next_at <= now())';
const anySampleIsDue = "EXISTS (SELECT FROM webhook_delivery WHERE cause = 'test' AND due_at <= now())";

/** In SQL: true if a delivery is due. */
export const anyDeliveryIsDue = `${anyEndpointIsDue} OR ${anySampleIsDue}`;

const isDueStatement = statement(
  'is-any-webhook-due',
  `SELECT ${anyEndpointIsDue} AS endpoints, ${anySampleIsDue} AS samples`,
);

/** The endpoints to check, by whether they fail. A broker that has all its calls gets no check. */
const endpointsToLock = (failing: string, limit: string) => `SELECT e.id, e.ordering
    FROM webhook_endpoint e
    WHERE e.next_at <= now() AND ${failing} AND NOT ${ownerOf('e')} = ANY(:busyOwners) AND NOT ${keyHasEnded('e')}
    ORDER BY e.next_at
    LIMIT ${limit}
    FOR NO KEY UPDATE SKIP LOCKED`;

/**
 * An endpoint is locked while its deliveries are chosen, and every writer that makes a delivery due locks it too. So
 * `next_at` never forgets one. Failing endpoints are counted apart, because their calls last as long as the time limit.
 * From the moment in which its key ends an endpoint gets nothing.
 */
const lockEndpointsStatement = statement(
  'lock-due-webhook-endpoints',
  { limit: 'bigint', probeLimit: 'bigint', busyOwners: 'uuid[]' },
  `WITH working AS (
    ${endpointsToLock(`e.failures < ${probingFrom}`, ':limit')}
  ), failing AS (
    ${endpointsToLock(`e.failures >= ${probingFrom}`, ':probeLimit')}
  ), locked AS (
    SELECT *
    FROM working
    UNION ALL
    SELECT *
    FROM failing
  )
  SELECT l.id, l.ordering = 'resource' AS "isOrdered",
    EXISTS (
      SELECT
      FROM webhook_delivery b
      WHERE b.endpoint_id = l.id AND b.has_predecessor AND b.due_at IS NOT NULL) AS "hasSetAside"
  FROM locked l`,
);

const lockEndpointStatement = statement(
  'lock-due-webhook-endpoint',
  { id: 'uuid' },
  `SELECT e.id, e.ordering = 'resource' AS "isOrdered",
     EXISTS (
       SELECT
       FROM webhook_delivery b
       WHERE b.endpoint_id = e.id AND b.has_predecessor AND b.due_at IS NOT NULL) AS "hasSetAside"
   FROM webhook_endpoint e
   WHERE e.id = :id AND e.next_at <= now() AND NOT ${keyHasEnded('e')}
   FOR NO KEY UPDATE SKIP LOCKED`,
);

type LockedRow = RowOf<typeof lockEndpointsStatement>;

/** The rows of one endpoint that one check reads at most, besides those that it acquires. */
const rowsPerCheck = 200;

/** More than any of these statements needs: their work is bounded. A tenant that exceeds it fails alone. */
const timeoutMs = 2_500;

/** In the order in which they become due. */
const dueDeliveries = (endpoint: string) => `SELECT n.id, n.resource_id, n.due_at, n.position
      FROM webhook_delivery n
      WHERE n.endpoint_id = ${endpoint} AND n.due_at <= now() AND NOT n.has_predecessor AND n.cause <> 'test'
      ORDER BY n.due_at, n.position
      LIMIT ${rowsPerCheck}`;

const isBehind = (endpoint: string, delivery: string) => `EXISTS (
        SELECT
        FROM webhook_delivery b
        WHERE b.endpoint_id = ${endpoint} AND b.resource_id = ${delivery}.resource_id
          AND b.position < ${delivery}.position AND b.due_at IS NOT NULL)`;

/**
 * A delivery with an earlier open one of its record is set aside, so that no later check reads it. A trigger brings it
 * back when the earlier one ends. This and the trigger's update hold the lock of the endpoint.
 */
const setAsideStatement = statement(
  'set-aside-webhook-deliveries',
  { endpointIds: 'uuid[]' },
  `UPDATE webhook_delivery d
   SET has_predecessor = true
   FROM unnest(:endpointIds) AS o(id)
   CROSS JOIN LATERAL (${dueDeliveries('o.id')}) n
   WHERE d.id = n.id
     AND ${isBehind('o.id', 'n')}
   RETURNING d.endpoint_id`,
  { timeoutMs },
);

/** Brings deliveries of an endpoint back that no longer orders by record, or whose predecessors have gone. */
export const bringBackStatement = statement(
  'bring-back-webhook-deliveries',
  { endpointIds: 'uuid[]' },
  `UPDATE webhook_delivery d
   SET has_predecessor = false
   FROM unnest(:endpointIds) AS o(id)
   CROSS JOIN LATERAL (
     SELECT b.id
     FROM webhook_delivery b
     WHERE b.endpoint_id = o.id AND b.has_predecessor AND b.due_at IS NOT NULL
     ORDER BY b.resource_id, b.position
     LIMIT ${rowsPerCheck}) n
   WHERE d.id = n.id
   RETURNING d.endpoint_id`,
);

/** What the key of the endpoint may still see. */
const acquiredColumns = `a.id, a.endpoint_id AS "endpointId", a.attempts AS attempt,
    a.attempts_since_enabled AS "attemptsSinceEnabled", a.cause, a.event_type AS "eventType",
    a.event_seq::text AS "eventSeq", e.url, e.payload, e.broker_id AS "brokerId",
    CASE WHEN c.id IS NULL THEN e.scopes ELSE ARRAY(SELECT unnest(e.scopes) INTERSECT SELECT unnest(c.scopes)) END
      AS scopes, e.failures >= ${probingFrom} AS "isProbe",
    coalesce(o.status = 'SUSPENDED', false) AS "isSuspended", ${keyHasEnded('e')} AS "hasEnded",
    extract(epoch FROM now())::float8 AS "acquiredAt"`;

/** The attempt is written before the call: a worker that dies has made at most the calls that are counted. */
const startAttempts = `lost AS (
    UPDATE webhook_attempt t
    SET outcome = 'lost', ended_at = now(), reason = 'worker-lost'
    FROM chosen c
    WHERE t.delivery_id = c.id AND t.ended_at IS NULL
  ), acquired AS (
    UPDATE webhook_delivery d
    SET status = 'delivering', due_at = now() + :leaseMs * interval '1 ms', attempts = d.attempts + 1,
      attempts_since_enabled = d.attempts_since_enabled + 1, updated_at = now()
    FROM chosen c
    WHERE d.id = c.id
    RETURNING d.id, d.endpoint_id, d.attempts, d.attempts_since_enabled, d.cause, d.event_type, d.event_seq
  ), started AS (
    INSERT INTO webhook_attempt (delivery_id, number)
    SELECT id, attempts
    FROM acquired
  )`;

const joinOwners = `JOIN webhook_endpoint e ON e.id = a.endpoint_id
  LEFT JOIN api_key c ON c.id = e.key_id
  LEFT JOIN broker o ON o.id = e.broker_id`;

/**
 * Each endpoint with the calls that it may start. One that gets nothing now is not checked again until somebody says
 * so.
 */
const shares = `share AS MATERIALIZED (
    SELECT e.id, e.ordering, ${ownerOf('e')} AS owner, e.moving IS NOT NULL
      OR coalesce(b.status = 'SUSPENDED', false) AS is_closed,
      CASE WHEN e.moving IS NOT NULL
        OR b.status = 'SUSPENDED' THEN 0 WHEN e.failures < ${probingFrom} THEN :perEndpoint ELSE 1 END
      - (
        SELECT count(*)
        FROM webhook_delivery d
        WHERE d.endpoint_id = e.id AND d.status = 'delivering' AND d.due_at > now() AND d.cause <> 'test')::int AS room
    FROM webhook_endpoint e
    LEFT JOIN broker b ON b.id = e.broker_id
    WHERE e.id = ANY(:endpointIds)
  )`;

/**
 * What each endpoint may send, and of that what there is room for: the first of each endpoint before the second of any.
 */
const chosenDeliveries = `offered AS MATERIALIZED (
    SELECT c.id, l.id AS endpoint_id, l.owner,
      row_number() OVER (PARTITION BY l.id ORDER BY c.due_at, c.position) AS number
    FROM share l
    CROSS JOIN LATERAL (
      SELECT s.*
      FROM (${dueDeliveries('l.id')} FOR UPDATE SKIP LOCKED) s
      WHERE l.ordering = 'none' OR NOT ${isBehind('l.id', 's')}
      LIMIT greatest(l.room, 0)
    ) c
  ), ranked AS (
    SELECT id, endpoint_id, owner, number, row_number() OVER (PARTITION BY owner ORDER BY number) AS number_of_owner
    FROM offered
  ), chosen AS MATERIALIZED (
    SELECT r.id, r.endpoint_id
    FROM ranked r
    LEFT JOIN unnest(:owners, :running) AS u(owner, running) ON u.owner = r.owner
    WHERE r.number_of_owner <= :perBroker - coalesce(u.running, 0)
    ORDER BY r.number
    LIMIT :limit
  )`;

const acquireStatement = statement(
  'acquire-webhook-deliveries',
  {
    endpointIds: 'uuid[]',
    leaseMs: 'int',
    perEndpoint: 'int',
    limit: 'bigint',
    perBroker: 'int',
    owners: 'uuid[]',
    running: 'int[]',
  },
  `WITH ${shares}, ${chosenDeliveries}, ${startAttempts}, checked AS (
    UPDATE webhook_endpoint e
    SET next_at = CASE
      WHEN l.is_closed THEN NULL
      WHEN n.taken < n.offered THEN ${dueNow}
      WHEN n.taken >= l.room THEN now() + :leaseMs * interval '1 ms'
      ELSE least(CASE WHEN n.taken > 0 THEN now() + :leaseMs * interval '1 ms' END,
        (
          SELECT min(d.due_at)
          FROM webhook_delivery d
          WHERE d.endpoint_id = e.id AND d.due_at > now() AND NOT d.has_predecessor AND d.cause <> 'test'))
      END
    FROM share l
    CROSS JOIN LATERAL (
      SELECT (SELECT count(*) FROM chosen c WHERE c.endpoint_id = l.id) AS taken,
        (SELECT count(*) FROM offered f WHERE f.endpoint_id = l.id) AS offered
    ) n
    WHERE e.id = l.id
  )
  SELECT ${acquiredColumns}
  FROM acquired a
  ${joinOwners}`,
  { timeoutMs },
).returns<{ readonly scopes: readonly Scope[] }>();

/** There may be more behind what was sorted. */
const checkAgainStatement = statement(
  'check-webhook-endpoints-again',
  { endpointIds: 'uuid[]' },
  `UPDATE webhook_endpoint
   SET next_at = ${dueNow}
   WHERE id = ANY(:endpointIds)
     AND (next_at IS NULL OR next_at > now())
     AND status = 'enabled'
     AND moving IS NULL`,
);

/** After an error of one endpoint the others do not wait for it. */
const postponeStatement = statement(
  'postpone-webhook-endpoint',
  { id: 'uuid' },
  `UPDATE webhook_endpoint
   SET next_at = now() + interval '1 min'
   WHERE id = :id
     AND next_at IS NOT NULL`,
  {
    lockTimeoutMs: 100,
  },
);

const samplesPerEndpoint = 2;

/**
 * Samples are sent whatever the state of their endpoint, two of one at a time: they are beside the calls of its
 * deliveries. That a sample is due is compared once more with the locked row: another worker may have taken it since.
 */
const acquireSamplesStatement = statement(
  'acquire-webhook-samples',
  { limit: 'bigint', leaseMs: 'int' },
  `WITH due AS MATERIALIZED (
    SELECT id, endpoint_id, due_at
    FROM webhook_delivery
    WHERE cause = 'test' AND due_at <= now()
    ORDER BY due_at
    LIMIT 1000
  ), ranked AS (
    SELECT id, due_at, row_number() OVER (PARTITION BY endpoint_id ORDER BY due_at) + (
        SELECT count(*)
        FROM webhook_delivery r
        WHERE r.endpoint_id = due.endpoint_id AND r.status = 'delivering' AND r.due_at > now()
          AND r.cause = 'test') AS number
    FROM due
  ), chosen AS MATERIALIZED (
    SELECT d.id
    FROM ranked r
    JOIN webhook_delivery d ON d.id = r.id
    WHERE r.number <= ${samplesPerEndpoint} AND d.due_at <= now()
    ORDER BY r.due_at
    LIMIT :limit
    FOR UPDATE OF d SKIP LOCKED
  ), ${startAttempts}
  SELECT ${acquiredColumns}
  FROM acquired a
  ${joinOwners}`,
).returns<{ readonly scopes: readonly Scope[] }>();

/** Acquires deliveries that are due, the endpoints that have waited longest first. */
export async function acquireDeliveries(db: Db, limits: AcquireLimits): Promise<Acquired> {
  const [due] = await db.query(isDueStatement);
  const samples = due?.samples
    ? await db.query(acquireSamplesStatement, { limit: limits.limit, leaseMs: limits.leaseMs })
    : [];
  const limit = limits.limit - samples.length;
  if (!due?.endpoints || limit <= 0) return { deliveries: samples, hasSorted: false };
  const { deliveries, hasSorted } = await acquireOfEndpoints(db, { ...limits, limit });
  return { deliveries: [...samples, ...deliveries], hasSorted };
}

/**
 * All endpoints share the statements. If one of these fails, each endpoint is checked alone, and one that fails then is
 * left alone for a minute.
 */
async function acquireOfEndpoints(db: Db, limits: AcquireLimits): Promise<Acquired> {
  const { limit, probeLimit, perBroker, running } = limits;
  const busy = [...running].flatMap(([owner, count]) => (count >= perBroker ? [owner] : []));
  let locked: readonly LockedRow[] = [];
  const work = async (tx: Db) => {
    locked = await tx.query(lockEndpointsStatement, {
      limit,
      probeLimit: Math.min(limit, probeLimit),
      busyOwners: busy,
    });
    return acquireOfLocked(tx, locked, limits);
  };
  try {
    return await db.transaction(work);
  } catch (error) {
    if (isConnectionLost(error) || locked.length === 0) throw error;
  }
  const acquired: AcquiredDelivery[] = [];
  for (const { id } of locked.slice(0, limit)) {
    const left = { ...limits, limit: limit - acquired.length };
    acquired.push(...(await acquireAlone(db, id, left)));
    if (acquired.length >= limit) break;
  }
  return { deliveries: acquired, hasSorted: false };
}

async function acquireAlone(db: Db, id: string, limits: AcquireLimits): Promise<readonly AcquiredDelivery[]> {
  const work = async (tx: Db) => acquireOfLocked(tx, await tx.query(lockEndpointStatement, { id }), limits);
  try {
    return (await db.transaction(work)).deliveries;
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    limits.onEndpointError(error, id);
    await db.query(postponeStatement, { id });
    return [];
  }
}

async function acquireOfLocked(
  tx: Db,
  locked: readonly LockedRow[],
  { limit, perEndpoint, perBroker, running, leaseMs }: AcquireLimits,
): Promise<Acquired> {
  if (locked.length === 0) return { deliveries: [], hasSorted: false };
  const select = (is: (row: LockedRow) => boolean) => locked.filter(is).map(({ id }) => id);
  const ordered = select(({ isOrdered }) => isOrdered);
  const unordered = select(({ isOrdered, hasSetAside }) => !isOrdered && hasSetAside);
  const aside = ordered.length === 0 ? [] : await tx.query(setAsideStatement, { endpointIds: ordered });
  const back = unordered.length === 0 ? [] : await tx.query(bringBackStatement, { endpointIds: unordered });
  const values = {
    endpointIds: select(() => true),
    leaseMs,
    perEndpoint,
    limit,
    perBroker,
    owners: [...running.keys()],
    running: [...running.values()],
  };
  const deliveries = await tx.query(acquireStatement, values);
  const hasSorted = aside.length + back.length > 0;
  if (hasSorted) await tx.query(checkAgainStatement, { endpointIds: [...ordered, ...unordered] });
  return { deliveries, hasSorted };
}
