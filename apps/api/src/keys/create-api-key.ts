import { createApiKey as create } from '@linework/api-keys/create-api-key';
import { implement } from '@linework/http/implement';
import { createApiKeyRoute } from '@linework/schemas/keys/api-keys.routes';
import type { Deps } from '../deps.ts';

export const createApiKey = implement(createApiKeyRoute, async ({ body, caller }, { db }: Deps) => {
  const key = await create(db, { ...body, expiresAt: body.expiresAt?.toISOString(), createdByKeyId: caller.keyId });
  return { status: 201, body: key, headers: { Location: `/api-keys/${key.id}` } };
});
