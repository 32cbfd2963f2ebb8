import { setTimeout as sleep } from 'node:timers/promises';
import type { NetworkFault } from '@linework/testing/simulators/network-simulator-client';
import type { Client } from '../client.ts';
import { pickLine } from './change-line-status.ts';
import { reachesStatus } from './reaches-status.ts';
import { requestReplacement } from './swap-resource.ts';

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
