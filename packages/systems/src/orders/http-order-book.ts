import type { Caller } from '@linework/auth/caller';
import type { PassingFault } from '@linework/domain/faults';
import { type Page, pageOf } from '@linework/domain/lists/page';
import { noSuchOrder } from '@linework/domain/orders/find-order';
import type { OrderBook } from '@linework/domain/orders/order-book';
import type { OrderPageQuery } from '@linework/domain/orders/order-list/find-page';
import type { Order } from '@linework/schemas/orders/order';
import type { SystemBreaker } from '../breaker/system-breaker.ts';
import type { LineworkAddress, OtherLinework } from '../linework/ask-linework.ts';
import { behindBreaker } from '../linework/behind-breaker.ts';
import { askForOrder, askForOrders, type OrderPage } from './ask-for-orders.ts';
import { raiseRefusal } from './list-refused.ts';
import { maskActors, type OwnKeys } from './mask-actors.ts';

export interface HttpOrderBookOptions extends LineworkAddress {
  /** What every call goes through. */
  readonly breaker: Pick<SystemBreaker, 'call'>;
  /** Asked which keys a broker may be told of. */
  readonly ownKeys: OwnKeys;
  /** Told of each call that was made and failed. */
  readonly onFault?: (fault: PassingFault) => void;
}

/** A hundred orders, each with an input and metadata of 64 KiB, and their steps. */
const pageLimitBytes = 8_388_608;

/**
 * The orders of another Linework, looked up there for each request. Its key sees every broker; a caller sees its own broker's orders only, which is
 * asked for and checked again in each answer, and is not told of keys of others. When the service is away everything raises 503.
 */
export function httpOrderBook({ breaker, ownKeys, onFault, ...address }: HttpOrderBookOptions): OrderBook {
  const other: OtherLinework = { ...address, code: 'orders', name: 'The order service', limitBytes: pageLimitBytes };
  const throughBreaker = behindBreaker({ name: other.name, breaker, onFault });
  return {
    async findOrder({ caller, orderId }) {
      const found = await throughBreaker(() => askForOrder(other, orderId));
      if (!found || !maySee(caller, found)) throw noSuchOrder(orderId);
      const [shown = found] = await maskActors(caller, [found], ownKeys);
      return shown;
    },
    async listOrders(caller, filters) {
      const brokers = brokersAsked(caller, filters);
      if (brokers?.length === 0) return pageOf(filters, [], 0);
      const page = await throughBreaker(() => askForOrders(other, filters, brokers));
      if ('faults' in page) return raiseRefusal(page);
      return { ...pageFrom(page), items: await maskActors(caller, page.items, ownKeys) };
    },
  };
}

const maySee = ({ brokerId }: Caller, found: Order): boolean => brokerId === null || found.brokerId === brokerId;

/** The brokers whose orders are asked for; undefined for all of them. */
function brokersAsked(caller: Caller, { brokerId: named }: OrderPageQuery): readonly string[] | undefined {
  if (caller.brokerId === null) return named;
  return [caller.brokerId].filter((own) => named === undefined || named.includes(own));
}

const pageFrom = ({ meta, link }: OrderPage): Omit<Page<Order>, 'items'> => ({
  meta,
  turns: { next: turnIn(link, 'next'), prev: turnIn(link, 'prev') },
});

/** Where a link of the other's page leads. Its cursors are ours: a place in the same list. */
function turnIn(link: string | null, relation: 'next' | 'prev'): { readonly cursor: string } | undefined {
  const [, address = ''] = new RegExp(`<([^>]*)>;\\s*rel="${relation}"`).exec(link ?? '') ?? [];
  const cursor = new URLSearchParams(address.split('?')[1]).get('cursor');
  return cursor === null ? undefined : { cursor };
}
