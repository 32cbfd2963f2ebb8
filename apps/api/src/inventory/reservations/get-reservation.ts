import { implement } from '@linework/http/implement';
import { findReservation } from '@linework/inventory/reservations/find-reservation';
import { getReservationRoute } from '@linework/schemas/inventory/reservations/reservations.routes';
import type { Deps } from '../../deps.ts';

export const getReservation = implement(getReservationRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findReservation(db, { caller, reservationId: params.id }),
}));
