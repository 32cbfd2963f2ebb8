import { withoutBrokerScope } from '@linework/db/broker-scope';
import type { Db } from '@linework/db/db';
import { endQuarantinesInScope } from './end-quarantines.ts';
import { expireReservationsInScope } from './expire-reservations.ts';
import type { ResourceScope } from './resource-scope.ts';

/**
 * Ends the reservations and quarantines of the scope that have expired by the database's clock, as the sweep would.
 * Requests that need the scope's resources call it, so they do not depend on the schedule of the sweep.
 */
export async function expireDue(db: Pick<Db, 'query'>, scope: ResourceScope): Promise<void> {
  await withoutBrokerScope('expiry applies to all brokers, and the response contains nothing of it', async () => {
    await expireReservationsInScope(db, scope);
    await endQuarantinesInScope(db, scope);
  });
}
