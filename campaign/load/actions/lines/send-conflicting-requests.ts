import type { Client } from '../client.ts';
import { pickLine } from './change-line-status.ts';

/** Sends three requests for one line at once. The database allows at most one open order. */
export async function sendConflictingRequests(client: Client): Promise<void> {
  const line = await pickLine(client);
  await Promise.all(['/block', '/unblock', ''].map((request) => client.send('POST', `/lines/${line.id}${request}`)));
}
