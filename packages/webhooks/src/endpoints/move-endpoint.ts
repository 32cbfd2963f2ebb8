import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { forbidden, invalidStatusTransition } from '@linework/problem-details/make-problem';
import { eventType } from '@linework/schemas/events';
import { webhookEndpointLifecycle } from '@linework/schemas/lifecycles/webhook-endpoint.lifecycle';
import type { WebhookEndpoint } from '@linework/schemas/webhooks/webhook-endpoint';
import { disableLockedEndpoint } from './disable-endpoint.ts';
import { emitEndpointEvent } from './emit-endpoint-event.ts';
import { type EndpointTarget, findEndpoint } from './find-endpoint.ts';
import { endpointScopes, keyHasEnded } from './key-has-ended.ts';
import { endpointBusy, type LockedEndpoint, lockEndpoint } from './lock-endpoint.ts';
import { moveChunk } from './move-deliveries.ts';

/** An endpoint whose owner has ended belongs to the one who enables it, and shows what that key or person may see. */
const enableStatement = statement(
  'enable-webhook-endpoint',
  { endpointId: 'uuid', keyId: 'uuid', scopes: 'text[]', from: 'timestamptz?' },
  `UPDATE webhook_endpoint
   SET status = 'enabled', disabled_reason = NULL, failing_since = NULL, last_failure_at = NULL, failures = 0,
     announced = 0, blocked_until = NULL,
     next_at = NULL, moving = 'release', release_from = :from,
     key_id = CASE WHEN ${keyHasEnded('webhook_endpoint')} THEN :keyId ELSE key_id END,
     scopes = CASE WHEN ${keyHasEnded('webhook_endpoint')} THEN :scopes ELSE scopes END, updated_at = now()
   WHERE id = :endpointId`,
);

export interface Enabling extends EndpointTarget {
  readonly deliver: 'all' | 'none' | 'since';
  readonly since?: Date | undefined;
}

/**
 * Enables an endpoint. `deliver` decides about the events that were held; the job moves those that one chunk does not
 * hold, and sends nothing before. Raises not-found, 409 unless it is disabled and all its open deliveries are held, and
 * missing-role where a person would become its owner who is no administrator.
 */
export function enableEndpoint(db: Db, { caller, endpointId, deliver, since }: Enabling): Promise<WebhookEndpoint> {
  const from = { all: '-infinity', none: 'infinity', since: since?.toISOString() }[deliver];
  return db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, { caller, endpointId });
    assertMove(endpoint, 'enable');
    assertMayOwn(caller, endpoint);
    if (endpoint.isMoving) throw endpointBusy(endpointId);
    await tx.query(enableStatement, { endpointId, keyId: caller.keyId, scopes: endpointScopes(caller), from });
    const { statuses, isLast } = await moveChunk(tx, endpointId, 'release');
    const delivered = statuses.filter((status) => status === 'pending').length;
    const details = { deliver, ...(isLast && { delivered, notWanted: statuses.length - delivered }) };
    const status = { fromStatus: 'disabled', toStatus: 'enabled' };
    await emitEndpointEvent(tx, {
      type: eventType('webhook_endpoint.enabled'),
      endpoint,
      by: { keyId: caller.keyId },
      ...status,
      details,
    });
    return findEndpoint(tx, { caller, endpointId });
  });
}

function assertMayOwn({ operator }: Caller, { hasEndedOwner }: LockedEndpoint): void {
  if (!hasEndedOwner || operator === undefined || operator.role === 'administrator') return;
  const detail =
    'The key or the person that chose the address has ended. Who enables the endpoint answers for it, which needs ' +
    'the role administrator.';
  throw forbidden(detail, { code: 'missing-role', role: 'administrator' });
}

/** Disables an endpoint by request. Raises not-found, and 409 unless it is enabled. */
export function disableEndpoint(db: Db, { caller, endpointId }: EndpointTarget): Promise<WebhookEndpoint> {
  return db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, { caller, endpointId });
    assertMove(endpoint, 'disable');
    await disableLockedEndpoint(tx, { endpoint, reason: 'requested', by: { keyId: caller.keyId } });
    return findEndpoint(tx, { caller, endpointId });
  });
}

function assertMove({ id, status }: LockedEndpoint, requested: 'enable' | 'disable'): void {
  if (webhookEndpointLifecycle.getTarget(requested, status) !== undefined) return;
  const allowed = webhookEndpointLifecycle.getRequests(status);
  throw invalidStatusTransition({
    resource: { type: 'webhook endpoint', id },
    currentStatus: status,
    requested,
    allowed,
  });
}
