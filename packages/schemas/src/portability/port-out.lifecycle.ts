import { defineLifecycle, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The life of a port-out: a number that leaves for another operator. */
export const portOutLifecycle = defineLifecycle({
  name: 'port-out',
  initial: ['PENDING'],
  statuses: {
    PENDING: { is: 'agreed upon, and waiting for its window', to: ['IN_PROGRESS', 'ERROR'] },
    IN_PROGRESS: { is: 'the line is being terminated', to: ['COMPLETED', 'ERROR'] },
    COMPLETED: { is: 'the number is gone, its line terminated' },
    ERROR: { is: 'the line could not be terminated' },
  },
});

export type PortOutStatus = StatusOf<typeof portOutLifecycle>;
