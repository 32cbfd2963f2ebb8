import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { EventType } from '@linework/schemas/events';
import type { Reservation } from '@linework/schemas/inventory/reservation';
import { liveReservation } from './live-reservation.ts';
import { type ReservationTarget, rejectReservationRequest } from './reject-reservation-request.ts';
import { type ReservationRow, reservationColumns, showReservation } from './show-reservation.ts';

const extended: EventType = 'reservation.extended';

/** Cut to the millisecond that is kept, so that 0 seconds are over at once and not after rounding. */
const extendStatement = statement(
  'extend-reservation',
  `WITH ${liveReservation}, v AS (
    UPDATE reservation r SET reservation_ttl = coalesce($3::int, reservation_ttl),
      expires_at = date_trunc('milliseconds', clock_timestamp()) + coalesce($3::int, reservation_ttl) * interval '1 s', updated_at = now()
    FROM live WHERE r.id = live.id
    RETURNING r.*
  ), emitted AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, key_id, details)
    SELECT broker_id, '${extended}', 'reservation', id, $4::uuid, jsonb_build_object('reservationTTL', reservation_ttl) FROM v
  )
  SELECT ${reservationColumns} FROM v`,
);

/**
 * Lets a live reservation last, from now on, as long again as it was given at first, or as many seconds as are asked for.
 * Raises not-found, and invalid-status-transition when it is over.
 */
export async function extendReservation(
  db: Db,
  { reservationTTL, ...target }: ReservationTarget & { readonly reservationTTL?: number | undefined },
): Promise<Reservation> {
  const { caller, reservationId } = target;
  const [row] = await db.query<ReservationRow>(extendStatement, [reservationId, caller.brokerId, reservationTTL, caller.keyId]);
  return row ? showReservation(row) : rejectReservationRequest(db, target, 'extend');
}
