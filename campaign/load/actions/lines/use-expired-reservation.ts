import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../client.ts';
import { reserve } from './reserve.ts';

/**
 * Reserves a number for a second and uses it too late. The request must be rejected, also if the expiry job has not run
 * yet.
 */
export async function useExpiredReservation(client: Client): Promise<void> {
  const { broker } = client.state;
  const reservationId = await reserve(client, broker.numberPoolId, 1);
  if (!reservationId) return;
  await sleep(1_050);
  const body = { customerId: broker.holderId, msisdn: { reservationId }, sim: { poolId: broker.simPoolId } };
  const { status } = await client.send('POST', '/lines', { body });
  if (status === 409) client.report.increment('expired reservation rejected');
  else client.report.addViolation(`an expired reservation got status ${status}`);
}
