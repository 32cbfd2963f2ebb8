import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { WebhookEndpointModel } from '@linework/db/generated/models/WebhookEndpoint';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { printRecord } from '@linework/schemas/print-record';
import { type WebhookEndpoint, webhookEndpoint } from '@linework/schemas/webhooks/webhook-endpoint';

export interface EndpointTarget {
  readonly caller: Caller;
  readonly endpointId: string;
}

/** The part of a Prisma query that reads the newest key too. */
export const withNewestKey = { secrets: { where: { expiresAt: null }, select: { publicKey: true } } } as const;

/**
 * Returns the endpoint in its API form. Raises not-found when it does not exist, is deleted, or belongs to another
 * broker.
 */
export async function findEndpoint(
  db: Pick<Db, 'prisma'>,
  { caller, endpointId }: EndpointTarget,
): Promise<WebhookEndpoint> {
  const where = { id: endpointId, status: { not: 'deleted' }, ...visibleTo(caller) };
  const record = await db.prisma.webhookEndpoint.findFirst({ where, include: withNewestKey });
  if (!record) throw endpointNotFound(endpointId);
  return printEndpoint(record);
}

interface NewestKey {
  readonly secrets: readonly { readonly publicKey: string | null }[];
}

export const printEndpoint = (record: WebhookEndpointModel & NewestKey) =>
  printRecord(webhookEndpoint, { ...record, publicKey: record.secrets[0]?.publicKey });

export const endpointNotFound = (endpointId: string) => notFound(`There is no webhook endpoint ${endpointId}.`);
