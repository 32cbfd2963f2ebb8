import { defineLifecycle, type RequestOf, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The life of a subscription. */
export const subscriptionLifecycle = defineLifecycle({
  name: 'subscription',
  initial: ['DRAFT'],
  statuses: {
    // Its trial ends by itself where it has one.
    DRAFT: { meaning: 'agreed upon and not begun, or on trial', on: { activate: 'ACTIVE', cancel: 'CANCELLED' } },
    ACTIVE: { meaning: 'given and invoiced, cycle by cycle', on: { pause: 'PAUSED', cancel: 'CANCELLED' }, to: ['EXPIRED'] },
    PAUSED: { meaning: 'neither given nor invoiced for the time being; its lines are blocked', on: { resume: 'ACTIVE', cancel: 'CANCELLED' }, to: ['EXPIRED'] },
    CANCELLED: { meaning: 'ended before its time' },
    EXPIRED: { meaning: 'ended at its end date' },
  },
});

export type SubscriptionStatus = StatusOf<typeof subscriptionLifecycle>;
export type SubscriptionRequest = RequestOf<typeof subscriptionLifecycle>;
