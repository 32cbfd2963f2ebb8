import type { Client } from '../client.ts';

/** Issues one of the broker's tax receipts, or cancels an issued one. */
export async function issueReceipt({ send, chance, state, report }: Client): Promise<void> {
  const path = `/tax-receipts/${chance.oneOf(state.broker.receiptIds)}`;
  const { body: receipt } = await send('GET', path);
  const isIssued = (receipt as { readonly status: string }).status === 'ACTIVE';
  if (isIssued && chance.happens(50)) return;
  const { status } = isIssued
    ? await send('POST', `${path}/cancel`, { body: { reason: 'Emitida com erro de valor' } })
    : await send('POST', `${path}/issue`);
  if (status < 300) report.increment(isIssued ? 'receipt cancelled' : 'receipt issued');
}
