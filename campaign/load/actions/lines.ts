import { setTimeout as sleep } from 'node:timers/promises';
import type { NetworkFault } from '@linework/testing/simulators/network-simulator-client';
import type { ExistingSubscriber } from '../../world/existing-subscribers.ts';
import type { Client, ClientRequest, ClientResponse } from './client.ts';
import { reserve } from './reservations.ts';

const pollLimit = 40;
const pauseMs = 100;

/** Waits until an order has the status. Returns false if it does not get it within a few seconds. */
export async function reachesStatus({ send }: Client, orderId: string, status: string): Promise<boolean> {
  for (let poll = 0; poll < pollLimit; poll += 1) {
    const { body } = await send('GET', `/orders/${orderId}`);
    if ((body as { readonly status: string }).status === status) return true;
    await sleep(pauseMs);
  }
  return false;
}

/** Creates a line from the next number and SIM of the broker's pools. */
export async function createLine(client: Client): Promise<void> {
  const { broker, lineIds } = client.state;
  const body = {
    customerId: broker.holderId,
    msisdn: { poolId: broker.numberPoolId },
    sim: { poolId: broker.simPoolId },
    activate: client.chance.happens(80),
  };
  const { status, body: line } = await client.send('POST', '/lines', { body });
  if (status >= 300)
    return client.report.addViolation(`a line could not be created: ${status} ${JSON.stringify(line)}`);
  lineIds.push((line as { readonly id: string }).id);
}

/**
 * Reserves a number and a SIM and creates a line from them. A 409 is allowed, because a fault may last longer than the
 * reservations.
 */
export async function createLineFromReservations(client: Client): Promise<void> {
  const { broker, lineIds } = client.state;
  const [numberId, simId] = [
    await reserve(client, broker.numberPoolId, 60),
    await reserve(client, broker.simPoolId, 60),
  ];
  if (!numberId || !simId) return;
  const body = {
    customerId: broker.holderId,
    msisdn: { reservationId: numberId },
    sim: { reservationId: simId },
    activate: true,
  };
  const { status, body: line } = await client.send('POST', '/lines', { body });
  if (status < 300) lineIds.push((line as { readonly id: string }).id);
  else if (status !== 409)
    client.report.addViolation(`a line could not be created from reservations: ${status} ${JSON.stringify(line)}`);
}

const used = new Set<ExistingSubscriber>();

/**
 * Creates a line for a subscriber that the network has already, and cancels it while it is taken over; or leaves
 * `activate` out and rolls it back.
 */
export async function takeOverSubscriber({ chance, report, ...client }: Client): Promise<void> {
  const { broker } = client.state;
  const next = broker.existing.find((one) => !used.has(one));
  if (!next) return;
  used.add(next);
  const isNamed = chance.happens(70);
  const claims = { msisdn: { resourceId: next.numberId }, sim: { resourceId: next.simId } };
  const { status, orderId } = await client.send('POST', '/lines', {
    body: { customerId: broker.holderId, ...claims, ...(isNamed && { activate: true }) },
  });
  if (status >= 300 || !orderId) return;
  if (isNamed) {
    await sleep(chance.between(0, 60));
    const cancelled = await client.send('POST', `/orders/${orderId}/cancel`, {
      body: { reason: 'the wrong subscriber' },
    });
    if (cancelled.status < 300) report.increment('take-over of a subscriber cancelled');
    return;
  }
  if (
    next.subscriber.serviceState !== 'active' ||
    !(await reachesStatus({ chance, report, ...client }, orderId, 'FAILED'))
  )
    return;
  const response = await client.send('POST', `/orders/${orderId}/rollback`);
  if (response.status < 300) report.increment('take-over of a subscriber in service refused');
}

const requests: Readonly<Record<string, readonly string[]>> = {
  ACTIVE: ['/block', '/block', '/block', ''],
  BLOCKED: ['/unblock', '/unblock', '/unblock', ''],
  STAND_BY: ['/activate'],
};

/** Sends a request that the line's status allows: usually a block or an unblock, sometimes a deletion. */
export async function changeLineStatus(client: Client): Promise<void> {
  const line = await pickLine(client);
  const request = client.chance.oneOf(requests[line.status] ?? ['/block']);
  await client.send('POST', `/lines/${line.id}${request}`);
}

