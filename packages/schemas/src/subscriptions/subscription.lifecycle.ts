import { defineLifecycle, type RequestOf, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The life of a subscription. */
export const subscriptionLifecycle = defineLifecycle({
  name: 'subscription',
  initial: ['DRAFT'],
  statuses: {
    // Its trial ends by itself where it has one.
    DRAFT: { is: 'agreed upon and not begun, or on trial', on: { activate: 'ACTIVE', cancel: 'CANCELLED' } },
    ACTIVE: { is: 'given and invoiced, cycle by cycle', on: { pause: 'PAUSED', cancel: 'CANCELLED' }, to: ['EXPIRED'] },
    PAUSED: { is: 'neither given nor invoiced for the time being; its lines are blocked', on: { resume: 'ACTIVE', cancel: 'CANCELLED' }, to: ['EXPIRED'] },
    CANCELLED: { is: 'ended before its time' },
    EXPIRED: { is: 'ended at its end date' },
  },
});

export type SubscriptionStatus = StatusOf<typeof subscriptionLifecycle>;
export type SubscriptionRequest = RequestOf<typeof subscriptionLifecycle>;
