import { defineLifecycle, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The life of a port-out: a number that leaves for another operator. */
export const portOutLifecycle = defineLifecycle({
  name: 'port-out',
  initial: ['PENDING'],
  statuses: {
    PENDING: { meaning: 'agreed upon, and waiting for its window', on: { cancel: 'CANCELLING' }, to: ['IN_PROGRESS', 'ERROR'] },
    // Back to PENDING where the clearing house refuses.
    CANCELLING: { meaning: 'the clearing house is asked to cancel it; its line stays', to: ['CANCELLED', 'PENDING'] },
    IN_PROGRESS: { meaning: 'the line is being terminated', to: ['COMPLETED', 'ERROR'] },
    COMPLETED: { meaning: 'the number is gone, its line terminated' },
    CANCELLED: { meaning: 'cancelled before its window; the line stays' },
    ERROR: { meaning: 'the line could not be terminated' },
  },
});

export type PortOutStatus = StatusOf<typeof portOutLifecycle>;
