import { endQuarantines } from '@linework/domain/inventory/end-quarantines';
import { expireReservations } from '@linework/domain/inventory/expire-reservations';
import type { Engine } from '@linework/domain/orders/advance-order';

/** Neither keeps the other waiting, nor stops it by failing. */
export function expireResourcesHandler({ db, witness }: Pick<Engine, 'db' | 'witness'>) {
  return async (): Promise<void> => {
    await Promise.all([expireReservations(db).then(witness.reservationsExpired), endQuarantines(db).then(witness.quarantinesEnded)]);
  };
}
