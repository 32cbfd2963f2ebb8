import { type ReservationOrder, reserveResources } from '@linework/domain/inventory/reserve-resources';
import { implement, type RequestOf } from '@linework/http/implement';
import { createReservationRoute } from '@linework/schemas/inventory/create-reservation.route';
import type { Deps } from '../deps.ts';

export const createReservation = implement(createReservationRoute, async ({ body, caller }, { db }: Deps) => {
  const { atomic, reservationTTL, metadata, brokerId } = body;
  const reservation = await reserveResources(db, { caller, ...whatFrom(body), atomic, reservationTTL, metadata, brokerId });
  return { status: 201, body: reservation, headers: { Location: `/inventory/reservations/${reservation.id}` } };
});

/** The route has seen to it that there is exactly one source, and a quantity where it does not follow. */
function whatFrom({ poolId, typeId, resourceIds = [], quantity = 1, attributes }: RequestOf<typeof createReservationRoute>['body']) {
  if (poolId !== undefined) return { from: { poolId, attributes }, quantity } satisfies Partial<ReservationOrder>;
  if (typeId !== undefined) return { from: { typeId, attributes }, quantity };
  return { from: { resourceIds }, quantity: resourceIds.length };
}
