import type { WebhookEndpoint } from '@linework/schemas/webhooks/webhook-endpoint';

/** An endpoint as Prisma returns it, with its newest key. */
export interface EndpointRecord {
  readonly id: string;
  readonly brokerId: string | null;
  readonly url: string;
  readonly description: string | null;
  readonly types: readonly string[];
  readonly resourceId: string | null;
  readonly payload: string;
  readonly ordering: string;
  readonly signature: string;
  readonly status: string;
  readonly disabledReason: string | null;
  readonly failingSince: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly secrets: readonly { readonly publicKey: string | null }[];
}

/** The part of a Prisma query that reads the newest key too. */
export const withNewestKey = { secrets: { where: { expiresAt: null }, select: { publicKey: true } } } as const;

/** Maps an endpoint to its API form. Members without a value are left out. */
export function showEndpoint({
  brokerId,
  description,
  resourceId,
  disabledReason,
  failingSince,
  secrets,
  ...record
}: EndpointRecord): WebhookEndpoint {
  const publicKey = secrets[0]?.publicKey ?? null;
  return {
    id: record.id,
    ...(brokerId !== null && { brokerId }),
    url: record.url,
    ...(description !== null && { description }),
    types: [...record.types],
    ...(resourceId !== null && { resourceId }),
    payload: record.payload as WebhookEndpoint['payload'],
    ordering: record.ordering as WebhookEndpoint['ordering'],
    signature: record.signature as WebhookEndpoint['signature'],
    ...(publicKey !== null && { publicKey }),
    status: record.status as WebhookEndpoint['status'],
    ...(disabledReason !== null && {
      disabledReason: disabledReason as NonNullable<WebhookEndpoint['disabledReason']>,
    }),
    ...(failingSince && { failingSince: failingSince.toISOString() }),
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  };
}
