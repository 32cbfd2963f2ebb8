import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import type { PageMeta } from '@linework/http/paged-envelope';
import { buildMetaAfter } from '@linework/lists/page';
import type { Event } from '@linework/schemas/events/event';
import { type EventCursor, encodeEventCursor, type UnseenTransactions } from '@linework/schemas/events/event-cursor';
import { pageLimitBytes, withBytes } from './page-bytes.ts';
import { showEvent } from './show-event.ts';

export interface EventPage {
  readonly items: readonly Event[];
  readonly meta: PageMeta;
  /** The position of the next page; absent on the last page. */
  readonly pages: { readonly next?: { readonly cursor: string } };
}

/** The caller, the position and the page size. */
export interface EventQuery {
  readonly caller: Caller;
  readonly cursor?: EventCursor | undefined;
  /** A position without transactions, as an alternative to the cursor. */
  readonly after?: number | undefined;
  readonly limit: number;
}

const columns = `seq, id, type, at, resource_type, resource_id, from_status, to_status, order_id, key_id, job, details`;

const furtherEvents = `SELECT ${columns}
        FROM event
        WHERE resource_id = :resourceId
          AND seq > :after
        ORDER BY seq
        LIMIT :limit`;

/**
 * Selects the events after the position, and earlier ones whose transaction was open when the cursor was made and has
 * committed since: `:unseenFrom` and `:unseenOpen` name those transactions. A transaction id that this server has not
 * reached yet is from before a restore, and its events were read then. The returned snapshot is the one of this
 * statement, so it names exactly the transactions that the statement does not see.
 */
const readStatement = statement(
  'read-events',
  { resourceId: 'uuid', after: 'bigint', unseenFrom: 'xid8?', unseenOpen: 'xid8[]', limit: 'bigint' },
  `WITH late AS (
    SELECT ${columns}, 0 AS found
    FROM event
    WHERE :unseenFrom IS NOT NULL
      AND resource_id = :resourceId
      AND seq <= :after
      AND (transaction_id >= :unseenFrom OR transaction_id = ANY(:unseenOpen))
      AND transaction_id < pg_snapshot_xmax(pg_current_snapshot())
  ), further AS (
    SELECT ${columns}, found
    FROM (
      ${withBytes(furtherEvents, 'q.seq')}
    ) AS f
    WHERE f."bytesBefore" < ${pageLimitBytes}
  )
  SELECT e.seq::float8 AS position, e.id, e.type, e.at, e.resource_type AS "resourceType",
    e.resource_id AS "resourceId",
    e.from_status AS "fromStatus", e.to_status AS "toStatus", e.order_id AS "orderId", e.job, e.details, e.found,
    e.key_id AS "keyId", k.name AS "keyName", coalesce(k.broker_id, p.broker_id) AS "keyBrokerId",
      p.name AS "operatorName",
    pg_snapshot_xmax(pg_current_snapshot())::text AS "unseenFrom",
    ARRAY(SELECT pg_snapshot_xip(pg_current_snapshot())::text) AS "unseenOpen"
  FROM (SELECT * FROM late UNION ALL SELECT * FROM further) AS e
  LEFT JOIN api_key k ON k.id = e.key_id
  LEFT JOIN operator p ON p.id = e.key_id
  ORDER BY e.seq`,
);

type Row = RowOf<typeof readStatement>;

const countStatement = statement(
  'count-events',
  { resourceId: 'uuid', after: 'bigint' },
  `SELECT count(*)::int AS total, count(*) FILTER (WHERE seq <= :after)::int AS before
   FROM event
   WHERE resource_id = :resourceId`,
);

/**
 * Reads the events of a record, oldest first, from a position on. A client that continues with the `cursor` of the last
 * event gets every event once. An event that committed after later events were read comes first on a later page.
 */
export async function readEvents(
  db: Pick<Db, 'query'>,
  resourceId: string,
  { caller, cursor, after = 0, limit }: EventQuery,
): Promise<EventPage> {
  const from: EventCursor = cursor ?? { after };
  // One row more than the page shows whether there is a next page.
  const rows = await db.query(readStatement, {
    resourceId,
    after: from.after,
    unseenFrom: from.unseen?.from,
    unseenOpen: from.unseen?.open ?? [],
    limit: limit + 1,
  });
  const [countRow] = await db.query(countStatement, {
    resourceId,
    after: from.after,
  });
  const late = rows.filter(({ position }) => position <= from.after);
  const further = rows.slice(late.length, late.length + limit);
  const shown = [...late, ...further];
  const cursorOf = (row: Row, index: number) =>
    encodeEventCursor(index < late.length - 1 ? from : buildCursorAfter(row, from));
  const items = shown.map((row, index) => showEvent({ ...row, cursor: cursorOf(row, index) }, caller));
  const last = items.at(-1);
  return {
    items,
    meta: buildMetaAfter({ total: countRow?.total ?? 0, before: countRow?.before ?? 0, limit }),
    pages: (rows.at(-1)?.found ?? 0) > further.length && last ? { next: { cursor: last.cursor } } : {},
  };
}

/** Builds the cursor after an event. Late events are read together, so only the cursor of the last one advances. */
function buildCursorAfter({ position, unseenFrom, unseenOpen }: Row, { after }: EventCursor): EventCursor {
  const unseen: UnseenTransactions = { from: unseenFrom, open: unseenOpen };
  return { after: Math.max(position, after), unseen };
}
