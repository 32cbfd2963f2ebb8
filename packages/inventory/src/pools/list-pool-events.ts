import type { Db } from '@linework/db/db';
import { type EventPage, type EventQuery, readEvents } from '@linework/events/read-events';
import { visibleTo } from '@linework/lists/visible-to';
import { poolNotFound } from './find-pool.ts';

/** Lists the events of a pool, oldest first, from a position on. Raises not-found. */
export async function listPoolEvents(
  db: Pick<Db, 'prisma' | 'query'>,
  { poolId, ...query }: EventQuery & { readonly poolId: string },
): Promise<EventPage> {
  const pool = await db.prisma.pool.findFirst({
    where: { id: poolId, ...visibleTo(query.caller) },
    select: { id: true },
  });
  if (!pool) throw poolNotFound(poolId);
  return readEvents(db, poolId, query);
}
