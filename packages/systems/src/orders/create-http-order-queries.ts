import type { Caller } from '@linework/auth/caller';
import type { TransientError } from '@linework/engine/model/system-errors';
import { orderNotFound } from '@linework/engine/queries/find-order';
import { pageSizeLimit } from '@linework/http/limits';
import { findCursor } from '@linework/http/link-header';
import { buildPage, type Page } from '@linework/lists/page';
import type { OrderPageQuery } from '@linework/orders/order-list/build-page-query';
import type { OrderQueries } from '@linework/orders/order-queries';
import type { Order } from '@linework/schemas/orders/order';
import type { SystemBreaker } from '../breaker/create-system-breaker.ts';
import type { LineworkAddress, RemoteLinework } from '../linework/call-linework.ts';
import { createBreakerCaller } from '../linework/create-breaker-caller.ts';
import { fetchOrder, fetchOrders, type OrderPage } from './fetch-orders.ts';
import { throwRejection } from './list-rejection.ts';
import { maskActors, type OwnKeys } from './mask-actors.ts';

export interface HttpOrderQueriesOptions extends LineworkAddress {
  /** The breaker that every call goes through. */
  readonly breaker: Pick<SystemBreaker, 'call'>;
  /** Used to find which keys a broker may see. */
  readonly ownKeys: OwnKeys;
  /** Called for each call that failed. */
  readonly onError?: (error: TransientError) => void;
}

/** A hundred orders, each with an input and metadata of 64 KiB, and their steps. */
const pageLimitBytes = 8_388_608;

/**
 * The orders of another Linework, read there for each request. Its key has access to every broker. A caller gets only
 * the orders of its own broker, which the request selects and each response is checked for, and no keys of others. When
 * the service is unreachable, every call raises 503.
 */
export function createHttpOrderQueries({
  breaker,
  ownKeys,
  onError,
  ...address
}: HttpOrderQueriesOptions): OrderQueries {
  const remote: RemoteLinework = { ...address, code: 'orders', name: 'The order service', limitBytes: pageLimitBytes };
  const throughBreaker = createBreakerCaller({ name: remote.name, breaker, onError });
  return {
    async findOrder({ caller, orderId }) {
      const found = await throughBreaker(() => fetchOrder(remote, orderId));
      if (!found || !canSee(caller, found)) throw orderNotFound(orderId);
      const [shown = found] = await maskActors(caller, [found], ownKeys);
      return shown;
    },
    async listOrders(caller, filters) {
      const brokers = selectBrokers(caller, filters);
      if (brokers?.length === 0) return buildPage(filters, [], 0);
      const { withoutTotal: _, ...sent } = filters;
      const page = await throughBreaker(() =>
        fetchOrders(remote, { ...sent, limit: Math.min(sent.limit, pageSizeLimit) }, brokers),
      );
      if ('errors' in page) return throwRejection(page);
      return { ...toPage(page), items: await maskActors(caller, page.items, ownKeys) };
    },
  };
}

const canSee = ({ brokerId }: Caller, found: Order): boolean => brokerId === null || found.brokerId === brokerId;

/** The brokers whose orders are requested; undefined for all of them. */
function selectBrokers(
  caller: Caller,
  { brokerId: requestedBrokerIds }: OrderPageQuery,
): readonly string[] | undefined {
  if (caller.brokerId === null) return requestedBrokerIds;
  return [caller.brokerId].filter(
    (ownBrokerId) => requestedBrokerIds === undefined || requestedBrokerIds.includes(ownBrokerId),
  );
}

/** The links of the remote page, with its cursors, lead on in this Linework. */
function toPage({ meta, link }: OrderPage): Omit<Page<Order>, 'items'> {
  const [next, prev] = (['next', 'prev'] as const).map((relation) => {
    const cursor = findCursor(link, relation);
    return cursor === undefined ? undefined : { cursor };
  });
  return { meta, pages: { next, prev } };
}
