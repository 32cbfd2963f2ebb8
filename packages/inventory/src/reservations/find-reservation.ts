import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { notFound } from '@linework/problem-details/make-problem';
import { type Reservation, reservation } from '@linework/schemas/inventory/reservations/reservation';
import { printRecord } from '@linework/schemas/print-record';
import { type ReservationRow, reservationColumns } from './reservation-columns.ts';

/** A reservation without an end belongs to an order and is hidden from clients. */
export const isClientReservation = "expires_at < 'infinity'";

const findReservationStatement = statement(
  'find-reservation',
  `SELECT ${reservationColumns} FROM reservation v WHERE v.id = $1::uuid AND ($2::uuid IS NULL OR v.broker_id = $2::uuid) AND ${isClientReservation}`,
);

/** The reservation as its client sees it. Raises not-found when it does not exist or belongs to another broker. */
export async function findReservation(
  db: Pick<Db, 'query'>,
  { caller, reservationId }: { readonly caller: Pick<Caller, 'brokerId'>; readonly reservationId: string },
): Promise<Reservation> {
  const [row] = await db.query<ReservationRow>(findReservationStatement, [reservationId, caller.brokerId]);
  if (!row) throw notFound(`There is no reservation ${reservationId}.`);
  return printRecord(reservation, row);
}
