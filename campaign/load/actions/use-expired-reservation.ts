import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../client.ts';
import { reserve } from './reserve.ts';

/** Reserves a number for a second and comes too late: whether the clock has seen it or not, nothing is made of it. */
export async function useExpiredReservation(client: Client): Promise<void> {
  const { broker } = client.state;
  const reservationId = await reserve(client, broker.numberPoolId, 1);
  if (!reservationId) return;
  await sleep(1_050);
  const body = { customerId: broker.holderId, msisdn: { reservationId }, sim: { poolId: broker.simPoolId } };
  const { status } = await client.send('POST', '/lines', { body });
  if (status === 409) client.report.increment('a reservation that was over refused');
  else client.report.addViolation(`a reservation that was over was answered ${status}`);
}