interface PickedLine {
  readonly id: string;
  readonly status: string;
  readonly msisdn: string | null;
}

/** Reads one of the broker's lines. */
export async function pickLine({ send, chance, state }: Client): Promise<PickedLine> {
  const id = chance.oneOf(state.lineIds);
  const { body } = await send('GET', `/lines/${id}`);
  return body as PickedLine;
}

/** Changes the number or the SIM of a line. */
export async function swapResource(client: Client): Promise<void> {
  const { id } = await pickLine(client);
  await requestReplacement(client, id);
}

/** Requests another number or another SIM for a line. */
function requestReplacement({ chance, send, state: { broker } }: Client, lineId: string): Promise<ClientResponse> {
  if (chance.happens(50))
    return send('POST', `/lines/${lineId}/sim-swap`, { body: { sim: { poolId: broker.simPoolId } } });
  return send('POST', `/lines/${lineId}/number-change`, { body: { msisdn: { poolId: broker.numberPoolId } } });
}

/** Places an order and cancels it, at once or while it is running. */
export async function cancelOrder(client: Client): Promise<void> {
  const line = await pickLine(client);
  const { status, orderId } = await client.send(
    'POST',
    `/lines/${line.id}/${line.status === 'BLOCKED' ? 'unblock' : 'block'}`,
  );
  if (status >= 300 || !orderId) return;
  await sleep(client.chance.between(0, 30));
  const cancelled = await client.send('POST', `/orders/${orderId}/cancel`, { body: { reason: 'changed my mind' } });
  if (cancelled.status < 300) client.report.increment('order cancelled');
}

interface Listed {
  readonly items: readonly { readonly id: string }[];
}

/** Retries or rolls back a failed order, or closes it as an operator. */
export async function resolveFailedOrder({ send, chance, report }: Client): Promise<void> {
  const { body } = await send('GET', '/orders?status=FAILED,ROLLBACK_FAILED,CANCEL_FAILED&limit=20');
  const { items } = body as Listed;
  if (items.length === 0) return;
  const request = chance.oneOf(['retry', 'retry', 'rollback', 'rollback', 'close']);
  const clientRequest: ClientRequest =
    request === 'close' ? { body: { reason: 'left as it is' }, isOperator: true } : {};
  const { status } = await send('POST', `/orders/${chance.oneOf(items).id}/${request}`, clientRequest);
  if (status < 300) report.increment(`failed order resolved by ${request}`);
}

/** Long enough to cancel the order while the network works on it, and shorter than the time-out of a step. */
const slowMs = 150;
const cancelAfterMs = 60;

/**
 * Changes the number or the SIM of a line and cancels the order, while the network refuses to undo this change. The
 * operator closes the order, so the number or the SIM is withheld: the network may use it on the line.
 */
export async function closeReplacement(client: Client): Promise<void> {
  const { id, msisdn } = await pickLine(client);
  if (msisdn === null) return;
  const faults = await Promise.all([
    inject(client, { fault: 'slow', ms: slowMs, times: 1, match: { msisdn, keySuffix: 'execute' } }),
    inject(client, { fault: 'refuse', code: 'refused', times: 1, match: { msisdn, keySuffix: 'undo' } }),
  ]);
  try {
    await replaceAndClose(client, id);
  } finally {
    await Promise.all(faults.map((fault) => fault && client.network.removeFault(fault).catch(() => undefined)));
  }
}

/** Returns undefined while the network is down. */
const inject = ({ network }: Client, fault: NetworkFault) => network.injectFault(fault).catch(() => undefined);

async function replaceAndClose(client: Client, lineId: string): Promise<void> {
  const { send, report } = client;
  const { status, orderId } = await requestReplacement(client, lineId);
  if (status >= 300 || !orderId) return;
  await sleep(cancelAfterMs);
  const cancelled = await send('POST', `/orders/${orderId}/cancel`, { body: { reason: 'the wrong line' } });
  if (cancelled.status >= 300 || !(await reachesStatus(client, orderId, 'CANCEL_FAILED'))) return;
  const closed = await send('POST', `/orders/${orderId}/close`, {
    body: { reason: 'the network keeps it' },
    isOperator: true,
  });
  if (closed.status < 300) report.increment('order with a claim closed');
}
