import { aCallerOf } from '@linework/testing/callers';
import { testSecretKeys } from '@linework/testing/secrets/test-secret-keys';
import { createEndpoint } from '@linework/webhooks/endpoints/create-endpoint';
import { disableEndpoint } from '@linework/webhooks/endpoints/move-endpoint';
import { v7 as newId } from 'uuid';
import type { TestApi } from '../support/test-api.ts';

/** Creates an enabled and a disabled endpoint of a broker; returns their ids. */
export async function aWebhookEndpointOfEachStatus(
  api: Pick<TestApi, 'db'>,
  brokerId: string,
): Promise<readonly string[]> {
  const caller = aCallerOf({ id: brokerId });
  const details = {
    url: 'https://example.com/linework',
    types: ['*'],
    payload: 'full',
    ordering: 'none',
    signature: 'ed25519',
  } as const;
  const deps = { db: api.db, keyWrapper: testSecretKeys().wrapper, endpointLimit: 1_000 };
  const [enabled, disabled] = [
    await createEndpoint(deps, { caller, ...details }),
    await createEndpoint(deps, { caller, ...details }),
  ];
  await disableEndpoint(api.db, { caller, endpointId: disabled.id });
  return [enabled.id, disabled.id];
}

/** Creates a failed delivery of an event to an endpoint; returns its id. */
export async function aWebhookDelivery(
  { db }: Pick<TestApi, 'db'>,
  { brokerId, endpointId }: { readonly brokerId: string; readonly endpointId: string },
): Promise<string> {
  const event = await db.prisma.event.create({
    data: { type: 'line.changed', resourceType: 'line', resourceId: newId(), brokerId },
    select: { seq: true, resourceId: true },
  });
  const id = newId();
  const details = {
    eventType: 'line.changed',
    eventSeq: event.seq,
    position: event.seq,
    resourceId: event.resourceId,
    cause: 'event',
  };
  await db.prisma.webhookDelivery.create({
    data: { id, endpointId, brokerId, status: 'pending', dueAt: new Date('2999-01-01'), ...details },
  });
  await db.prisma.webhookDelivery.update({
    where: { id },
    data: { status: 'failed', dueAt: null, reason: 'receiver-error', responseCode: 500, attempts: 1 },
  });
  await db.prisma.webhookAttempt.create({
    data: {
      deliveryId: id,
      number: 1,
      outcome: 'failed',
      reason: 'receiver-error',
      responseCode: 500,
      endedAt: new Date(),
    },
  });
  return id;
}
