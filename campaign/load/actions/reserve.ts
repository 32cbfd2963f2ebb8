import type { Client } from '../client.ts';

/** Reserves the next of a pool for so many seconds; answers the reservation's id, or undefined where it was refused, which is noted as wrong. */
export async function reserve({ send, report }: Client, poolId: string, reservationTTL: number): Promise<string | undefined> {
  const { status, body } = await send('POST', '/inventory/reservations', { body: { poolId, quantity: 1, reservationTTL } });
  if (status < 300) return (body as { readonly id: string }).id;
  report.addViolation(`a pool with resources gave none: ${status} ${JSON.stringify(body)}`);
  return undefined;
}
