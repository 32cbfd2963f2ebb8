import type { Db } from '@linework/db/db';
import { type EventPage, type EventQuery, readEvents } from '@linework/events/read-events';
import { visibleTo } from '@linework/lists/visible-to';
import { lineNotFound } from './find-line.ts';

/** Lists the events of a line, oldest first, from a position on. Raises not-found. */
export async function listLineEvents(
  db: Pick<Db, 'prisma' | 'query'>,
  { lineId, ...query }: EventQuery & { readonly lineId: string },
): Promise<EventPage> {
  const line = await db.prisma.line.findFirst({
    where: { id: lineId, ...visibleTo(query.caller) },
    select: { id: true },
  });
  if (!line) throw lineNotFound(lineId);
  return readEvents(db, lineId, query);
}
