import { reachCrashPoint } from '@linework/engine/model/crash-points';
import { endQuarantines } from '@linework/inventory/expiry/end-quarantines';
import { expireReservations } from '@linework/inventory/expiry/expire-reservations';
import type { LineEngine } from '@linework/lines/model/line-engine';

/** The two tasks run concurrently, and a failure of one does not stop the other. */
export function expireResourcesHandler({ db, observer }: Pick<LineEngine, 'db' | 'observer'>) {
  return async (): Promise<void> => {
    const expiring = expireReservations(db, () => reachCrashPoint('in-expiry')).then(observer.reservationsExpired);
    await Promise.all([expiring, endQuarantines(db).then(observer.quarantinesEnded)]);
  };
}
