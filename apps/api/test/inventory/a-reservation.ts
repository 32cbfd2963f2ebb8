import { releaseReservation } from '@linework/inventory/reservations/release-reservation';
import { reserveResources } from '@linework/inventory/reservations/reserve-resources';
import type { Reservation } from '@linework/schemas/inventory/reservations/reservation';
import { aPool } from '@linework/testing/a-pool';
import { aCallerOf } from '@linework/testing/callers';
import type { TestApi } from '../support/test-api.ts';

/** A reservation of one number for a broker. */
export async function aReservation(
  { db }: Pick<TestApi, 'db'>,
  brokerId: string,
  reservationTTL?: number,
): Promise<Reservation> {
  const pool = await aPool(db, { brokerId, count: 1 });
  return reserveResources(db, {
    caller: aCallerOf({ id: brokerId }),
    from: { poolId: pool.id },
    quantity: 1,
    reservationTTL,
  });
}

/** A live reservation, a released one and an expired one. */
export async function aReservationOfEachStatus(
  api: Pick<TestApi, 'db'>,
  brokerId: string,
): Promise<readonly Reservation[]> {
  const live = await aReservation(api, brokerId);
  const { id: reservationId } = await aReservation(api, brokerId);
  const released = await releaseReservation(api.db, { caller: aCallerOf({ id: brokerId }), reservationId });
  return [live, released, await aReservation(api, brokerId, 0)];
}
