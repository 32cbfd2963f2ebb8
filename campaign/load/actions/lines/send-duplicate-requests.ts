import { randomUUID } from 'node:crypto';
import type { Client } from '../client.ts';
import { pickLine } from './change-line-status.ts';

/** Sends one request twice at once under one key. It must be executed once, with the same response to both. */
export async function sendDuplicateRequests(client: Client): Promise<void> {
  const line = await pickLine(client);
  const key = randomUUID();
  const path = `/lines/${line.id}/${line.status === 'BLOCKED' ? 'unblock' : 'block'}`;
  const [first, second] = await Promise.all([client.send('POST', path, { key }), client.send('POST', path, { key })]);
  if (first.status !== second.status || first.orderId !== second.orderId) {
    client.report.addViolation(
      `one key got two responses: ${first.status} ${first.orderId} and ${second.status} ${second.orderId}`,
    );
  }
}
