import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listReservations as readReservations } from '@linework/inventory/reservation-list/list-reservations';
import { listReservationsRoute } from '@linework/schemas/inventory/reservations/reservations.routes';
import type { Deps } from '../../deps.ts';

export const listReservations = implement(listReservationsRoute, async ({ query, caller, url }, { db }: Deps) => {
  const { items, meta, pages } = await readReservations(db, caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
