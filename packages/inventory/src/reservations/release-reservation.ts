import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import { type Reservation, reservation } from '@linework/schemas/inventory/reservations/reservation';
import { printRecord } from '@linework/schemas/print-record';
import { liveReservation } from './live-reservation.ts';
import { type ReservationTarget, rejectReservationRequest } from './reject-reservation-request.ts';
import { reservationColumns } from './reservation-columns.ts';

const releaseStatement = statement(
  'release-reservation',
  { reservationId: 'uuid', brokerId: 'uuid?', keyId: 'uuid' },
  `WITH ${liveReservation}, v AS (
    UPDATE reservation r SET status = 'RELEASED', updated_at = now() FROM live WHERE r.id = live.id RETURNING r.*
  ), moved AS (
    UPDATE resource_state
    SET status = 'available', reservation_id = NULL, reserved_at = NULL, updated_at = now()
    WHERE resource_id = ANY(ARRAY(SELECT resource_id FROM kept WHERE EXISTS (SELECT FROM live))) AND status = 'reserved'
    RETURNING resource_id, broker_id
  ), emitted AS (
    ${insertMove('resource', {
      from: 'reserved',
      to: 'available',
      id: 'resource_id',
      key: ':keyId',
      details: "jsonb_build_object('reservationId', :reservationId)",
    })}
    FROM moved
    ORDER BY resource_id
  )
  SELECT ${reservationColumns} FROM v`,
);

/** Releases what a live reservation still keeps. Raises not-found, and invalid-status-transition when it has ended. */
export async function releaseReservation(db: Db, target: ReservationTarget): Promise<Reservation> {
  const { caller, reservationId } = target;
  const [row] = await db.query(releaseStatement, {
    reservationId,
    brokerId: caller.brokerId,
    keyId: caller.keyId,
  });
  return row ? printRecord(reservation, row) : rejectReservationRequest(db, target, 'release');
}
