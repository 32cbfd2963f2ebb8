import type { Db } from '@linework/db/db';
import { isStatementTimeout } from '@linework/db/errors';
import { statement, unprepared } from '@linework/db/statement';
import { eventsOfRange, firstRangeAfter, positionInRange, rangeHasEvent } from '@linework/events/feed/event-ranges';
import { lookUpEvent } from '@linework/events/feed/find-event';
import { unprocessableRequest } from '@linework/problem-details/make-problem';
import { v7 as newId } from 'uuid';
import { endpointGetsEvent } from '../deliveries/fan-out.ts';
import { assertOpenLimit } from '../deliveries/open-limit.ts';
import { dueNow } from '../due-now.ts';
import { type EndpointTarget, endpointNotFound } from '../endpoints/find-endpoint.ts';
import { endpointBusy, lockEndpoint } from '../endpoints/lock-endpoint.ts';

/** Which events are sent again: those that the endpoint may get and that every given member selects. */
export interface Replay extends EndpointTarget {
  readonly eventId?: string | undefined;
  readonly fromPosition?: number | undefined;
  readonly toPosition?: number | undefined;
  readonly types?: readonly string[] | undefined;
  readonly resourceId?: string | undefined;
  /** The events from this time on that have no delivery that is delivered or open. */
  readonly missingSince?: Date | undefined;
  readonly dryRun: boolean;
  /** How many become due in a second. */
  readonly perSecond: number;
}

const eventLimit = 10_000;

const columns = `${positionInRange} AS position, r.first_position, e.*`;

const after = '(coalesce(:from, 1) - 1)';

/** All events from a position on, in the order of their positions, so that reading ends at the limit. */
const eventsByPosition = `SELECT ${columns}
      FROM event_range r
      CROSS JOIN ${eventsOfRange(after)} AS e
      WHERE r.first_position >= ${firstRangeAfter(after)}
        AND (:to IS NULL OR r.first_position <= :to)`;

/** The events of one record. */
const eventsByRecord = `SELECT ${columns}
      FROM event e
      JOIN event_range r ON ${rangeHasEvent}`;

/** Whether the event is delivered to the endpoint or will be. Each of the two sets of causes has an index. */
const hasDelivery = (causes: string) => `EXISTS (
        SELECT
        FROM webhook_delivery d
        WHERE d.endpoint_id = w.id AND d.position = b.position AND d.cause ${causes}
          AND d.status IN ('delivered', 'pending', 'delivering', 'waiting'))`;

/** One more than the limit shows that there are too many. */
const selectEvents = (
  events: string,
) => `SELECT b.seq, b.position, b.type, b.resource_id, w.id AS endpoint_id, w.broker_id, w.status,
    row_number() OVER (ORDER BY b.first_position, b.seq) AS number
    FROM webhook_endpoint w
    CROSS JOIN (${events}) AS b
    WHERE w.id = :endpointId
      AND ${endpointGetsEvent}
      AND (:from IS NULL OR b.position >= :from)
      AND (:to IS NULL OR b.position <= :to)
      AND (:types IS NULL OR :types && ARRAY['*', b.type, split_part(b.type, '.', 1) || '.*'])
      AND (:resourceId IS NULL OR b.resource_id = :resourceId)
      AND (:missingSince IS NULL
        OR (b.at >= :missingSince AND NOT ${hasDelivery("= 'event'")}
          AND NOT ${hasDelivery("IN ('manual', 'replay')")}))
    ORDER BY b.first_position, b.seq
    LIMIT ${eventLimit + 1}`;

const selectionTypes = {
  endpointId: 'uuid',
  from: 'bigint?',
  to: 'bigint?',
  types: 'text[]?',
  resourceId: 'uuid?',
  missingSince: 'timestamptz?',
} as const;

/** Long enough for 10,000 events of a feed on a busy machine. Until then one connection of the pool is in use. */
const timeoutMs = 5_000;

/**
 * Unprepared, because a replay is rare and selects one event or very many. All deliveries are written at once; the rate
 * is in the times at which they become due. The endpoint is not locked meanwhile: only the last statement locks it.
 */
