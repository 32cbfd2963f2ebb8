import type { Reservation } from '@linework/schemas/inventory/reservations/reservation';

/** The columns of a reservation, from `reservation v`. EXPIRED is computed with this SQL clock and not stored. */
export const reservationColumnsAt = (
  clock: string,
) => `v.id, CASE WHEN v.status = 'ACTIVE' AND v.expires_at <= ${clock} THEN 'EXPIRED' ELSE v.status END AS status,
  v.broker_id AS "brokerId", v.quantity, v.resource_ids AS "resourceIds", v.reservation_ttl AS "reservationTTL", v.expires_at AS "expiresAt",
  v.metadata, v.created_at AS "createdAt", v.updated_at AS "updatedAt"`;

export const reservationColumns = reservationColumnsAt('clock_timestamp()');

/** A row of `reservationColumns`. */
export interface ReservationRow {
  readonly id: string;
  readonly status: string;
  readonly brokerId: string;
  readonly quantity: number;
  readonly resourceIds: readonly string[];
  readonly reservationTTL: number;
  readonly expiresAt: Date;
  readonly metadata: unknown;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A reservation as its client sees it. */
export function showReservation({
  status,
  resourceIds,
  expiresAt,
  metadata,
  createdAt,
  updatedAt,
  ...row
}: ReservationRow): Reservation {
  return {
    ...row,
    status: status as Reservation['status'],
    resourceIds: [...resourceIds],
    expiresAt: expiresAt.toISOString(),
    metadata: metadata as Reservation['metadata'],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
