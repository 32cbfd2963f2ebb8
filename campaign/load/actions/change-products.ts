import type { Client } from '../client.ts';

interface Subscribed {
  readonly products: readonly { readonly id: string }[];
}

/** Adds a product to a subscription whose invoices are being made up for, or removes one from it. */
export async function changeProducts({ ask, chance, estate, findings }: Client): Promise<void> {
  if (estate.behind.length === 0) return;
  const { subscriptionId, productIds } = chance.oneOf(estate.behind);
  const path = `/subscriptions/${subscriptionId}`;
  if (chance.happens(60)) {
    const { status } = await ask('POST', `${path}/products`, { body: { productId: chance.oneOf(productIds) } });
    if (status < 300) findings.saw('a product added');
    return;
  }
  const { products } = (await ask('GET', path)).body as Subscribed;
  if (products.length === 0) return;
  const { status } = await ask('DELETE', `${path}/products/${chance.oneOf(products).id}`);
  if (status < 300) findings.saw('a product removed');
}
