import type { Client } from '../client.ts';
import { pickLine } from './change-line-status.ts';

/** Asks three things of one line at once. That one of them at the most is at work is for the database to say. */
export async function sendConflictingRequests(client: Client): Promise<void> {
  const line = await pickLine(client);
  await Promise.all(['/block', '/unblock', ''].map((request) => client.send('POST', `/lines/${line.id}${request}`)));
}
