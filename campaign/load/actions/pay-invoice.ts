import type { Client } from '../client.ts';

/** Pays one of the broker's invoices, whoever else is about to; now and then calls it off again. */
export async function payInvoice({ send, chance, state, report }: Client): Promise<void> {
  const { status, body } = await send('POST', `/invoices/${chance.oneOf(state.broker.invoiceIds)}/pay`);
  if (status >= 300) return;
  report.increment('an invoice to be paid');
  if (chance.happens(20)) await send('POST', `/payments/${(body as { readonly id: string }).id}/cancel`);
}
