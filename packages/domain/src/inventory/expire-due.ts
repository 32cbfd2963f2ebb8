import { withoutBrokerScope } from '@linework/db/broker-scope';
import type { Db } from '@linework/db/db';
import { endQuarantinesInScope } from './end-quarantines.ts';
import { expireReservationsInScope } from './expire-reservations.ts';
import type { ResourceScope } from './resource-scope.ts';

/**
 * Ends the reservations and the rests that are over there by the database's clock, as the sweep would: for whoever asks for
 * something of it and may not depend on when the sweep comes by.
 */
export async function expireDue(db: Pick<Db, 'query'>, scope: ResourceScope): Promise<void> {
  await withoutBrokerScope('what is over is over for everybody, and nothing of it is told', async () => {
    await expireReservationsInScope(db, scope);
    await endQuarantinesInScope(db, scope);
  });
}
