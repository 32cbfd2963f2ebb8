import type { Client } from '../client.ts';

const hourMs = 3_600_000;

/** Adds to what a line of a subscription may use. */
export async function addCredit({ ask, chance, estate, findings }: Client): Promise<void> {
  if (estate.subscribed.length === 0) return;
  const path = `/lines/${chance.oneOf(estate.subscribed).lineId}/products/${estate.broker.productId}/credits`;
  const dueDate = new Date(Date.now() + hourMs).toISOString();
  const { status, body } = await ask('POST', path, { body: { type: 'DATA', amount: chance.between(1, 50_000), dueDate } });
  if (status >= 300) return;
  findings.saw('a credit added');
  findings.credits.add((body as { readonly id: string }).id);
}
