import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, ClientRequest } from './client.ts';
import { pickLine, reachesStatus } from './lines.ts';
import { reserve } from './reservations.ts';

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

/** Sends three requests for one line at once. The database allows at most one open order. */
export async function sendConflictingRequests(client: Client): Promise<void> {
  const line = await pickLine(client);
  await Promise.all(['/block', '/unblock', ''].map((request) => client.send('POST', `/lines/${line.id}${request}`)));
}

/** Sends one request twice at once under one key. It must be executed once, with the same response to both. */
export async function sendDuplicateRequests(client: Client): Promise<void> {
  const line = await pickLine(client);
  const key = randomUUID();
  const path = `/lines/${line.id}/${line.status === 'BLOCKED' ? 'unblock' : 'block'}`;
  const [first, second] = await Promise.all([client.send('POST', path, { key }), client.send('POST', path, { key })]);
  if (first.status !== second.status || first.orderId !== second.orderId) {
    client.report.addViolation(
      `one key got two responses: ${first.status} ${first.orderId} and ${second.status} ${second.orderId}`,
    );
  }
}

const nonsense: readonly { readonly path: string; readonly request: ClientRequest }[] = [
  { path: '/lines', request: { text: '{"customerId":' } },
  { path: '/lines', request: { body: { customerId: 'nobody', msisdn: {}, sim: 7, surplus: true } } },
  { path: '/lines/none/block', request: {} },
  { path: '/inventory/reservations', request: { body: { quantity: -1 } } },
  { path: '/orders/none/cancel', request: { body: { reason: '' } } },
];

/** Sends an invalid request. The response must be 400. */
export async function sendNonsense({ send, chance, report }: Client): Promise<void> {
  const { path, request } = chance.oneOf(nonsense);
  const { status, body } = await send('POST', path, request);
  if (status !== 400)
    report.addViolation(`an invalid request to ${path} got status ${status}: ${JSON.stringify(body)}`);
}

/**
 * Reserves a number for a second and uses it too late. The request must be rejected, also if the expiry job has not run
 * yet.
 */
export async function useExpiredReservation(client: Client): Promise<void> {
  const { broker } = client.state;
  const reservationId = await reserve(client, broker.numberPoolId, 1);
  if (!reservationId) return;
  await sleep(1_050);
  const body = { customerId: broker.holderId, msisdn: { reservationId }, sim: { poolId: broker.simPoolId } };
  const { status } = await client.send('POST', '/lines', { body });
  if (status === 409) client.report.increment('expired reservation rejected');
  else client.report.addViolation(`an expired reservation got status ${status}`);
}

/** Requests a line, or a SIM swap, with an IMSI of a foreign subscriber. A new line is then rolled back or deleted. */
export async function useForeignImsi(client: Client): Promise<void> {
  const { broker } = client.state;
  const sim = { poolId: broker.foreignSimPoolId };
  if (client.chance.happens(30)) {
    const line = await pickLine(client);
    const { status } = await client.send('POST', `/lines/${line.id}/sim-swap`, { body: { sim } });
    if (status < 300) client.report.increment('line requested on a foreign IMSI');
    return;
  }
  const body = { customerId: broker.holderId, msisdn: { poolId: broker.numberPoolId }, sim, activate: true };
  const { status, orderId, body: line } = await client.send('POST', '/lines', { body });
  // Orders that an operator closed keep their SIM, so the pool may be empty.
  if (status >= 300 || !orderId) return;
  const lineId = (line as { readonly id: string }).id;
  if (!(await reachesStatus(client, orderId, 'FAILED'))) return;
  const isDeleted = client.chance.happens(50);
  const response = await client.send('POST', isDeleted ? `/lines/${lineId}` : `/orders/${orderId}/rollback`);
  if (response.status < 300)
    client.report.increment(isDeleted ? 'line on a foreign IMSI deleted' : 'line on a foreign IMSI rolled back');
}
