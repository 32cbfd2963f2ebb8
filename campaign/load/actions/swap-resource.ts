import type { Client } from '../client.ts';
import { someLine } from './move-line.ts';

/** Gives a line another number or another SIM. */
export async function swapResource(client: Client): Promise<void> {
  const line = await someLine(client);
  const { broker } = client.estate;
  if (client.chance.happens(50)) await client.ask('POST', `/lines/${line.id}/sim-swap`, { body: { sim: { poolId: broker.simPoolId } } });
  else await client.ask('POST', `/lines/${line.id}/number-change`, { body: { msisdn: { poolId: broker.numberPoolId } } });
}
