import { implement } from '@linework/http/implement';
import { listWebhookKeysRoute } from '@linework/schemas/webhooks/webhook-endpoints.routes';
import { listPublicKeys } from '@linework/webhooks/endpoints/list-public-keys';
import type { Deps } from '../deps.ts';

export const listWebhookKeys = implement(listWebhookKeysRoute, async ({ query }, { db }: Deps) => ({
  status: 200,
  body: { keys: await listPublicKeys(db, query.endpointId) },
}));
