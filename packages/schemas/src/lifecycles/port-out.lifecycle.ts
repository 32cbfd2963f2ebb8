import { defineLifecycle, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The life of a port-out: a number that leaves for another operator. */
export const portOutLifecycle = defineLifecycle({
  name: 'port-out',
  initial: ['PENDING'],
  statuses: {
    PENDING: {
      meaning: 'agreed, and waiting for its window',
      on: { cancel: 'CANCELLING' },
      to: ['IN_PROGRESS', 'ERROR'],
    },
    // Back to PENDING if the clearing house rejects the cancel.
    CANCELLING: {
      meaning: 'its cancel is requested at the clearing house; its line stays',
      to: ['CANCELLED', 'PENDING'],
    },
    IN_PROGRESS: { meaning: 'the line is being terminated', to: ['COMPLETED', 'ERROR'] },
    COMPLETED: { meaning: 'the number is gone and its line is terminated' },
    CANCELLED: { meaning: 'cancelled before its window; the line stays' },
    ERROR: { meaning: 'the line could not be terminated' },
  },
});

export type PortOutStatus = StatusOf<typeof portOutLifecycle>;
