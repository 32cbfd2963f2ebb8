import type { Db } from '@linework/db/db';
import { statement, unprepared } from '@linework/db/statement';
import type { PositionedEvent } from '../build-envelope.ts';
import { pageLimitBytes, withBytes } from '../page-bytes.ts';
import { eventsOfRange, firstRangeAfter, positionInRange, rangeHasEvent } from './event-ranges.ts';
import type { FeedFilter } from './feed-filter.ts';
import { eventColumns, joinActor } from './select-event.ts';

/**
 * A page reads at most so many positions, about 25 ms, so that a rare event costs a bounded statement. The next page
 * continues there.
 */
const scanLimit = 20_000;

const matches = `($3::uuid IS NULL OR e.broker_id = $3::uuid)
      AND ($4::text[] IS NULL OR e.type = ANY($4::text[]))
      AND ($5::text IS NULL OR e.resource_type = $5::text)
      AND ($6::uuid IS NULL OR e.order_id = $6::uuid)`;

/** The oldest and newest position are of the same snapshot as the events, so that a purge is never missed. */
const withBounds = (
  events: string,
) => `SELECT s.newest_position::float8 AS newest, (SELECT min(first_position) FROM event_range)::float8 AS oldest, f.*
  FROM event_sequencer s
  LEFT JOIN (
    ${withBytes(events, 'q.position')}
  ) AS f ON f."bytesBefore" < ${pageLimitBytes}
  ORDER BY f.position`;

/** The events after a position. It reads ranges in their order until the page is full. */
const readByPositionStatement = unprepared(
  withBounds(`
    SELECT ${eventColumns}
    FROM event_range r
    CROSS JOIN ${eventsOfRange('$1::bigint')} AS e
    ${joinActor}
    WHERE r.first_position >= ${firstRangeAfter('$1::bigint')}
      AND r.first_position <= $1::bigint + ${scanLimit}
      AND ${matches}
    ORDER BY r.first_position, e.seq
    LIMIT $2`),
);

/**
 * The events of one record after a position. They are found by its index, so their pages need no limit of positions.
 */
const readByRecordStatement = unprepared(
  withBounds(`
    SELECT ${eventColumns}
    FROM event e
    JOIN event_range r ON ${rangeHasEvent}
    ${joinActor}
    WHERE ${positionInRange} > $1::bigint
      AND e.resource_id = $7::uuid
      AND ${matches}
    ORDER BY r.first_position, e.seq
    LIMIT $2`),
);

/** The columns of the position are null if no event was found. */
type Row = Bounds & { readonly [column in keyof FeedEvent]: FeedEvent[column] | null } & {
  readonly found: number | null;
  readonly bytesBefore: string | null;
};

/** An event with the length of its details. */
export interface FeedEvent extends PositionedEvent {
  readonly bytes: number;
}

export interface Bounds {
  /** The newest position that was ever assigned; 0 before the first. */
  readonly newest: number;
  /** The oldest position that is kept; null if none is. */
  readonly oldest: number | null;
}

export interface FeedPage extends Bounds {
  readonly events: readonly FeedEvent[];
  /** Every matching event up to this position is in this page or an earlier one. */
  readonly readTo: number;
}

/**
 * Reads the events after a position that match the filter, oldest first: as many as the limit, or as fit in the bytes
 * of a page.
 */
export async function readFeed(
  db: Pick<Db, 'query'>,
  filter: FeedFilter,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<FeedPage> {
  const { brokerId = null, types = null, resourceType = null, resourceId = null, orderId = null } = filter;
  const values = [after, limit, brokerId, types, resourceType, orderId];
  const rows = await (resourceId === null
    ? db.query<Row>(readByPositionStatement, values)
    : db.query<Row>(readByRecordStatement, [...values, resourceId]));
  const events = rows.filter(isEvent);
  const { newest = 0, oldest = null, found } = rows[0] ?? {};
  const isFull = events.length === limit || events.length < (found ?? 0);
  const last = events.at(-1)?.position ?? after;
  const scanned = resourceId === null ? Math.min(after + scanLimit, newest) : newest;
  return { events, newest, oldest, readTo: isFull ? last : Math.max(last, scanned) };
}

/** It reads one row and one end of an index. */
const boundsStatement = statement(
  'read-feed-bounds',
  'SELECT newest_position::float8 AS newest, (SELECT min(first_position) FROM event_range)::float8 AS oldest FROM event_sequencer',
);

/** Reads the oldest and the newest position. */
export async function readBounds(db: Pick<Db, 'query'>): Promise<Bounds> {
  const [bounds] = await db.query<Bounds>(boundsStatement, []);
  return bounds ?? { newest: 0, oldest: null };
}

const isEvent = (row: Row): row is Row & FeedEvent => row.position !== null;
