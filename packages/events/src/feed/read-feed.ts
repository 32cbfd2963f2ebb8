import type { Db } from '@linework/db/db';
import { statement, unprepared } from '@linework/db/statement';
import type { PositionedEvent } from '../build-envelope.ts';
import type { FeedFilter } from './feed-filter.ts';

/** A page reads at most so many positions, about 25 ms, so that a rare event costs a bounded statement. The next page continues there. */
const scanLimit = 20_000;

/** The events of one record are found by its index, so their pages need no such limit. */
const unlimited = 1_000_000_000_000_000;

/**
 * The events after a position, oldest first, and the oldest and newest position in the same snapshot, so that a purge is never missed. It is
 * planned with its values, because one record is read by its index and everything else by position.
 */
const readStatement = unprepared(
  `SELECT s.newest_position::float8 AS newest, (SELECT min(position) FROM event_position)::float8 AS oldest, f.*
  FROM event_sequencer s
  LEFT JOIN (
    SELECT p.position::float8 AS position, e.id, e.broker_id AS "brokerId", e.type, e.at, e.resource_type AS "resourceType",
      e.resource_id AS "resourceId", e.from_status AS "fromStatus", e.to_status AS "toStatus", e.order_id AS "orderId", e.job, e.details,
      e.key_id AS "keyId", k.name AS "keyName", k.broker_id AS "keyBrokerId", o.name AS "operatorName"
    FROM event_position p
    JOIN event e ON e.seq = p.seq
    LEFT JOIN api_key k ON k.id = e.key_id
    LEFT JOIN operator o ON o.id = e.key_id
    WHERE p.position > $1::bigint
      AND p.position <= $1::bigint + $2::bigint
      AND ($4::uuid IS NULL OR e.broker_id = $4::uuid)
      AND ($5::text[] IS NULL OR e.type = ANY($5::text[]))
      AND ($6::text IS NULL OR e.resource_type = $6::text)
      AND ($7::uuid IS NULL OR e.resource_id = $7::uuid)
      AND ($8::uuid IS NULL OR e.order_id = $8::uuid)
    ORDER BY p.position
    LIMIT $3
  ) AS f ON true
  ORDER BY f.position`,
);

/** The columns of the position are null if no event was found. */
type Row = Bounds & { readonly [column in keyof PositionedEvent]: PositionedEvent[column] | null };

export interface Bounds {
  /** The newest position that was ever assigned; 0 before the first. */
  readonly newest: number;
  /** The oldest position that is kept; null if none is. */
  readonly oldest: number | null;
}

export interface FeedPage extends Bounds {
  readonly events: readonly PositionedEvent[];
  /** Every matching event up to this position is in this page or an earlier one. */
  readonly readTo: number;
}

/** Reads the events after a position that match the filter, oldest first. */
export async function readFeed(
  db: Pick<Db, 'query'>,
  filter: FeedFilter,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<FeedPage> {
  const { brokerId = null, types = null, resourceType = null, resourceId = null, orderId = null } = filter;
  const scanned = resourceId === null ? scanLimit : unlimited;
  const rows = await db.query<Row>(readStatement, [after, scanned, limit, brokerId, types, resourceType, resourceId, orderId]);
  const events = rows.filter(isEvent);
  const { newest = 0, oldest = null } = rows[0] ?? {};
  const isFull = events.length === limit;
  const last = events.at(-1)?.position ?? after;
  return { events, newest, oldest, readTo: isFull ? last : Math.max(last, Math.min(after + scanned, newest)) };
}

/** It reads one row and one end of an index. */
const boundsStatement = statement(
  'read-feed-bounds',
  'SELECT newest_position::float8 AS newest, (SELECT min(position) FROM event_position)::float8 AS oldest FROM event_sequencer',
);

/** Reads the oldest and the newest position. */
export async function readBounds(db: Pick<Db, 'query'>): Promise<Bounds> {
  const [bounds] = await db.query<Bounds>(boundsStatement, []);
  return bounds ?? { newest: 0, oldest: null };
}

const isEvent = (row: Row): row is Row & PositionedEvent => row.position !== null;
