import { TransientError } from '@linework/engine/model/system-errors';
import { encodeCursor } from '@linework/http/cursor';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import type { OrderPageQuery } from '@linework/orders/order-list/build-page-query';
import { type Order, order } from '@linework/schemas/orders/order';
import { z } from 'zod';
import { callLinework, type RemoteLinework, readContent } from '../linework/call-linework.ts';
import { type ListRejection, readRejection } from './list-rejection.ts';

const { items, meta } = pagedEnvelope(order).shape;

/** The members of a page; another release may have more, also in `meta`. */
const orderPage = z.object({ items, meta: z.object(meta.shape) });

export interface OrderPage extends z.infer<typeof orderPage> {
  readonly link: string | null;
}

/** Fetches one order; undefined when the order service does not have it. */
export async function fetchOrder(remote: RemoteLinework, orderId: string): Promise<Order | undefined> {
  const response = await callLinework(remote, `/orders/${encodeURIComponent(orderId)}`);
  return response.status === 404 ? undefined : readContent(remote, response, order);
}

/**
 * Fetches one page of orders. With `ofBrokers`, only orders of these brokers are requested, and a response with any
 * other order is a `TransientError`: an order that a remote filter missed is not shown.
 */
export async function fetchOrders(
  remote: RemoteLinework,
  query: OrderPageQuery,
  brokerIds?: readonly string[],
): Promise<OrderPage | ListRejection> {
  const response = await callLinework(
    remote,
    `/orders?${buildParameters({ ...query, ...(brokerIds && { brokerId: brokerIds }) })}`,
  );
  if (response.status === 400) return readRejection(response);
  const page = readContent(remote, response, orderPage);
  const isForeign = ({ brokerId }: Order) => brokerIds !== undefined && !brokerIds.includes(brokerId);
  if (page.items.some(isForeign))
    throw new TransientError(`${remote.code}-answer-foreign`, `${remote.name} answered with orders of another broker.`);
  return { ...page, link: response.link };
}

/** The filters in the form of an address: each as its route parses it, so that a new filter needs no change here. */
function buildParameters({ cursor, ...filters }: OrderPageQuery): URLSearchParams {
  const parameters = new URLSearchParams(cursor && { cursor: encodeCursor(cursor) });
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) parameters.set(name, toText(value));
  return parameters;
}

function toText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.map(toText).join(',') : String(value);
}
