import { defineLifecycle, type RequestOf, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The lifecycle of a line. A line never returns to STAND_BY once it has been ACTIVE. */
export const lineLifecycle = defineLifecycle({
  name: 'line',
  initial: ['PROVISIONING'],
  statuses: {
    PROVISIONING: {
      meaning: 'its number and SIM are being assigned and created on the network',
      // ACTIVE directly, when its creation requested activation.
      to: ['STAND_BY', 'ACTIVE', 'PROVISIONING_ERROR', 'TERMINATED'],
    },
    PROVISIONING_ERROR: {
      meaning: 'provisioning stopped; number and SIM are kept for a retry',
      on: { delete: 'TERMINATING' },
      to: ['PROVISIONING', 'TERMINATED'],
    },
    STAND_BY: {
      meaning: 'created on the network, never in service yet',
      on: { activate: 'ACTIVATING', delete: 'TERMINATING' },
    },
    ACTIVATING: {
      meaning: 'being put into service, for the first time or after a block',
      to: ['ACTIVE', 'ACTIVATION_ERROR', 'STAND_BY', 'BLOCKED'],
    },
    ACTIVATION_ERROR: {
      meaning: 'activation stopped',
      on: { activate: 'ACTIVATING', unblock: 'ACTIVATING', delete: 'TERMINATING' },
      to: ['STAND_BY', 'BLOCKED'],
    },
    ACTIVE: { meaning: 'in service', on: { block: 'BLOCKING', delete: 'TERMINATING' } },
    BLOCKING: { meaning: 'being taken out of service', to: ['BLOCKED', 'BLOCKING_ERROR', 'ACTIVE'] },
    BLOCKING_ERROR: { meaning: 'blocking stopped', on: { block: 'BLOCKING', delete: 'TERMINATING' }, to: ['ACTIVE'] },
    BLOCKED: { meaning: 'temporarily out of service', on: { unblock: 'ACTIVATING', delete: 'TERMINATING' } },
    TERMINATING: {
      meaning: 'being removed from the network',
      to: [
        'TERMINATED',
        'TERMINATION_ERROR',
        // The previous status, when its order is cancelled or rolled back before the point of no return.
        'PROVISIONING_ERROR',
        'STAND_BY',
        'ACTIVATION_ERROR',
        'ACTIVE',
        'BLOCKING_ERROR',
        'BLOCKED',
      ],
    },
    TERMINATION_ERROR: {
      meaning: 'termination stopped',
      on: { delete: 'TERMINATING' },
      to: ['PROVISIONING_ERROR', 'STAND_BY', 'ACTIVATION_ERROR', 'ACTIVE', 'BLOCKING_ERROR', 'BLOCKED'],
    },
    TERMINATED: { meaning: 'deleted; its number and SIM no longer belong to it' },
  },
});

export type LineStatus = StatusOf<typeof lineLifecycle>;
/** The requests of clients on a line. */
export type LineRequest = RequestOf<typeof lineLifecycle>;
