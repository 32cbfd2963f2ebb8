import type { Db } from '@linework/db/db';
import { type EventPage, type EventsAsked, readEvents } from '../events/read-events.ts';
import { findBroker } from './find-broker.ts';

/** What happened to a broker, oldest first, behind a place. Raises not-found. */
export async function listBrokerEvents(
  db: Pick<Db, 'prisma' | 'query'>,
  { brokerId, ...asked }: EventsAsked & { readonly brokerId: string },
): Promise<EventPage> {
  await findBroker(db, brokerId);
  return readEvents(db, brokerId, asked);
}
