import type { Db } from '@linework/db/db';
import { type RowOf, statement, unprepared } from '@linework/db/statement';
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

const valueTypes = {
  after: 'bigint',
  limit: 'bigint',
  brokerId: 'uuid?',
  types: 'text[]?',
  resourceType: 'text?',
  orderId: 'uuid?',
} as const;

const matches = `(:brokerId IS NULL OR e.broker_id = :brokerId)
      AND (:types IS NULL OR e.type = ANY(:types))
      AND (:resourceType IS NULL OR e.resource_type = :resourceType)
      AND (:orderId IS NULL OR e.order_id = :orderId)`;

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
  'read-feed',
  valueTypes,
  withBounds(`
    SELECT ${eventColumns}
    FROM event_range r
    CROSS JOIN ${eventsOfRange(':after')} AS e
    ${joinActor}
    WHERE r.first_position >= ${firstRangeAfter(':after')}
      AND r.first_position <= :after + ${scanLimit}
      AND ${matches}
    ORDER BY r.first_position, e.seq
    LIMIT :limit`),
);

/**
 * The events of one record after a position. They are found by its index, so their pages need no limit of positions.
 */
const readByRecordStatement = unprepared(
  'read-feed-of-record',
  { ...valueTypes, resourceId: 'uuid' },
  withBounds(`
    SELECT ${eventColumns}
    FROM event e
    JOIN event_range r ON ${rangeHasEvent}
    ${joinActor}
    WHERE ${positionInRange} > :after
      AND e.resource_id = :resourceId
      AND ${matches}
    ORDER BY r.first_position, e.seq
    LIMIT :limit`),
);

/** The columns of an event are null if none was found. */
type Row = RowOf<typeof readByPositionStatement>;

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
  const { brokerId, types, resourceType, resourceId = null, orderId } = filter;
  const values = { after, limit, brokerId, types, resourceType, orderId };
  const rows = await (resourceId === null
    ? db.query(readByPositionStatement, values)
    : db.query(readByRecordStatement, { ...values, resourceId }));
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
  `SELECT newest_position::float8 AS newest, (SELECT min(first_position) FROM event_range)::float8 AS oldest
   FROM event_sequencer`,
);

/** Reads the oldest and the newest position. */
export async function readBounds(db: Pick<Db, 'query'>): Promise<Bounds> {
  const [bounds] = await db.query(boundsStatement);
  return bounds ?? { newest: 0, oldest: null };
}

const isEvent = (row: Row): row is Row & FeedEvent => row.position !== null;
