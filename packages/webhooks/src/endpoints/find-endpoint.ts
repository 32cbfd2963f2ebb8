import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import type { WebhookEndpoint } from '@linework/schemas/webhooks/webhook-endpoint';
import { showEndpoint, withNewestKey } from './show-endpoint.ts';

export interface EndpointTarget {
  readonly caller: Caller;
  readonly endpointId: string;
}

/** Returns the endpoint in its API form. Raises not-found when it does not exist, is deleted, or belongs to another broker. */
export async function findEndpoint(
  db: Pick<Db, 'prisma'>,
  { caller, endpointId }: EndpointTarget,
): Promise<WebhookEndpoint> {
  const where = { id: endpointId, status: { not: 'deleted' }, ...visibleTo(caller) };
  const record = await db.prisma.webhookEndpoint.findFirst({ where, include: withNewestKey });
  if (!record) throw endpointNotFound(endpointId);
  return showEndpoint(record);
}

export const endpointNotFound = (endpointId: string) => notFound(`There is no webhook endpoint ${endpointId}.`);
