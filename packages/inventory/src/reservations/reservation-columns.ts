import type { reservation } from '@linework/schemas/inventory/reservations/reservation';
import type { RecordOf } from '@linework/schemas/print-record';

/** The columns of a reservation, from `reservation v`. EXPIRED is computed with this SQL clock and not stored. */
export const reservationColumnsAt = (
  clock: string,
) => `v.id, CASE WHEN v.status = 'ACTIVE' AND v.expires_at <= ${clock} THEN 'EXPIRED' ELSE v.status END AS status,
  v.broker_id AS "brokerId", v.quantity, v.resource_ids AS "resourceIds", v.reservation_ttl AS "reservationTTL",
  v.expires_at AS "expiresAt",
  v.metadata, v.created_at AS "createdAt", v.updated_at AS "updatedAt"`;

export const reservationColumns = reservationColumnsAt('clock_timestamp()');

/** A row of `reservationColumns`. */
export type ReservationRow = RecordOf<typeof reservation>;
