import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { eventType } from '@linework/schemas/events';
import type { WebhookEndpoint } from '@linework/schemas/webhooks/webhook-endpoint';
import { emitEndpointEvent } from './emit-endpoint-event.ts';
import { type EndpointTarget, findEndpoint } from './find-endpoint.ts';
import { endpointScopes } from './key-has-ended.ts';
import { lockEndpoint } from './lock-endpoint.ts';

/** Undefined members stay unchanged; null removes the value. */
export interface EndpointChange extends EndpointTarget {
  /** Checked by `assertAddress`. */
  readonly url?: string | undefined;
  readonly types?: readonly string[] | undefined;
  readonly resourceId?: string | null | undefined;
  readonly payload?: WebhookEndpoint['payload'] | undefined;
  readonly ordering?: WebhookEndpoint['ordering'] | undefined;
  readonly description?: string | null | undefined;
}

/** A key without a scope must not see its data by sending another key's endpoint to itself, so the scopes and the key change with the address. */
const changeStatement = statement(
  'change-webhook-endpoint',
  `UPDATE webhook_endpoint
   SET url = coalesce($2, url), types = coalesce($3::text[], types), resource_id = CASE WHEN $4 THEN $5::uuid ELSE resource_id END,
     payload = coalesce($6, payload), ordering = coalesce($7, ordering), description = CASE WHEN $8 THEN $9 ELSE description END,
     scopes = CASE WHEN $2 IS NOT NULL OR $6 IS NOT NULL THEN $10::text[] ELSE scopes END,
     key_id = CASE WHEN $2 IS NOT NULL OR $6 IS NOT NULL THEN $11::uuid ELSE key_id END, updated_at = now()
   WHERE id = $1::uuid`,
);

/** Changes an endpoint; without a change it writes nothing. Raises not-found. */
export function changeEndpoint(db: Db, { caller, endpointId, ...change }: EndpointChange): Promise<WebhookEndpoint> {
  const changed = Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, { caller, endpointId });
    if (changed.length > 0) {
      const { url, types, resourceId, payload, ordering, description } = change;
      const values = [
        url,
        types && [...new Set(types)],
        resourceId !== undefined,
        resourceId,
        payload,
        ordering,
        description !== undefined,
        description,
      ];
      await tx.query(changeStatement, [endpointId, ...values, endpointScopes(caller), caller.keyId]);
      await emitEndpointEvent(tx, {
        type: eventType('webhook_endpoint.changed'),
        endpoint,
        by: { keyId: caller.keyId },
        details: { changed },
      });
    }
    return findEndpoint(tx, { caller, endpointId });
  });
}
