import type { Client } from '../client.ts';

interface Subscribed {
  readonly products: readonly { readonly id: string }[];
}

/** Adds a product to an overdue subscription, or removes one. */
export async function changeProducts({ send, chance, state, report }: Client): Promise<void> {
  if (state.overdueSubscriptions.length === 0) return;
  const { subscriptionId, productIds } = chance.oneOf(state.overdueSubscriptions);
  const path = `/subscriptions/${subscriptionId}`;
  if (chance.happens(60)) {
    const { status } = await send('POST', `${path}/products`, { body: { productId: chance.oneOf(productIds) } });
    if (status < 300) report.increment('product added');
    return;
  }
  const { products } = (await send('GET', path)).body as Subscribed;
  if (products.length === 0) return;
  const { status } = await send('DELETE', `${path}/products/${chance.oneOf(products).id}`);
  if (status < 300) report.increment('product removed');
}
