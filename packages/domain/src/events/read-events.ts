import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { PageMeta } from '@linework/http/paged-envelope';
import type { Event } from '@linework/schemas/events/event';
import { type EventCursor, encodeEventCursor, type UnseenTransactions } from '@linework/schemas/events/event-cursor';
import { buildMetaAfter } from '../lists/page.ts';
import { type EventRecord, showEvent } from './show-event.ts';

export interface EventPage {
  readonly items: readonly Event[];
  readonly meta: PageMeta;
  /** Where to read on; absent where nothing more is there now. */
  readonly pages: { readonly next?: { readonly cursor: string } };
}

/** Who asks, behind which place, and how many. */
export interface EventQuery {
  readonly caller: Caller;
  readonly cursor?: EventCursor | undefined;
  /** The same as a cursor that knows no transactions. */
  readonly after?: number | undefined;
  readonly limit: number;
}

const columns = `seq, id, type, at, resource_type, resource_id, from_status, to_status, order_id, key_id, job, details`;

/**
 * Events before the place are shown when their transaction was open at the last look and has committed since: $3 and $4 name those
 * transactions. One that this server has not reached yet is from before a restore, and was seen then.
 * The snapshot is that of this statement, so that it says exactly what the statement has not seen.
 */
const readStatement = statement(
  'read-events',
  `WITH late AS (
    SELECT ${columns}
    FROM event
    WHERE $3::xid8 IS NOT NULL
      AND resource_id = $1::uuid
      AND seq <= $2::bigint
      AND (transaction_id >= $3::xid8 OR transaction_id = ANY($4::xid8[]))
      AND transaction_id < pg_snapshot_xmax(pg_current_snapshot())
  ), further AS (
    SELECT ${columns}
    FROM event
    WHERE resource_id = $1::uuid
      AND seq > $2::bigint
    ORDER BY seq
    LIMIT $5
  )
  SELECT e.seq::float8 AS position, e.id, e.type, e.at, e.resource_type AS "resourceType", e.resource_id AS "resourceId",
    e.from_status AS "fromStatus", e.to_status AS "toStatus", e.order_id AS "orderId", e.job, e.details,
    e.key_id AS "keyId", k.name AS "keyName", k.broker_id AS "keyBrokerId",
    pg_snapshot_xmax(pg_current_snapshot())::text AS "unseenFrom",
    ARRAY(SELECT pg_snapshot_xip(pg_current_snapshot())::text) AS "unseenOpen"
  FROM (SELECT * FROM late UNION ALL SELECT * FROM further) AS e
  LEFT JOIN api_key k ON k.id = e.key_id
  ORDER BY e.seq`,
);

interface Row extends EventRecord {
  readonly position: number;
  readonly unseenFrom: string;
  readonly unseenOpen: readonly string[];
}

const countStatement = statement(
  'count-events',
  'SELECT count(*)::int AS total, count(*) FILTER (WHERE seq <= $2::bigint)::int AS before FROM event WHERE resource_id = $1::uuid',
);

/**
 * What happened to a record, oldest first, behind a place. Who reads on with the `nextCursor` of each page gets every event once, also
 * one that got its place before others were read and committed after that: it comes at the top of a later page.
 */
export async function readEvents(db: Pick<Db, 'query'>, resourceId: string, { caller, cursor, after = 0, limit }: EventQuery): Promise<EventPage> {
  const from: EventCursor = cursor ?? { after };
  // One more than is shown says whether there is more.
  const rows = await db.query<Row>(readStatement, [resourceId, from.after, from.unseen?.from, from.unseen?.open ?? [], limit + 1]);
  const [countRow] = await db.query<{ readonly total: number; readonly before: number }>(countStatement, [resourceId, from.after]);
  const late = rows.filter(({ position }) => position <= from.after);
  const further = rows.slice(late.length, late.length + limit);
  const shown = [...late, ...further];
  const cursors = shown.map((row, index) => encodeEventCursor(index < late.length - 1 ? from : buildCursorAfter(row, from)));
  const nextCursor = cursors.at(-1) ?? encodeEventCursor(from);
  const hasMore = rows.length > shown.length;
  return {
    items: shown.map((row, index) => showEvent({ ...row, cursor: cursors[index] ?? nextCursor }, caller)),
    meta: { ...buildMetaAfter({ total: countRow?.total ?? 0, before: countRow?.before ?? 0, limit }), nextCursor },
    pages: hasMore ? { next: { cursor: nextCursor } } : {},
  };
}

/** Behind an event. Of those that committed late only the last leads on: they are read together. */
function buildCursorAfter({ position, unseenFrom, unseenOpen }: Row, { after }: EventCursor): EventCursor {
  const unseen: UnseenTransactions = { from: unseenFrom, open: unseenOpen };
  return { after: Math.max(position, after), unseen };
}
