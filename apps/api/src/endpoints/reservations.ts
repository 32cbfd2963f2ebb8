import type { RequestOf } from '@linework/http/implement';
import { listReservations } from '@linework/inventory/reservation-list/list-reservations';
import { extendReservation } from '@linework/inventory/reservations/extend-reservation';
import { findReservation } from '@linework/inventory/reservations/find-reservation';
import { releaseReservation } from '@linework/inventory/reservations/release-reservation';
import { type ReserveRequest, reserveResources } from '@linework/inventory/reservations/reserve-resources';
import {
  createReservationRoute,
  extendReservationRoute,
  getReservationRoute,
  listReservationsRoute,
  releaseReservationRoute,
} from '@linework/schemas/inventory/reservations/reservations.routes';
import { endpoint, page, record } from '../request/endpoint.ts';

export const reservations = {
  '/inventory/reservations': {
    get: page(listReservationsRoute, ({ query, caller }, { db }) => listReservations(db, caller, query)),
    post: endpoint(createReservationRoute, async ({ body, caller }, { db }) => {
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
    }),
    '/{id}': {
      get: record(getReservationRoute, ({ params, caller }, { db }) =>
        findReservation(db, { caller, reservationId: params.id }),
      ),
      '/extend': {
        post: record(extendReservationRoute, ({ params, body, caller }, { db }) =>
          extendReservation(db, { caller, reservationId: params.id, ...body }),
        ),
      },
      '/release': {
        post: record(releaseReservationRoute, ({ params, caller }, { db }) =>
          releaseReservation(db, { caller, reservationId: params.id }),
        ),
      },
    },
  },
} as const;

type Body = RequestOf<typeof createReservationRoute>['body'];

function readSource(body: Body): Pick<ReserveRequest, 'from' | 'quantity'> {
  if ('resourceIds' in body) return { from: { resourceIds: body.resourceIds }, quantity: body.resourceIds.length };
  const { quantity, attributes } = body;
  return {
    from: 'poolId' in body ? { poolId: body.poolId, attributes } : { typeId: body.typeId, attributes },
    quantity,
  };
}
