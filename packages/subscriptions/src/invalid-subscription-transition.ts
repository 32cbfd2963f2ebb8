import { invalidStatusTransition } from '@linework/problem-details/make-problem';
import { type SubscriptionStatus, subscriptionLifecycle } from '@linework/schemas/lifecycles/subscription.lifecycle';

/** The problem for a request that the subscription's current status does not allow. */
export function invalidSubscriptionTransition(
  { id, status }: { readonly id: string; readonly status: SubscriptionStatus },
  requested: string,
): Error {
  const allowed = subscriptionLifecycle.getRequests(status);
  return invalidStatusTransition({ resource: { type: 'subscription', id }, currentStatus: status, requested, allowed });
}
