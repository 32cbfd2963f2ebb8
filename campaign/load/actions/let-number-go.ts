import { randomUUID } from 'node:crypto';
import type { Client } from '../client.ts';

/** Lets the number of one of the broker's lines leave for another operator, now. */
export async function letNumberGo({ ask, chance, estate, findings }: Client): Promise<void> {
  const { body: line } = await ask('GET', `/lines/${chance.oneOf(estate.lineIds)}`);
  const { msisdn } = line as { readonly msisdn: string };
  const body = { ticket: `PO-${randomUUID()}`, msisdn, recipient: '55341', windowFrom: new Date().toISOString() };
  const { status } = await ask('POST', '/portability/port-outs', { body });
  if (status < 300) findings.saw('a number to be let go');
}
