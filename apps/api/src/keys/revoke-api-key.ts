import { revokeApiKey as revoke } from '@linework/api-keys/revoke-api-key';
import { implement } from '@linework/http/implement';
import { revokeApiKeyRoute } from '@linework/schemas/keys/api-keys.routes';
import type { Deps } from '../deps.ts';

export const revokeApiKey = implement(revokeApiKeyRoute, async ({ params, caller }, { db }: Deps) => {
  await revoke(db, { caller, keyId: params.id });
  return { status: 204 };
});
