import type { Db } from '@linework/db/db';
import { conflict } from '@linework/problem-details/make-problem';
import { assignRecalled } from './assign-recalled.ts';
import { assignReserved } from './assign-reserved.ts';

/** Who gets what. At least one of `reservationId` and `resourceIds` is given. */
export interface Assignment {
  /** The broker of the line, of its holder and of the resources. */
  readonly brokerId: string;
  readonly lineId: string;
  readonly holderId: string;
  /** The live reservation that keeps the resources. */
  readonly reservationId?: string | undefined;
  /** Only these, and what moves with them; absent, everything that the reservation still keeps. Those that it does not keep have to be recalled ones of the holder. */
  readonly resourceIds?: readonly string[] | undefined;
  /** The order in whose course it happens. */
  readonly orderId?: string | undefined;
  /** The key that asked for it. */
  readonly keyId?: string | undefined;
}

/**
 * Gives resources to a line, all or none, and answers the ids of those that it got: reserved ones under their live reservation, which is
 * CONSUMED once it keeps no more, and such as were recalled for the line's holder. Raises conflict: `reservation-over`
 * when the reservation is not alive, or not there; `not-to-be-assigned` for resources that are neither. The caller's
 * transaction is to be given up then. The line has to be there, and locked or new: lines come before reservations in the order of locks.
 */
export async function assignResources(tx: Db, assignment: Assignment): Promise<readonly string[]> {
  const { reservationId, resourceIds } = assignment;
  const reserved = reservationId === undefined ? [] : await assignReserved(tx, { ...assignment, reservationId });
  const others = (resourceIds ?? []).filter((id) => !reserved.includes(id));
  const recalled = others.length === 0 ? [] : await assignRecalled(tx, others, assignment);
  const notAssigned = others.filter((id) => !recalled.includes(id));
  if (reservationId !== undefined && reserved.length === 0) throw reservationOver(reservationId);
  if (notAssigned.length > 0) {
    throw conflict('Some of these are neither reserved for this nor recalled.', { code: 'not-to-be-assigned', resourceIds: notAssigned });
  }
  return [...reserved, ...recalled];
}

const reservationOver = (reservationId: string) => conflict('The reservation is over: reserve again.', { code: 'reservation-over', reservationId });
