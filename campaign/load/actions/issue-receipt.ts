import type { Client } from '../client.ts';

/** Issues one of the broker's tax receipts under the supplier's next number, or cancels one that was issued. */
export async function issueReceipt({ ask, chance, estate, findings }: Client): Promise<void> {
  const path = `/tax-receipts/${chance.oneOf(estate.broker.receiptIds)}`;
  const { body: receipt } = await ask('GET', path);
  const isIssued = (receipt as { readonly status: string }).status === 'ACTIVE';
  if (isIssued && chance.happens(50)) return;
  const { status } = isIssued ? await ask('POST', `${path}/cancel`, { body: { reason: 'Emitida com erro de valor' } }) : await ask('POST', `${path}/issue`);
  if (status < 300) findings.saw(isIssued ? 'a receipt cancelled' : 'a receipt issued');
}
