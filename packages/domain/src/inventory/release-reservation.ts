import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { resourceArrivals } from '@linework/schemas/events';
import type { Reservation } from '@linework/schemas/inventory/reservation';
import { isClients } from './find-reservation.ts';
import { type ReservationAsked, refuseReservationRequest } from './refuse-reservation-request.ts';
import { type ReservationRow, reservationColumns, showReservation } from './show-reservation.ts';

/** The reservation's row is locked before its resources, and these in the order of their ids, as everybody does. */
const releaseStatement = statement(
  'release-reservation',
  `WITH v AS (
    UPDATE reservation SET status = 'RELEASED', updated_at = now()
    WHERE id = $1::uuid AND ($2::uuid IS NULL OR broker_id = $2::uuid) AND status = 'ACTIVE' AND expires_at > clock_timestamp() AND ${isClients}
    RETURNING *
  ), kept AS (
    SELECT resource_id FROM resource_state WHERE reservation_id = ANY(ARRAY(SELECT id FROM v)) ORDER BY resource_id FOR UPDATE
  ), moved AS (
    UPDATE resource_state SET status = 'available', reservation_id = NULL, reserved_at = NULL, updated_at = now()
    WHERE resource_id = ANY(ARRAY(SELECT resource_id FROM kept)) AND status = 'reserved'
    RETURNING resource_id, broker_id
  ), told AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, key_id, details)
    SELECT broker_id, '${resourceArrivals.available}', 'resource', resource_id, 'reserved', 'available', $3::uuid, jsonb_build_object('reservationId', $1::uuid)
    FROM moved ORDER BY resource_id
  )
  SELECT ${reservationColumns} FROM v`,
);

/** Gives back what a live reservation still keeps. Raises not-found, and invalid-status-transition when it is over. */
export async function releaseReservation(db: Db, asked: ReservationAsked): Promise<Reservation> {
  const { caller, reservationId } = asked;
  const [row] = await db.query<ReservationRow>(releaseStatement, [reservationId, caller.brokerId, caller.keyId]);
  return row ? showReservation(row) : refuseReservationRequest(db, asked, 'release');
}
