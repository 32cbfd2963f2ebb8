import { PassingFault } from '@linework/domain/faults';
import type { OrderPageQuery } from '@linework/domain/orders/order-list/find-page';
import { encodeCursor } from '@linework/http/cursor';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { type Order, order } from '@linework/schemas/orders/order';
import { z } from 'zod';
import { askLinework, contentOf, type OtherLinework } from '../linework/ask-linework.ts';
import { type ListRefused, refusalIn } from './list-refused.ts';

/** What a page says; a later release may say more. */
const orderPage = z.object(pagedEnvelope(order).shape);

export interface OrderPage extends z.infer<typeof orderPage> {
  readonly link: string | null;
}

/** Asks for one order; undefined where the order service has none with this id. */
export async function askForOrder(other: OtherLinework, orderId: string): Promise<Order | undefined> {
  const answer = await askLinework(other, `/orders/${encodeURIComponent(orderId)}`);
  return answer.status === 404 ? undefined : contentOf(other, answer, order);
}

/**
 * Asks for one page of orders. Where `ofBrokers` is given the service is asked for the orders of these brokers only, and an answer with any
 * other order is a `PassingFault`: what a filter forgot is not shown.
 */
export async function askForOrders(other: OtherLinework, query: OrderPageQuery, ofBrokers?: readonly string[]): Promise<OrderPage | ListRefused> {
  const answer = await askLinework(other, `/orders?${parametersOf({ ...query, ...(ofBrokers && { brokerId: ofBrokers }) })}`);
  if (answer.status === 400) return refusalIn(answer);
  const page = contentOf(other, answer, orderPage);
  const isForeign = ({ brokerId }: Order) => ofBrokers !== undefined && !ofBrokers.includes(brokerId);
  if (page.items.some(isForeign)) throw new PassingFault(`${other.code}-answer-foreign`, `${other.name} answered with orders of another broker.`);
  return { ...page, link: answer.link };
}

/** The filters as they stand in an address: each as its route reads it, so that a filter that is added needs nothing here. */
function parametersOf({ cursor, ...filters }: OrderPageQuery): URLSearchParams {
  const parameters = new URLSearchParams(cursor && { cursor: encodeCursor(cursor) });
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) parameters.set(name, textOf(value));
  return parameters;
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.map(textOf).join(',') : String(value);
}
