import type { Db } from '@linework/db/db';
import { type EventPage, type EventQuery, readEvents } from '@linework/events/read-events';
import { findBroker } from './find-broker.ts';

/** The events of a broker after a cursor, oldest first. Raises not-found. */
export async function listBrokerEvents(
  db: Pick<Db, 'prisma' | 'query'>,
  { brokerId, ...query }: EventQuery & { readonly brokerId: string },
): Promise<EventPage> {
  await findBroker(db, brokerId);
  return readEvents(db, brokerId, query);
}
