import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';
import { eventType } from '@linework/schemas/events';
import { type Reservation, reservation } from '@linework/schemas/inventory/reservations/reservation';
import { printRecord } from '@linework/schemas/print-record';
import { liveReservation } from './live-reservation.ts';
import { type ReservationTarget, rejectReservationRequest } from './reject-reservation-request.ts';
import { reservationColumns } from './reservation-columns.ts';

const extended = eventType('reservation.extended');

/** Truncated to the stored precision of milliseconds, so that 0 seconds end at once and not after rounding. */
const extendStatement = statement(
  'extend-reservation',
  { reservationId: 'uuid', brokerId: 'uuid?', ttl: 'int?', keyId: 'uuid' },
  `WITH ${liveReservation}, v AS (
    UPDATE reservation r
    SET reservation_ttl = coalesce(:ttl, reservation_ttl),
      expires_at = date_trunc('milliseconds', clock_timestamp()) + coalesce(:ttl, reservation_ttl) * interval '1 s',
        updated_at = now()
    FROM live
    WHERE r.id = live.id
    RETURNING r.*
  ), emitted AS (
    ${insertEvent(extended, { key: ':keyId', details: "jsonb_build_object('reservationTTL', reservation_ttl)" })}
    FROM v
  )
  SELECT ${reservationColumns} FROM v`,
);

/**
 * Extends a live reservation from now on by its first TTL or by the requested seconds. Raises not-found, and
 * invalid-status-transition when it has ended.
 */
export async function extendReservation(
  db: Db,
  { reservationTTL, ...target }: ReservationTarget & { readonly reservationTTL?: number | undefined },
): Promise<Reservation> {
  const { caller, reservationId } = target;
  const [row] = await db.query(extendStatement, {
    reservationId,
    brokerId: caller.brokerId,
    ttl: reservationTTL,
    keyId: caller.keyId,
  });
  return row ? printRecord(reservation, row) : rejectReservationRequest(db, target, 'extend');
}
