import { defineLifecycle, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The lifecycle of a subscription. */
export const subscriptionLifecycle = defineLifecycle({
  name: 'subscription',
  initial: ['DRAFT'],
  statuses: {
    // A trial ends without a request.
    DRAFT: { meaning: 'not begun yet, or on trial', on: { activate: 'ACTIVE', cancel: 'CANCELLED' } },
    ACTIVE: {
      meaning: 'in service and invoiced, cycle by cycle',
      on: { pause: 'PAUSED', cancel: 'CANCELLED' },
      to: ['EXPIRED'],
    },
    PAUSED: {
      meaning: 'temporarily not in service and not invoiced; its lines are blocked',
      on: { resume: 'ACTIVE', cancel: 'CANCELLED' },
      to: ['EXPIRED'],
    },
    CANCELLED: { meaning: 'ended by a request, by the end of its trial or with its last line' },
    EXPIRED: { meaning: 'ended at its end date' },
  },
});

export type SubscriptionStatus = StatusOf<typeof subscriptionLifecycle>;
