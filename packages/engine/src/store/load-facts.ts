import type { Db } from '@linework/db/db';
import type { OrderSnapshot } from '../model/order-snapshot.ts';
import type { FactSource } from '../model/order-type.ts';
import { isUnknownVersion } from '../model/unknown-version.ts';
import type { ReadOrder } from './load-orders.ts';

/** Adds to each order the facts of the sources that its type names. Each source is asked once for all orders. */
export async function loadFacts<Systems>(
  db: Pick<Db, 'query'>,
  orders: readonly ReadOrder<Systems>[],
): Promise<readonly ReadOrder<Systems>[]> {
  const known = orders.filter((order) => isKnownVersion(order));
  let loaded = orders;
  for (const source of new Set(known.flatMap(({ type }) => type.facts ?? []))) {
    const orderIds = known.flatMap((order) => (uses(order, source) ? [order.context.orderId] : []));
    const values = await source.load(db, orderIds);
    loaded = loaded.map((order) =>
      isKnownVersion(order) && uses(order, source) ? addFact(order, source, values.get(order.context.orderId)) : order,
    );
  }
  return loaded;
}

const uses = ({ type }: OrderSnapshot, source: FactSource): boolean => type.facts?.includes(source) ?? false;

const addFact = <Systems>(
  order: OrderSnapshot<Systems>,
  { name }: FactSource,
  value: unknown,
): OrderSnapshot<Systems> => ({
  ...order,
  context: { ...order.context, facts: { ...order.context.facts, ...(value !== undefined && { [name]: value }) } },
});

const isKnownVersion = <Systems>(order: ReadOrder<Systems>): order is OrderSnapshot<Systems> =>
  order !== undefined && !isUnknownVersion(order);
