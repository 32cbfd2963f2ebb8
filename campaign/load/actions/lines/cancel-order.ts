import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../client.ts';
import { pickLine } from './change-line-status.ts';

/** Places an order and cancels it, at once or while it is running. */
export async function cancelOrder(client: Client): Promise<void> {
  const line = await pickLine(client);
  const { status, orderId } = await client.send(
    'POST',
    `/lines/${line.id}/${line.status === 'BLOCKED' ? 'unblock' : 'block'}`,
  );
  if (status >= 300 || !orderId) return;
  await sleep(client.chance.between(0, 30));
  const cancelled = await client.send('POST', `/orders/${orderId}/cancel`, { body: { reason: 'changed my mind' } });
  if (cancelled.status < 300) client.report.increment('order cancelled');
}
