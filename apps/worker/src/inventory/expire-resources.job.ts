import { endQuarantines } from '@linework/domain/inventory/end-quarantines';
import { expireReservations } from '@linework/domain/inventory/expire-reservations';
import type { Engine } from '@linework/domain/orders/advance-order';
import { crashPoint } from '@linework/domain/orders/crash-points';

/** Neither keeps the other waiting, nor stops it by failing. */
export function expireResourcesHandler({ db, witness }: Pick<Engine, 'db' | 'witness'>) {
  return async (): Promise<void> => {
    const expiring = expireReservations(db, () => crashPoint('in-expiry')).then(witness.reservedGivenBack);
    await Promise.all([expiring, endQuarantines(db).then(witness.quarantinesEnded)]);
  };
}
