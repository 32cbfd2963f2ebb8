import { randomUUID } from 'node:crypto';
import type { Client } from '../client.ts';
import { someLine } from './move-line.ts';

/** Sends one request twice at once under one key. It is done once, and both are told the same. */
export async function askTwiceAtOnce(client: Client): Promise<void> {
  const line = await someLine(client);
  const key = randomUUID();
  const path = `/lines/${line.id}/${line.status === 'BLOCKED' ? 'unblock' : 'block'}`;
  const [first, second] = await Promise.all([client.ask('POST', path, { key }), client.ask('POST', path, { key })]);
  if (first.status !== second.status || first.orderId !== second.orderId) {
    client.findings.wrong(`one key was answered ${first.status} ${first.orderId} and ${second.status} ${second.orderId}`);
  }
}
