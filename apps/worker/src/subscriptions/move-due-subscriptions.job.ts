import { type MoveDeps, moveDueSubscriptions } from '@linework/subscriptions/move-due-subscriptions';

export function moveDueSubscriptionsHandler(deps: MoveDeps) {
  return async (): Promise<void> => {
    const count = await moveDueSubscriptions(deps);
    if (count > 0) deps.log.info({ count }, 'made scheduled changes of subscriptions');
  };
}
