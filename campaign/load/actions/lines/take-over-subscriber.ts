import { setTimeout as sleep } from 'node:timers/promises';
import type { ExistingSubscriber } from '../../../world/existing-subscribers.ts';
import type { Client } from '../client.ts';
import { reachesStatus } from './reaches-status.ts';

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
