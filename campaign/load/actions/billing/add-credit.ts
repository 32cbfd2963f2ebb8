import type { Client } from '../client.ts';

const hourMs = 3_600_000;

/** Adds a credit to a product of a line. */
export async function addCredit({ send, chance, state, report }: Client): Promise<void> {
  if (state.subscribed.length === 0) return;
  const path = `/lines/${chance.oneOf(state.subscribed).lineId}/products/${state.broker.productId}/credits`;
  const dueDate = new Date(Date.now() + hourMs).toISOString();
  const { status, body } = await send('POST', path, {
    body: { type: 'DATA', amount: chance.between(1, 50_000), dueDate },
  });
  if (status >= 300) return;
  report.increment('credit added');
  report.creditIds.add((body as { readonly id: string }).id);
}
