import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { invalidStatusTransition } from '@linework/problem-details/make-problem';
import { type ReservationRequest, reservationLifecycle } from '@linework/schemas/lifecycles/reservation.lifecycle';
import { findReservation } from './find-reservation.ts';

export interface ReservationTarget {
  readonly caller: Caller;
  readonly reservationId: string;
}

/** Raises the reason for which a request on a reservation was rejected: not-found, or invalid-status-transition. */
export async function rejectReservationRequest(
  db: Pick<Db, 'query'>,
  target: ReservationTarget,
  requested: ReservationRequest,
): Promise<never> {
  const { id, status } = await findReservation(db, target);
  throw invalidStatusTransition({
    resource: { type: 'reservation', id },
    currentStatus: status,
    requested,
    allowed: reservationLifecycle.getRequests(status),
  });
}