const buildStatements = (kind: 'position' | 'record', events: string) => ({
  count: unprepared(
    `count-events-to-replay-by-${kind}`,
    selectionTypes,
    `SELECT count(*)::int AS count FROM (${selectEvents(events)}) s`,
    { timeoutMs },
  ),
  replay: unprepared(
    `replay-events-by-${kind}`,
    { ...selectionTypes, replayId: 'uuid', keyId: 'uuid', perSecond: 'int' },
    `WITH selected AS MATERIALIZED (${selectEvents(events)}), made AS (
      INSERT INTO webhook_delivery (id, endpoint_id, broker_id, event_seq, position, event_type, resource_id, cause,
        cause_id, key_id, status, due_at)
      SELECT gen_random_uuid(), endpoint_id, broker_id, seq, position, type, resource_id, 'replay', :replayId, :keyId,
        CASE status WHEN 'enabled' THEN 'pending' ELSE 'held' END,
          CASE status WHEN 'enabled' THEN ${dueNow} + (number - 1) * interval '1 s' / :perSecond END
      FROM selected
      RETURNING 1
    )
    SELECT count(*)::int AS count, (SELECT max(status) FROM selected) AS status
    FROM made`,
    { timeoutMs },
  ),
});

const statements = {
  byPosition: buildStatements('position', eventsByPosition),
  byRecord: buildStatements('record', eventsByRecord),
};

/** No event has this position. */
const none = 0;

/** Another replay of the endpoint does not wait with a connection of the pool. */
const startStatement = statement(
  'start-webhook-replay',
  { endpointId: 'uuid', brokerId: 'uuid?' },
  `SELECT pg_try_advisory_xact_lock(hashtextextended('webhook replay of ' || id, 0)) AS "isAlone"
   FROM webhook_endpoint
   WHERE id = :endpointId
     AND (:brokerId IS NULL OR broker_id = :brokerId)
     AND status <> 'deleted'`,
);

const lookStatement = statement(
  'check-replayed-webhook-endpoint',
  { endpointId: 'uuid' },
  `UPDATE webhook_endpoint
   SET next_at = greatest(${dueNow}, blocked_until)
   WHERE id = :endpointId AND status = 'enabled' AND moving IS NULL`,
);

export interface ReplayResult {
  readonly id: string;
  readonly count: number;
}

/**
 * Sends events of the feed again, or counts them. Raises not-found; 422 for an unknown event and for too many events;
 * 409 while another replay of the endpoint runs, and when the endpoint has too many open deliveries.
 */
export function replayEvents(
  db: Db,
  { caller, endpointId, dryRun, perSecond, ...filter }: Replay,
): Promise<ReplayResult> {
  const { eventId, fromPosition, toPosition, types, resourceId, missingSince } = filter;
  const id = newId();
  const chosen = resourceId === undefined ? statements.byPosition : statements.byRecord;
  return db.transaction(async (tx) => {
    const [started] = await tx.query(startStatement, {
      endpointId,
      brokerId: caller.brokerId,
    });
    if (!started) throw endpointNotFound(endpointId);
    if (!started.isAlone) throw endpointBusy(endpointId);
    const position =
      eventId === undefined ? undefined : ((await lookUpEvent(tx, eventId, caller.brokerId))?.position ?? none);
    const [from, to] =
      position === undefined
        ? [fromPosition, toPosition]
        : [Math.max(position, fromPosition ?? 1), Math.min(position, toPosition ?? position)];
    const selection = { endpointId, from, to, types, resourceId, missingSince: missingSince?.toISOString() };
    const [counted] = await tx.query(chosen.count, selection).catch(raiseIfTooLong);
    const count = counted?.count ?? 0;
    if (count > eventLimit)
      throw unprocessableRequest(`More than ${eventLimit} events match.`, {
        code: 'webhook-replay-too-large',
        limit: eventLimit,
      });
    if (count === 0 && eventId !== undefined)
      throw unprocessableRequest(`The endpoint gets no event ${eventId}.`, { code: 'webhook-event-unknown' });
    if (dryRun || count === 0) return { id, count };
    await assertOpenLimit(tx, endpointId, count);
    const [made] = await tx
      .query(chosen.replay, { ...selection, replayId: id, keyId: caller.keyId, perSecond })
      .catch(raiseIfTooLong);
    const { status } = await lockEndpoint(tx, { caller, endpointId });
    // A request has disabled or enabled it meanwhile, and moved the deliveries that it saw.
    if (made && made.status !== null && made.status !== status) throw endpointBusy(endpointId);
    await tx.query(lookStatement, { endpointId });
    return { id, count: made?.count ?? 0 };
  });
}

function raiseIfTooLong(error: unknown): never {
  if (!isStatementTimeout(error)) throw error;
  throw unprocessableRequest('The search takes too long.', { code: 'webhook-replay-too-large', limit: eventLimit });
}
