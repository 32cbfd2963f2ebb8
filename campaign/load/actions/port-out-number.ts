import { randomUUID } from 'node:crypto';
import type { Client } from '../client.ts';

/** Lets the number of one of the broker's lines leave for another operator, now. */
export async function portOutNumber({ send, chance, state, report }: Client): Promise<void> {
  const { body: line } = await send('GET', `/lines/${chance.oneOf(state.lineIds)}`);
  const { msisdn } = line as { readonly msisdn: string };
  const body = { ticket: `PO-${randomUUID()}`, msisdn, recipient: '55341', windowFrom: new Date().toISOString() };
  const { status } = await send('POST', '/portability/port-outs', { body });
  if (status < 300) report.increment('a number to be let go');
}
