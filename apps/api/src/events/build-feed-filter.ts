import type { Caller } from '@linework/auth/caller';
import type { FeedFilter } from '@linework/events/feed/feed-filter';
import { expandEventTypes } from '@linework/schemas/events/event-type-pattern';

interface FeedFilterQuery extends Omit<FeedFilter, 'types' | 'brokerId'> {
  readonly type?: readonly string[] | undefined;
  readonly brokerId?: string | undefined;
}

/** The filter of a request. A broker's key sees its own events: with another broker in the query it sees none. */
export function buildFeedFilter(
  { type, brokerId, resourceType, resourceId, orderId }: FeedFilterQuery,
  caller: Caller,
): FeedFilter {
  const isOther = caller.brokerId !== null && brokerId !== undefined && brokerId !== caller.brokerId;
  const types = type?.flatMap(expandEventTypes);
  return {
    brokerId: caller.brokerId ?? brokerId ?? null,
    types: isOther ? [] : types,
    resourceType,
    resourceId,
    orderId,
  };
}
