import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { Event } from '@linework/schemas/events/event';
import { visibleTo } from '../visible-to.ts';
import { noSuchLine } from './find-line.ts';

export interface EventPage {
  readonly items: readonly Event[];
  /** The place to read on from; absent at the end. */
  readonly next?: number;
}

/**
 * What happened to a line, oldest first, behind a place. Events of one line commit in the order of their places, since each
 * is written under the lock of its line's row. Raises not-found.
 */
export async function listLineEvents(
  db: Pick<Db, 'prisma'>,
  { caller, lineId, after, limit }: { caller: Caller; lineId: string; after: number; limit: number },
): Promise<EventPage> {
  const line = await db.prisma.line.findFirst({ where: { id: lineId, ...visibleTo(caller) }, select: { id: true } });
  if (!line) throw noSuchLine(lineId);
  const rows = await db.prisma.event.findMany({ where: { resourceId: lineId, seq: { gt: after } }, orderBy: { seq: 'asc' }, take: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(showEvent), ...(rows.length > limit && last && { next: Number(last.seq) }) };
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
