import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { reservation } from './reservation.ts';
import { ttlSeconds } from './ttl.ts';

export const extendReservationRoute = defineRoute({
  name: 'extendReservation',
  method: 'post',
  path: '/inventory/reservations/{id}/extend',
  tag: 'Inventory',
  summary: 'Extend a live reservation',
  description: 'Only a reservation that has not ended can be extended.',
  scope: 'inventory:write',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    reservationTTL: ttlSeconds
      .optional()
      .meta({ description: 'Seconds from now on; if absent, the first TTL of the reservation.' }),
  }),
  responses: { 200: { description: 'The extended reservation.', body: reservation } },
  problems: ['not-found', 'invalid-status-transition'],
});
