import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { reservation } from './reservation.ts';

export const getReservationRoute = defineRoute({
  name: 'getReservation',
  method: 'get',
  path: '/inventory/reservations/{id}',
  tag: 'Inventory',
  summary: 'Get a reservation',
  description: 'A reservation expires at `expiresAt`.',
  scope: 'inventory:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The reservation.', body: reservation } },
  problems: ['not-found'],
});
