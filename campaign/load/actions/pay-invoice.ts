import type { Client } from '../client.ts';

/** Pays one of the broker's invoices, whoever else is about to; now and then calls it off again. */
export async function payInvoice({ ask, chance, estate, findings }: Client): Promise<void> {
  const { status, body } = await ask('POST', `/invoices/${chance.oneOf(estate.broker.invoiceIds)}/pay`);
  if (status >= 300) return;
  findings.saw('an invoice to be paid');
  if (chance.happens(20)) await ask('POST', `/payments/${(body as { readonly id: string }).id}/cancel`);
}
