import type { Client, ClientResponse } from '../client.ts';
import { pickLine } from './change-line-status.ts';

/** Changes the number or the SIM of a line. */
export async function swapResource(client: Client): Promise<void> {
  const { id } = await pickLine(client);
  await requestReplacement(client, id);
}

/** Requests another number or another SIM for a line. */
export function requestReplacement(
  { chance, send, state: { broker } }: Client,
  lineId: string,
): Promise<ClientResponse> {
  if (chance.happens(50))
    return send('POST', `/lines/${lineId}/sim-swap`, { body: { sim: { poolId: broker.simPoolId } } });
  return send('POST', `/lines/${lineId}/number-change`, { body: { msisdn: { poolId: broker.numberPoolId } } });
}
