import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { reservation } from './reservation.ts';

export const releaseReservationRoute = defineRoute({
  name: 'releaseReservation',
  method: 'post',
  path: '/inventory/reservations/{id}/release',
  tag: 'Inventory',
  summary: 'Release a live reservation',
  description: 'Its remaining resources are available again at once.',
  scope: 'inventory:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The reservation, RELEASED.', body: reservation } },
  problems: ['not-found', 'invalid-status-transition'],
});
