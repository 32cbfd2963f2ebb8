import type { Client } from '../client.ts';

/** Asks for what is another broker's. It is not there. */
export async function requestForeignRecords({ send, chance, state, report }: Client): Promise<void> {
  const lineId = chance.oneOf(state.foreign.lineIds);
  const answers = [
    await send('GET', `/lines/${lineId}`),
    await send('POST', `/lines/${lineId}/block`),
    await send('POST', '/inventory/reservations', { body: { poolId: state.foreign.broker.numberPoolId, quantity: 1 } }),
  ];
  const shown = answers.filter(({ status }) => status !== 404);
  if (shown.length > 0) report.addViolation(`what is another broker's was answered ${JSON.stringify(shown)}`);
}
