import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../client.ts';
import { someLine } from './move-line.ts';

/** Places an order and takes it back again, at once or when it is under way. */
export async function cancelOrder(client: Client): Promise<void> {
  const line = await someLine(client);
  const { status, orderId } = await client.ask('POST', `/lines/${line.id}/${line.status === 'BLOCKED' ? 'unblock' : 'block'}`);
  if (status >= 300 || !orderId) return;
  await sleep(client.chance.between(0, 30));
  const cancelled = await client.ask('POST', `/orders/${orderId}/cancel`, { body: { reason: 'changed my mind' } });
  if (cancelled.status < 300) client.findings.saw('an order cancelled');
}
