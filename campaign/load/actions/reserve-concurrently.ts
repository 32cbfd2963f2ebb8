import type { Client } from '../client.ts';

const concurrency = 4;
/** Longer than it may take until an outcome is known: none is over while the others are asked for. */
const reservationTTL = 90;

interface Reserved {
  readonly id: string;
  readonly resourceIds: readonly string[];
}

/** Reserves several numbers at once and without an Idempotency-Key, so that they may go together: each is a number of its own. Then gives them back. */
export async function reserveConcurrently({ send, state, report }: Client): Promise<void> {
  const body = { poolId: state.broker.numberPoolId, quantity: 1, reservationTTL };
  const answers = await Promise.all(Array.from({ length: concurrency }, () => send('POST', '/inventory/reservations', { body, key: null })));
  const reserved = answers.flatMap(({ status, body: made }) => (status === 201 ? [made as Reserved] : []));
  for (const { status, body: refusal } of answers) {
    if (status !== 201) report.addViolation(`a pool with resources gave none to one of several: ${status} ${JSON.stringify(refusal)}`);
  }
  const numbers = reserved.flatMap(({ resourceIds }) => resourceIds);
  if (new Set(numbers).size < numbers.length) report.addViolation(`a number was reserved twice by who asked at once: ${numbers.join(', ')}`);
  else report.increment('numbers reserved at once');
  await Promise.all(reserved.map(({ id }) => send('POST', `/inventory/reservations/${id}/release`)));
}
