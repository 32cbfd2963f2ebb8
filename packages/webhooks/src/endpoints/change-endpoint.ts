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

/**
 * A key without a scope must not see its data by sending another key's endpoint to itself, so the scopes and the key
 * change with the address.
 */
const changeStatement = statement(
  'change-webhook-endpoint',
  {
    endpointId: 'uuid',
    url: 'text?',
    types: 'text[]?',
    hasResourceId: 'boolean',
    resourceId: 'uuid?',
    payload: 'text?',
    ordering: 'text?',
    hasDescription: 'boolean',
    description: 'text?',
    scopes: 'text[]',
    keyId: 'uuid',
  },
  `UPDATE webhook_endpoint
   SET url = coalesce(:url, url), types = coalesce(:types, types),
     resource_id = CASE WHEN :hasResourceId THEN :resourceId ELSE resource_id END,
     payload = coalesce(:payload, payload), ordering = coalesce(:ordering, ordering),
       description = CASE WHEN :hasDescription THEN :description ELSE description END,
     scopes = CASE WHEN :url IS NOT NULL OR :payload IS NOT NULL THEN :scopes ELSE scopes END,
     key_id = CASE WHEN :url IS NOT NULL OR :payload IS NOT NULL THEN :keyId ELSE key_id END, updated_at = now()
   WHERE id = :endpointId`,
);

/** Changes an endpoint; without a change it writes nothing. Raises not-found. */
export function changeEndpoint(db: Db, { caller, endpointId, ...change }: EndpointChange): Promise<WebhookEndpoint> {
  const changed = Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, { caller, endpointId });
    if (changed.length > 0) {
      const { url, types, resourceId, payload, ordering, description } = change;
      await tx.query(changeStatement, {
        endpointId,
        url,
        types: types && [...new Set(types)],
        hasResourceId: resourceId !== undefined,
        resourceId,
        payload,
        ordering,
        hasDescription: description !== undefined,
        description,
        scopes: endpointScopes(caller),
        keyId: caller.keyId,
      });
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
