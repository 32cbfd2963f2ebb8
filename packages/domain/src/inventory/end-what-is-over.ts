import { acrossBrokers } from '@linework/db/broker-wall';
import type { Db } from '@linework/db/db';
import { endQuarantinesIn } from './end-quarantines.ts';
import { expireReservationsIn } from './expire-reservations.ts';
import type { Place } from './place.ts';

/**
 * Ends the reservations and the rests that are over there by the database's clock, as the sweep would: for whoever asks for
 * something of it and may not depend on when the sweep comes by.
 */
export async function endWhatIsOver(db: Pick<Db, 'query'>, place: Place): Promise<void> {
  await acrossBrokers('what is over is over for everybody, and nothing of it is told', async () => {
    await expireReservationsIn(db, place);
    await endQuarantinesIn(db, place);
  });
}
