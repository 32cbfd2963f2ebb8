import { defineLifecycle, type RequestOf, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The lifecycle of a reservation. Every reader compares its end with the time of the database. */
export const reservationLifecycle = defineLifecycle({
  name: 'reservation',
  initial: ['ACTIVE'],
  statuses: {
    ACTIVE: {
      meaning: 'its resources are reserved',
      on: { extend: 'ACTIVE', release: 'RELEASED' },
      to: ['CONSUMED', 'EXPIRED'],
    },
    CONSUMED: { meaning: 'all its resources have been assigned to a line' },
    RELEASED: { meaning: 'its remaining resources were released on request' },
    EXPIRED: { meaning: 'its time has ended, and its remaining resources are released' },
  },
});

export type ReservationStatus = StatusOf<typeof reservationLifecycle>;
export type ReservationRequest = RequestOf<typeof reservationLifecycle>;
