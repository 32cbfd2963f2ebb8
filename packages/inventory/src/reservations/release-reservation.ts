import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { resourceStatusEvents } from '@linework/schemas/events';
import { type Reservation, reservation } from '@linework/schemas/inventory/reservations/reservation';
import { printRecord } from '@linework/schemas/print-record';
import { liveReservation } from './live-reservation.ts';
import { type ReservationTarget, rejectReservationRequest } from './reject-reservation-request.ts';
import { type ReservationRow, reservationColumns } from './reservation-columns.ts';

const releaseStatement = statement(
  'release-reservation',
  `WITH ${liveReservation}, v AS (
    UPDATE reservation r SET status = 'RELEASED', updated_at = now() FROM live WHERE r.id = live.id RETURNING r.*
  ), moved AS (
    UPDATE resource_state
    SET status = 'available', reservation_id = NULL, reserved_at = NULL, updated_at = now()
    WHERE resource_id = ANY(ARRAY(SELECT resource_id FROM kept WHERE EXISTS (SELECT FROM live))) AND status = 'reserved'
    RETURNING resource_id, broker_id
  ), emitted AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, key_id, details)
    SELECT broker_id, '${resourceStatusEvents.available}', 'resource', resource_id, 'reserved', 'available', $3::uuid, jsonb_build_object('reservationId', $1::uuid)
    FROM moved
    ORDER BY resource_id
  )
  SELECT ${reservationColumns} FROM v`,
);

/** Releases what a live reservation still keeps. Raises not-found, and invalid-status-transition when it has ended. */
export async function releaseReservation(db: Db, target: ReservationTarget): Promise<Reservation> {
  const { caller, reservationId } = target;
  const [row] = await db.query<ReservationRow>(releaseStatement, [reservationId, caller.brokerId, caller.keyId]);
  return row ? printRecord(reservation, row) : rejectReservationRequest(db, target, 'release');
}
