import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery, rangeEnd, rangeStart, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { reservationLifecycle } from './reservation.lifecycle.ts';
import { reservation } from './reservation.ts';

const { createdAtFrom, createdAtTo } = timeFilters;

export const listReservationsRoute = defineRoute({
  name: 'listReservations',
  method: 'get',
  path: '/inventory/reservations',
  tag: 'Inventory',
  summary: 'List reservations',
  description: 'The reservations that clients requested. The claims of an order are shown by the order.',
  scope: 'inventory:read',
  query: listQuery({
    sortBy: { createdAt: 'time', expiresAt: 'time' },
    filters: {
      createdAtFrom,
      createdAtTo,
      expiresAtFrom: rangeStart,
      expiresAtTo: rangeEnd,
      status: listFromText(z.enum(reservationLifecycle.statuses)).optional(),
      poolId: listFromText(z.uuid())
        .optional()
        .meta({ description: 'Reservations with a resource of one of these pools.' }),
      resourceId: listFromText(z.uuid())
        .optional()
        .meta({ description: 'Reservations that keep or kept one of these resources.' }),
      brokerId: listFromText(z.uuid()).optional(),
    },
  }),
  responses: {
    200: {
      description: 'One page of reservations.',
      body: pagedEnvelope(reservation),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});
