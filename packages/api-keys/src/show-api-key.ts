import type { ApiKey } from '@linework/schemas/keys/api-key';

export interface ApiKeyRecord {
  readonly id: string;
  readonly name: string;
  readonly brokerId: string | null;
  readonly scopes: readonly string[];
  readonly shownPrefix: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/** A key as it is shown: never the key itself. */
export function showApiKey({
  id,
  name,
  brokerId,
  scopes,
  shownPrefix,
  createdAt,
  expiresAt,
  revokedAt,
  lastUsedAt,
}: ApiKeyRecord): ApiKey {
  return {
    id,
    name,
    ...(brokerId !== null && { brokerId }),
    scopes: [...scopes] as ApiKey['scopes'],
    prefix: shownPrefix,
    createdAt: createdAt.toISOString(),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    ...(revokedAt && { revokedAt: revokedAt.toISOString() }),
    ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }),
  };
}
