import { defineLifecycle, type RequestOf, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The life of a port-in: a number that comes from another operator. */
export const portInLifecycle = defineLifecycle({
  name: 'port-in',
  initial: ['REQUESTED'],
  statuses: {
    REQUESTED: {
      meaning: 'to be submitted to the clearing house',
      on: { cancel: 'CANCELLING' },
      to: ['PENDING', 'CONFLICT', 'ERROR'],
    },
    PENDING: {
      meaning: 'known to the clearing house, and waiting for the donor or the window',
      on: { cancel: 'CANCELLING' },
      to: ['CONFLICT', 'ACTIVE', 'ERROR'],
    },
    CONFLICT: {
      meaning: 'refused for now, for a reason that can be corrected',
      on: { correct: 'PENDING', cancel: 'CANCELLING' },
      to: ['ERROR'],
    },
    ACTIVE: { meaning: 'the number is here and on its line' },
    // If it is too late to cancel it, it continues.
    CANCELLING: { meaning: 'being cancelled at the clearing house', to: ['CANCELLED', 'PENDING', 'ERROR'] },
    CANCELLED: { meaning: 'called off' },
    ERROR: { meaning: 'ended without the number' },
  },
});

export type PortInStatus = StatusOf<typeof portInLifecycle>;
export type PortInRequest = RequestOf<typeof portInLifecycle>;
