import { randomUUID } from 'node:crypto';
import type { Client } from '../client.ts';

/** Ports out the number of one of the broker's lines. */
export async function portOutNumber({ send, chance, state, report }: Client): Promise<void> {
  const { body: line } = await send('GET', `/lines/${chance.oneOf(state.lineIds)}`);
  const { msisdn } = line as { readonly msisdn: string };
  const body = { ticket: `PO-${randomUUID()}`, msisdn, recipient: '55341', windowFrom: new Date().toISOString() };
  const { status } = await send('POST', '/portability/port-outs', { body });
  if (status < 300) report.increment('port-out requested');
}
