import { implement, type RequestOf } from '@linework/http/implement';
import { type ReserveRequest, reserveResources } from '@linework/inventory/reservations/reserve-resources';
import { createReservationRoute } from '@linework/schemas/inventory/reservations/reservations.routes';
import type { Deps } from '../../deps.ts';

export const createReservation = implement(createReservationRoute, async ({ body, caller }, { db }: Deps) => {
  const { atomic, reservationTTL, metadata, brokerId } = body;
  const reservation = await reserveResources(db, {
    caller,
    ...readSource(body),
    atomic,
    reservationTTL,
    metadata,
    brokerId,
  });
  return { status: 201, body: reservation, headers: { Location: `/inventory/reservations/${reservation.id}` } };
});

type Body = RequestOf<typeof createReservationRoute>['body'];

function readSource(body: Body): Pick<ReserveRequest, 'from' | 'quantity'> {
  if ('resourceIds' in body) return { from: { resourceIds: body.resourceIds }, quantity: body.resourceIds.length };
  const { quantity, attributes } = body;
  return {
    from: 'poolId' in body ? { poolId: body.poolId, attributes } : { typeId: body.typeId, attributes },
    quantity,
  };
}
