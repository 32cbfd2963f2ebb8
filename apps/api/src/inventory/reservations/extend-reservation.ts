import { implement } from '@linework/http/implement';
import { extendReservation as extend } from '@linework/inventory/reservations/extend-reservation';
import { extendReservationRoute } from '@linework/schemas/inventory/reservations/reservations.routes';
import type { Deps } from '../../deps.ts';

export const extendReservation = implement(extendReservationRoute, async ({ params, body, caller }, { db }: Deps) => ({
  status: 200,
  body: await extend(db, { caller, reservationId: params.id, ...body }),
}));
