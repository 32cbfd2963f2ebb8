import type { Client } from '../client.ts';
import { someLine } from './move-line.ts';

/** Asks three things of one line at once. That one of them at the most is at work is for the database to say. */
export async function moveTwoWays(client: Client): Promise<void> {
  const line = await someLine(client);
  await Promise.all(['/block', '/unblock', ''].map((request) => client.ask('POST', `/lines/${line.id}${request}`)));
}
