import type { Client } from '../client.ts';

const atOnce = 4;
/** Longer than it may take until an outcome is known: none is over while the others are asked for. */
const reservationTTL = 90;

interface Reserved {
  readonly id: string;
  readonly resourceIds: readonly string[];
}

/** Reserves several numbers at once and without an Idempotency-Key, so that they may go together: each is a number of its own. Then gives them back. */
export async function reserveAtOnce({ ask, estate, findings }: Client): Promise<void> {
  const body = { poolId: estate.broker.numberPoolId, quantity: 1, reservationTTL };
  const answers = await Promise.all(Array.from({ length: atOnce }, () => ask('POST', '/inventory/reservations', { body, key: null })));
  const reserved = answers.flatMap(({ status, body: made }) => (status === 201 ? [made as Reserved] : []));
  for (const { status, body: refusal } of answers) {
    if (status !== 201) findings.wrong(`a pool with resources gave none to one of several: ${status} ${JSON.stringify(refusal)}`);
  }
  const numbers = reserved.flatMap(({ resourceIds }) => resourceIds);
  if (new Set(numbers).size < numbers.length) findings.wrong(`a number was reserved twice by who asked at once: ${numbers.join(', ')}`);
  else findings.saw('numbers reserved at once');
  await Promise.all(reserved.map(({ id }) => ask('POST', `/inventory/reservations/${id}/release`)));
}
