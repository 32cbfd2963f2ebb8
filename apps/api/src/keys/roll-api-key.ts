import { rollApiKey as roll } from '@linework/api-keys/roll-api-key';
import { implement } from '@linework/http/implement';
import { rollApiKeyRoute } from '@linework/schemas/keys/api-keys.routes';
import type { Deps } from '../deps.ts';

export const rollApiKey = implement(rollApiKeyRoute, async ({ params, body, caller }, { db }: Deps) => {
  const key = await roll(db, { caller, keyId: params.id, ...body });
  return { status: 201, body: key, headers: { Location: `/api-keys/${key.id}` } };
});
