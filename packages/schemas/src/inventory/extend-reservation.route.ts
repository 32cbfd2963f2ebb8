import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { reservation } from './reservation.ts';
import { ttlSeconds } from './ttl.ts';

export const extendReservationRoute = defineRoute({
  name: 'extendReservation',
  method: 'post',
  path: '/inventory/reservations/{id}/extend',
  tag: 'Inventory',
  summary: 'Let a live reservation last longer',
  description: 'Only a reservation that has not ended can be extended.',
  scope: 'inventory:write',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ reservationTTL: ttlSeconds.optional().meta({ description: 'Seconds from now on; absent, as many as it was given.' }) }),
  responses: { 200: { description: 'The reservation as it is now.', body: reservation } },
  problems: ['not-found', 'invalid-status-transition'],
});
