import { defineLifecycle, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The life of a drift: a difference between a line and the register of the network. */
export const driftLifecycle = defineLifecycle({
  name: 'drift',
  initial: ['OPEN'],
  statuses: {
    OPEN: {
      meaning: 'two comparisons with the register found the difference, and it may be repaired or accepted',
      on: { accept: 'ACCEPTED' },
      to: ['REPAIRED', 'GONE'],
    },
    ACCEPTED: { meaning: 'a person has said why the difference stays', to: ['REPAIRED', 'GONE'] },
    REPAIRED: { meaning: 'an order has brought the network to what the line says' },
    GONE: { meaning: 'a later comparison found no difference, another one, or the end of the line' },
  },
});

export type DriftStatus = StatusOf<typeof driftLifecycle>;
