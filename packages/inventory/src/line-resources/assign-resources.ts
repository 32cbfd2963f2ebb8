import type { Db } from '@linework/db/db';
import { conflict } from '@linework/problem-details/make-problem';
import { assignRecalled } from './assign-recalled.ts';
import { assignReserved } from './assign-reserved.ts';
import type { Assignment } from './assignment.ts';

/**
 * Assigns resources to a line, all or none, and returns the ids of those assigned. They are either reserved under the
 * live reservation, which becomes CONSUMED once it keeps nothing more, or were recalled for the line's holder. Raises
 * conflict: `reservation-over` when the reservation does not exist or has expired, `not-to-be-assigned` for resources
 * that are neither reserved nor recalled. The caller must roll its transaction back then. The line must exist and be
 * locked or new: lines come before reservations in the lock order.
 */
export async function assignResources(tx: Db, assignment: Assignment): Promise<readonly string[]> {
  const { reservationId, resourceIds } = assignment;
  const reserved = reservationId === undefined ? [] : await assignReserved(tx, { ...assignment, reservationId });
  const others = (resourceIds ?? []).filter((id) => !reserved.includes(id));
  const recalled = others.length === 0 ? [] : await assignRecalled(tx, others, assignment);
  const notAssigned = others.filter((id) => !recalled.includes(id));
  if (reservationId !== undefined && reserved.length === 0) throw reservationOver(reservationId);
  if (notAssigned.length > 0) {
    throw conflict('Some of these resources are neither kept by the reservation nor recalled for the holder.', {
      code: 'not-to-be-assigned',
      resourceIds: notAssigned,
    });
  }
  return [...reserved, ...recalled];
}

const reservationOver = (reservationId: string) =>
  conflict('The reservation has ended; make a new one.', { code: 'reservation-over', reservationId });
