import type { PositionedEvent } from '../build-envelope.ts';

/** Which events a reader wants. An absent member excludes nothing. */
export interface FeedFilter {
  /** A broker's key always has its own broker here. */
  readonly brokerId?: string | null;
  readonly types?: readonly string[] | undefined;
  readonly resourceType?: string | undefined;
  readonly resourceId?: string | undefined;
  readonly orderId?: string | undefined;
}

/** Whether an event matches: the same conditions as in `read-feed.ts`, for events in memory. */
export function matchesFilter(
  { brokerId = null, types, resourceType, resourceId, orderId }: FeedFilter,
  event: PositionedEvent,
): boolean {
  return (
    (brokerId === null || event.brokerId === brokerId) &&
    (types === undefined || types.includes(event.type)) &&
    (resourceType === undefined || event.resourceType === resourceType) &&
    (resourceId === undefined || event.resourceId === resourceId) &&
    (orderId === undefined || event.orderId === orderId)
  );
}
