import type { Client } from '../client.ts';

/** Creates a line from the next number and SIM of the broker's pools. */
export async function createLine(client: Client): Promise<void> {
  const { broker, lineIds } = client.state;
  const body = {
    customerId: broker.holderId,
    msisdn: { poolId: broker.numberPoolId },
    sim: { poolId: broker.simPoolId },
    activate: client.chance.happens(80),
  };
  const { status, body: line } = await client.send('POST', '/lines', { body });
  if (status >= 300)
    return client.report.addViolation(`a line could not be created: ${status} ${JSON.stringify(line)}`);
  lineIds.push((line as { readonly id: string }).id);
}
