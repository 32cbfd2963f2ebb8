import type { Client } from '../client.ts';

interface Subscribed {
  readonly products: readonly { readonly id: string }[];
}

/** Adds a product to a subscription whose invoices are being made up for, or removes one from it. */
export async function changeProducts({ send, chance, state, report }: Client): Promise<void> {
  if (state.overdueSubscriptions.length === 0) return;
  const { subscriptionId, productIds } = chance.oneOf(state.overdueSubscriptions);
  const path = `/subscriptions/${subscriptionId}`;
  if (chance.happens(60)) {
    const { status } = await send('POST', `${path}/products`, { body: { productId: chance.oneOf(productIds) } });
    if (status < 300) report.increment('a product added');
    return;
  }
  const { products } = (await send('GET', path)).body as Subscribed;
  if (products.length === 0) return;
  const { status } = await send('DELETE', `${path}/products/${chance.oneOf(products).id}`);
  if (status < 300) report.increment('a product removed');
}
