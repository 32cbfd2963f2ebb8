import { defineLifecycle, type RequestOf, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The life of a line. A line never comes back to STAND_BY once it has been active. */
export const lineLifecycle = defineLifecycle({
  name: 'line',
  initial: ['PROVISIONING'],
  statuses: {
    PROVISIONING: {
      meaning: 'its number and SIM are being assigned and made known to the network',
      // At once ACTIVE when that was asked for with its creation.
      to: ['STAND_BY', 'ACTIVE', 'PROVISIONING_ERROR', 'TERMINATED'],
    },
    PROVISIONING_ERROR: {
      meaning: 'provisioning stopped; number and SIM are kept for a retry',
      on: { delete: 'TERMINATING' },
      to: ['PROVISIONING', 'TERMINATED'],
    },
    STAND_BY: { meaning: 'known to the network, never yet in service', on: { activate: 'ACTIVATING', delete: 'TERMINATING' } },
    ACTIVATING: {
      meaning: 'being put into service, for the first time or again after a block',
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
    BLOCKED: { meaning: 'out of service for the time being', on: { unblock: 'ACTIVATING', delete: 'TERMINATING' } },
    TERMINATING: {
      meaning: 'being removed from the network',
      to: [
        'TERMINATED',
        'TERMINATION_ERROR',
        // Where it came from, when its order is cancelled or rolled back before the point of no return.
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
    TERMINATED: { meaning: 'gone; its number and SIM belong to it no longer' },
  },
});

export type LineStatus = StatusOf<typeof lineLifecycle>;
/** What a client may ask of a line. */
export type LineRequest = RequestOf<typeof lineLifecycle>;
