import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../client.ts';

const pollLimit = 40;
const pauseMs = 100;

/** Waits until an order has the status. Returns false if it does not get it within a few seconds. */
export async function reachesStatus({ send }: Client, orderId: string, status: string): Promise<boolean> {
  for (let poll = 0; poll < pollLimit; poll += 1) {
    const { body } = await send('GET', `/orders/${orderId}`);
    if ((body as { readonly status: string }).status === status) return true;
    await sleep(pauseMs);
  }
  return false;
}
