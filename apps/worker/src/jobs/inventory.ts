import type { Db } from '@linework/db/db';
import { reachCrashPoint } from '@linework/engine/model/crash-points';
import { endQuarantines, expireReservations } from '@linework/inventory/expiry/expire-due';
import type { ExpiryObserver } from '@linework/inventory/expiry/expiry-observer';
import { announceLowPools } from '@linework/inventory/pools/announce-low-pools';
import { compactPoolCounts } from '@linework/inventory/pools/compact-pool-counts';

/** The two tasks run concurrently, and a failure of one does not stop the other. */
export function expireResourcesHandler({ db, observer }: { readonly db: Db; readonly observer: ExpiryObserver }) {
  return async (): Promise<void> => {
    const expiring = expireReservations(db, () => reachCrashPoint('in-expiry')).then(observer.reservationsExpired);
    await Promise.all([expiring, endQuarantines(db).then(observer.quarantinesEnded)]);
  };
}

export function compactPoolCountsHandler(db: Pick<Db, 'query'>) {
  return async (): Promise<void> => {
    await compactPoolCounts(db);
  };
}

export function announceLowPoolsHandler(db: Pick<Db, 'query'>) {
  return async (): Promise<void> => {
    await announceLowPools(db);
  };
}
