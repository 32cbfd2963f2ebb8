import { defineLifecycle, type RequestOf, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The life of a reservation. Whether its time is over is the database's word wherever it is read or used. */
export const reservationLifecycle = defineLifecycle({
  name: 'reservation',
  initial: ['ACTIVE'],
  statuses: {
    ACTIVE: { meaning: 'its resources are kept', on: { extend: 'ACTIVE', release: 'RELEASED' }, to: ['CONSUMED', 'EXPIRED'] },
    CONSUMED: { meaning: 'every resource that it kept has been given to a line' },
    RELEASED: { meaning: 'what it still kept was given back when somebody asked for it' },
    EXPIRED: { meaning: 'its time is over, and what it still kept goes back' },
  },
});

export type ReservationStatus = StatusOf<typeof reservationLifecycle>;
export type ReservationRequest = RequestOf<typeof reservationLifecycle>;
