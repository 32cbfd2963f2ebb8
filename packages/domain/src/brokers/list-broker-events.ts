import type { Db } from '@linework/db/db';
import { type EventPage, type EventQuery, readEvents } from '../events/read-events.ts';
import { findBroker } from './find-broker.ts';

/** What happened to a broker, oldest first, behind a place. Raises not-found. */
export async function listBrokerEvents(
  db: Pick<Db, 'prisma' | 'query'>,
  { brokerId, ...query }: EventQuery & { readonly brokerId: string },
): Promise<EventPage> {
  await findBroker(db, brokerId);
  return readEvents(db, brokerId, query);
}
