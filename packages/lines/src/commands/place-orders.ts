import type { PlaceDeps } from '@linework/engine/commands/place-order';
import { placeOrders as placeOnResources } from '@linework/engine/commands/place-orders';
import type { LineOrderRequest } from './place-order.ts';

/**
 * Places orders on lines in one statement of this database transaction and notifies the workers after the commit.
 * Returns their ids, with undefined for each order that was skipped: its line rejects it, or another transaction has
 * locked the line.
 */
export const placeOrders = (
  deps: PlaceDeps,
  requests: readonly Omit<LineOrderRequest, 'claims'>[],
): Promise<readonly (string | undefined)[]> =>
  placeOnResources(
    deps,
    requests.map(({ lineId, ...request }) => ({ ...request, resourceId: lineId })),
  );
