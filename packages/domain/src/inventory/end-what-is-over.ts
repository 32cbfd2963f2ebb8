import type { Db } from '@linework/db/db';
import { endQuarantinesIn } from './end-quarantines.ts';
import { expireReservationsIn } from './expire-reservations.ts';
import type { Place } from './place.ts';

/**
 * Ends the reservations and the rests that are over there by the database's clock, as the sweep would: for whoever asks for
 * something of it and may not depend on when the sweep comes by.
 */
export async function endWhatIsOver(db: Pick<Db, 'query'>, place: Place): Promise<void> {
  await expireReservationsIn(db, place);
  await endQuarantinesIn(db, place);
}
