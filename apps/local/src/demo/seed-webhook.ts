import type { Caller } from '@linework/auth/caller';
import { scopes } from '@linework/auth/scopes';
import type { Db } from '@linework/db/db';
import type { KeyWrapper } from '@linework/secrets/key-wrapping';
import { changeEndpoint } from '@linework/webhooks/endpoints/change-endpoint';
import { createEndpoint } from '@linework/webhooks/endpoints/create-endpoint';
import type { Demo, DemoWebhook } from './demo.ts';

interface WebhookOptions {
  readonly receiverUrl: string;
  readonly keyWrapper: KeyWrapper;
}

const endpointLimit = 20;

/**
 * Creates a webhook endpoint of the first broker at the receiver, or gives the one of an earlier start the address of
 * this start.
 */
export async function seedWebhook(
  db: Db,
  { brokers, webhook }: Demo,
  { receiverUrl, keyWrapper }: WebhookOptions,
): Promise<DemoWebhook> {
  const url = `${receiverUrl}/webhooks`;
  const [broker] = brokers;
  if (broker === undefined) throw new Error('the demo has no broker');
  const key = await db.prisma.apiKey.findFirstOrThrow({
    where: { brokerId: broker.id },
    orderBy: { createdAt: 'asc' },
    select: { id: true },
  });
  const caller: Caller = { keyId: key.id, brokerId: broker.id, scopes: scopes.filter((scope) => scope !== 'operator') };
  if (webhook && (await exists(db, webhook.endpointId, broker.id))) {
    await changeEndpoint(db, { caller, endpointId: webhook.endpointId, url });
    return webhook;
  }
  const details = {
    types: ['*'],
    payload: 'full',
    ordering: 'none',
    signature: 'hmac',
    description: 'the receiver of npm start',
  } as const;
  const { id, secret = '' } = await createEndpoint({ db, keyWrapper, endpointLimit }, { caller, url, ...details });
  return { endpointId: id, secret };
}

const exists = async (db: Db, id: string, brokerId: string): Promise<boolean> =>
  (await db.prisma.webhookEndpoint.findFirst({
    where: { id, brokerId, status: { not: 'deleted' } },
    select: { id: true },
  })) !== null;
