import type { Caller } from '@linework/auth/caller';
import { type Actor, actor } from '@linework/schemas/events/actor';
import type { Order } from '@linework/schemas/orders/order';

/** Which of these keys are the broker's own, according to this Linework. */
export type OwnKeys = (brokerId: string, keyIds: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * The orders as the caller may see them. The order service responds as to an operator, with the key of every actor. A
 * broker sees only its own keys; any other key is shown as an operator.
 */
export async function maskActors(
  { brokerId }: Pick<Caller, 'brokerId'>,
  orders: readonly Order[],
  ownKeys: OwnKeys,
): Promise<readonly Order[]> {
  if (brokerId === null) return orders;
  const keyIds = new Set(orders.map(actorOf).flatMap((by) => (by?.type === 'key' ? by.keyId : [])));
  const own = await ownKeys(brokerId, [...keyIds]);
  return orders.map((order) => withActor(order, masked(actorOf(order), own)));
}

/** Undefined when the order has no actor, or an actor of an unknown form. */
const actorOf = ({ metadata }: Order): Actor | undefined => actor.safeParse(metadata['actor']).data;

function masked(by: Actor | undefined, own: ReadonlySet<string>): Actor | undefined {
  return by?.type === 'key' && !own.has(by.keyId) ? { type: 'operator' } : by;
}

/** The members keep their order: an ETag is a hash of the JSON. */
function withActor(order: Order, by: Actor | undefined): Order {
  const { actor: _, ...metadata } = order.metadata;
  return { ...order, metadata: { ...metadata, ...(by && { actor: by }) } };
}
