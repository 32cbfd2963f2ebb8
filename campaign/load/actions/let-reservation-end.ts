import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../client.ts';
import { reserve } from './reserve.ts';

/** Reserves a number for a second and comes too late: whether the clock has seen it or not, nothing is made of it. */
export async function letReservationEnd(client: Client): Promise<void> {
  const { broker } = client.estate;
  const reservationId = await reserve(client, broker.numberPoolId, 1);
  if (!reservationId) return;
  await sleep(1_050);
  const body = { customerId: broker.holderId, msisdn: { reservationId }, sim: { poolId: broker.simPoolId } };
  const { status } = await client.ask('POST', '/lines', { body });
  if (status === 409) client.findings.saw('a reservation that was over refused');
  else client.findings.wrong(`a reservation that was over was answered ${status}`);
}
