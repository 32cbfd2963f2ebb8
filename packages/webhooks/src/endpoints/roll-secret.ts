import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { eventType } from '@linework/schemas/events';
import type { WebhookEndpoint } from '@linework/schemas/webhooks/webhook-endpoint';
import type { KeyWrapper } from '@linework/secrets/key-wrapping';
import { emitEndpointEvent } from './emit-endpoint-event.ts';
import { type EndpointTarget, findEndpoint } from './find-endpoint.ts';
import { lockEndpoint } from './lock-endpoint.ts';
import { type ShownKey, storeKey } from './store-key.ts';

/** An older secret never ends later than the one that is replaced now. */
const endStatement = statement(
  'end-webhook-secrets',
  { endpointId: 'uuid', oldSecretEndsInSeconds: 'int' },
  `UPDATE webhook_secret
   SET expires_at = least(expires_at, now() + :oldSecretEndsInSeconds * interval '1 second')
   WHERE endpoint_id = :endpointId`,
);

export interface SecretRoll extends EndpointTarget {
  readonly oldSecretEndsInSeconds: number;
}

/** Gives an endpoint a new secret, which is returned this once. Until the old one ends, both sign. Raises not-found. */
export function rollSecret(
  { db, keyWrapper }: { readonly db: Db; readonly keyWrapper?: KeyWrapper | undefined },
  { caller, endpointId, oldSecretEndsInSeconds }: SecretRoll,
): Promise<WebhookEndpoint & ShownKey> {
  return db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, { caller, endpointId });
    await tx.query(endStatement, { endpointId, oldSecretEndsInSeconds });
    const shown = await storeKey(tx, keyWrapper, { endpointId, kind: endpoint.signature });
    const details = { oldSecretEndsInSeconds };
    await emitEndpointEvent(tx, {
      type: eventType('webhook_endpoint.secret_rolled'),
      endpoint,
      by: { keyId: caller.keyId },
      details,
    });
    return { ...(await findEndpoint(tx, { caller, endpointId })), ...shown };
  });
}
