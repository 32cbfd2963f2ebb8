import type { EnginePorts } from '@linework/domain/orders/execution/advance-order';
import { reachCrashPoint } from '@linework/domain/orders/model/crash-points';
import { endQuarantines } from '@linework/inventory/expiry/end-quarantines';
import { expireReservations } from '@linework/inventory/expiry/expire-reservations';

/** The two tasks run concurrently, and a failure of one does not stop the other. */
export function expireResourcesHandler({ db, observer }: Pick<EnginePorts, 'db' | 'observer'>) {
  return async (): Promise<void> => {
    const expiring = expireReservations(db, () => reachCrashPoint('in-expiry')).then(observer.reservationsExpired);
    await Promise.all([expiring, endQuarantines(db).then(observer.quarantinesEnded)]);
  };
}
