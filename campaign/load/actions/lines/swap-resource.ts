import type { Client } from '../../client.ts';
import { pickLine } from './change-line-status.ts';

/** Changes the number or the SIM of a line. */
export async function swapResource(client: Client): Promise<void> {
  const line = await pickLine(client);
  const { broker } = client.state;
  if (client.chance.happens(50)) await client.send('POST', `/lines/${line.id}/sim-swap`, { body: { sim: { poolId: broker.simPoolId } } });
  else await client.send('POST', `/lines/${line.id}/number-change`, { body: { msisdn: { poolId: broker.numberPoolId } } });
}
