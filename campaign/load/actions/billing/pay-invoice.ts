import type { Client } from '../client.ts';

/** Pays one of the broker's invoices, also while another client pays it, and sometimes cancels the payment. */
export async function payInvoice({ send, chance, state, report }: Client): Promise<void> {
  const { status, body } = await send('POST', `/invoices/${chance.oneOf(state.broker.invoiceIds)}/pay`);
  if (status >= 300) return;
  report.increment('payment created');
  if (chance.happens(20)) await send('POST', `/payments/${(body as { readonly id: string }).id}/cancel`);
}
