import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { notFound } from '@linework/problem-details/make-problem';
import { type Reservation, reservation } from '@linework/schemas/inventory/reservations/reservation';
import { printRecord } from '@linework/schemas/print-record';
import { reservationColumns } from './reservation-columns.ts';

/** A reservation without an end belongs to an order and is hidden from clients. */
export const isClientReservation = "expires_at < 'infinity'";

const findReservationStatement = statement(
  'find-reservation',
  { reservationId: 'uuid', brokerId: 'uuid?' },
  `SELECT ${reservationColumns}
   FROM reservation v
   WHERE v.id = :reservationId AND (:brokerId IS NULL OR v.broker_id = :brokerId) AND ${isClientReservation}`,
);

/** The reservation as its client sees it. Raises not-found when it does not exist or belongs to another broker. */
export async function findReservation(
  db: Pick<Db, 'query'>,
  { caller, reservationId }: { readonly caller: Pick<Caller, 'brokerId'>; readonly reservationId: string },
): Promise<Reservation> {
  const [row] = await db.query(findReservationStatement, { reservationId, brokerId: caller.brokerId });
  if (!row) throw notFound(`There is no reservation ${reservationId}.`);
  return printRecord(reservation, row);
}
