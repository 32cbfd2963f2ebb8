import type { Client } from '../client.ts';
import { reserve } from './reserve.ts';

/**
 * Reserves a number and a SIM and creates a line from them. A 409 is allowed, because a fault may last longer than the
 * reservations.
 */
export async function createLineFromReservations(client: Client): Promise<void> {
  const { broker, lineIds } = client.state;
  const [numberId, simId] = [
    await reserve(client, broker.numberPoolId, 60),
    await reserve(client, broker.simPoolId, 60),
  ];
  if (!numberId || !simId) return;
  const body = {
    customerId: broker.holderId,
    msisdn: { reservationId: numberId },
    sim: { reservationId: simId },
    activate: true,
  };
  const { status, body: line } = await client.send('POST', '/lines', { body });
  if (status < 300) lineIds.push((line as { readonly id: string }).id);
  else if (status !== 409)
    client.report.addViolation(`a line could not be created from reservations: ${status} ${JSON.stringify(line)}`);
}
