import type { Client } from './client.ts';

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

const concurrency = 4;
/** Longer than the limit for an outcome, so that no reservation expires during the action. */
const reservationTTL = 90;

interface Reserved {
  readonly id: string;
  readonly resourceIds: readonly string[];
}

/**
 * Reserves several numbers at once, without Idempotency-Key so that they are coalesced. Each must be different. Then
 * releases them.
 */
export async function reserveConcurrently({ send, state, report }: Client): Promise<void> {
  const body = { poolId: state.broker.numberPoolId, quantity: 1, reservationTTL };
  const responses = await Promise.all(
    Array.from({ length: concurrency }, () => send('POST', '/inventory/reservations', { body, key: null })),
  );
  const reserved = responses.flatMap(({ status, body: made }) => (status === 201 ? [made as Reserved] : []));
  for (const { status, body: refusal } of responses) {
    if (status !== 201)
      report.addViolation(
        `a pool with resources rejected one of several reservations: ${status} ${JSON.stringify(refusal)}`,
      );
  }
  const numbers = reserved.flatMap(({ resourceIds }) => resourceIds);
  if (new Set(numbers).size < numbers.length)
    report.addViolation(`a number was reserved twice by concurrent requests: ${numbers.join(', ')}`);
  else report.increment('numbers reserved concurrently');
  await Promise.all(reserved.map(({ id }) => send('POST', `/inventory/reservations/${id}/release`)));
}
