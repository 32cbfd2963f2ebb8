import { implement } from '@linework/http/implement';
import { rollWebhookSecretRoute } from '@linework/schemas/webhooks/webhook-endpoints.routes';
import { rollSecret } from '@linework/webhooks/endpoints/roll-secret';
import type { Deps } from '../deps.ts';

export const rollWebhookSecret = implement(
  rollWebhookSecretRoute,
  async ({ params, body, caller }, { db, keyWrapper }: Deps) => ({
    status: 200,
    body: await rollSecret({ db, keyWrapper }, { ...body, caller, endpointId: params.id }),
  }),
);
