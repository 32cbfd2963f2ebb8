import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { PageMeta } from '@linework/http/paged-envelope';
import type { Event } from '@linework/schemas/events/event';
import { metaBehind } from '../lists/page.ts';

export interface EventPage {
  readonly items: readonly Event[];
  readonly meta: PageMeta;
  /** Where to read on; absent at the end. */
  readonly turns: { readonly next?: { readonly after: number } };
}

/** Behind which place, and how many. */
export interface EventsAsked {
  readonly after: number;
  readonly limit: number;
}

const countStatement = statement(
  'count-events',
  'SELECT count(*)::int AS total, count(*) FILTER (WHERE seq <= $2::bigint)::int AS before FROM event WHERE resource_id = $1::uuid',
);

/**
 * What happened to a record, oldest first, behind a place. Events of one record commit in the order of their places, since each
 * is written under the lock of its row.
 */
export async function readEvents(db: Pick<Db, 'prisma' | 'query'>, resourceId: string, { after, limit }: EventsAsked): Promise<EventPage> {
  const rows = await db.prisma.event.findMany({ where: { resourceId, seq: { gt: after } }, orderBy: { seq: 'asc' }, take: limit + 1 });
  const [counted] = await db.query<{ readonly total: number; readonly before: number }>(countStatement, [resourceId, after]);
  const { total = 0, before = 0 } = counted ?? {};
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(showEvent),
    meta: metaBehind({ total, before, limit }),
    turns: rows.length > limit && last ? { next: { after: Number(last.seq) } } : {},
  };
}

interface EventRecord {
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly fromStatus: string | null;
  readonly toStatus: string | null;
  readonly orderId: string | null;
  readonly details: unknown;
}

function showEvent({ id, type, at, resourceType, resourceId, fromStatus, toStatus, orderId, details }: EventRecord): Event {
  return {
    id,
    type: type as Event['type'],
    at: at.toISOString(),
    resource: { type: resourceType, id: resourceId },
    ...(fromStatus !== null && { from: fromStatus }),
    ...(toStatus !== null && { to: toStatus }),
    ...(orderId !== null && { orderId }),
    details: details as Event['details'],
  };
}
