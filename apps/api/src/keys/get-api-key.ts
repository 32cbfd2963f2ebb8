import { findApiKey } from '@linework/api-keys/find-api-key';
import { implement } from '@linework/http/implement';
import { getApiKeyRoute } from '@linework/schemas/keys/api-keys.routes';
import type { Deps } from '../deps.ts';

export const getApiKey = implement(getApiKeyRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findApiKey(db, { caller, keyId: params.id }),
}));
