import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../client.ts';
import { pickLine } from './change-line-status.ts';

const pollLimit = 40;
const pauseMs = 100;

/** Wants a line, or another SIM for one, on an IMSI that somebody else has on the network. What comes of it is taken back or deleted. */
export async function useForeignImsi(client: Client): Promise<void> {
  const { broker } = client.state;
  const sim = { poolId: broker.foreignSimPoolId };
  if (client.chance.happens(30)) {
    const line = await pickLine(client);
    const { status } = await client.send('POST', `/lines/${line.id}/sim-swap`, { body: { sim } });
    if (status < 300) client.report.increment('a foreign IMSI wanted for a line');
    return;
  }
  const body = { customerId: broker.holderId, msisdn: { poolId: broker.numberPoolId }, sim, activate: true };
  const { status, orderId, body: line } = await client.send('POST', '/lines', { body });
  // Those that an operator closed keep their SIM from the pool.
  if (status >= 300 || !orderId) return;
  const lineId = (line as { readonly id: string }).id;
  if (!(await hasFailed(client, orderId))) return;
  const isDeleted = client.chance.happens(50);
  const answer = await client.send('POST', isDeleted ? `/lines/${lineId}` : `/orders/${orderId}/rollback`);
  if (answer.status < 300) client.report.increment(isDeleted ? 'a line on a foreign IMSI deleted' : 'a line on a foreign IMSI taken back');
}

async function hasFailed({ send }: Client, orderId: string): Promise<boolean> {
  for (let poll = 0; poll < pollLimit; poll += 1) {
    const { body } = await send('GET', `/orders/${orderId}`);
    if ((body as { readonly status: string }).status === 'FAILED') return true;
    await sleep(pauseMs);
  }
  return false;
}
