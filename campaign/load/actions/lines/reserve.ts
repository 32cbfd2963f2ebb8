import type { Client } from '../client.ts';

/**
 * Reserves the next resource of a pool for some seconds. Returns the reservation's id, or undefined if it was rejected,
 * which is a violation.
 */
export async function reserve(
  { send, report }: Client,
  poolId: string,
  reservationTTL: number,
): Promise<string | undefined> {
  const { status, body } = await send('POST', '/inventory/reservations', {
    body: { poolId, quantity: 1, reservationTTL },
  });
  if (status < 300) return (body as { readonly id: string }).id;
  report.addViolation(`a pool with resources rejected a reservation: ${status} ${JSON.stringify(body)}`);
  return undefined;
}
