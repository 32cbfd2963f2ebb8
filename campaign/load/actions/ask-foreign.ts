import type { Client } from '../client.ts';

/** Asks for what is another broker's. It is not there. */
export async function askForeign({ ask, chance, estate, findings }: Client): Promise<void> {
  const lineId = chance.oneOf(estate.foreign.lineIds);
  const answers = [
    await ask('GET', `/lines/${lineId}`),
    await ask('POST', `/lines/${lineId}/block`),
    await ask('POST', '/inventory/reservations', { body: { poolId: estate.foreign.broker.numberPoolId, quantity: 1 } }),
  ];
  const shown = answers.filter(({ status }) => status !== 404);
  if (shown.length > 0) findings.wrong(`what is another broker's was answered ${JSON.stringify(shown)}`);
}
