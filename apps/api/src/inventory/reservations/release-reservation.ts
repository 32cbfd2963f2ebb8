import { implement } from '@linework/http/implement';
import { releaseReservation as release } from '@linework/inventory/reservations/release-reservation';
import { releaseReservationRoute } from '@linework/schemas/inventory/reservations/reservations.routes';
import type { Deps } from '../../deps.ts';

export const releaseReservation = implement(releaseReservationRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await release(db, { caller, reservationId: params.id }),
}));
