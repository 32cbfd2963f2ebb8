import type { Client } from '../client.ts';

/** Requests records of another broker. Every response must be 404. */
export async function requestForeignRecords({ send, chance, state, report }: Client): Promise<void> {
  const lineId = chance.oneOf(state.foreign.lineIds);
  const responses = [
    await send('GET', `/lines/${lineId}`),
    await send('POST', `/lines/${lineId}/block`),
    await send('POST', '/inventory/reservations', { body: { poolId: state.foreign.broker.numberPoolId, quantity: 1 } }),
  ];
  const visible = responses.filter(({ status }) => status !== 404);
  if (visible.length > 0) report.addViolation(`a record of another broker was visible: ${JSON.stringify(visible)}`);
}
