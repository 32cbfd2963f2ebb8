import type { Db } from '@linework/db/db';
import { type EventPage, type EventQuery, readEvents } from '@linework/events/read-events';
import { visibleTo } from '@linework/lists/visible-to';
import { resourceNotFound } from './find-resource.ts';

/** Lists the events of a resource, oldest first, from a position on. Raises not-found. */
export async function listResourceEvents(
  db: Pick<Db, 'prisma' | 'query'>,
  { resourceId, ...query }: EventQuery & { readonly resourceId: string },
): Promise<EventPage> {
  const resource = await db.prisma.resource.findFirst({
    where: { id: resourceId, ...visibleTo(query.caller) },
    select: { id: true },
  });
  if (!resource) throw resourceNotFound(resourceId);
  return readEvents(db, resourceId, query);
}
