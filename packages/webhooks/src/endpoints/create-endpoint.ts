import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { resolveBroker } from '@linework/lists/resolve-broker';
import { conflict } from '@linework/problem-details/make-problem';
import { eventType } from '@linework/schemas/events';
import type { WebhookEndpoint } from '@linework/schemas/webhooks/webhook-endpoint';
import type { KeyWrapper } from '@linework/secrets/key-wrapping';
import { v7 as newId } from 'uuid';
import { emitEndpointEvent } from './emit-endpoint-event.ts';
import { findEndpoint } from './find-endpoint.ts';
import { endpointScopes } from './key-has-ended.ts';
import { type ShownKey, storeKey } from './store-key.ts';

export interface NewEndpoint {
  readonly caller: Caller;
  readonly brokerId?: string | undefined;
  /** Checked by `assertAddress`. */
  readonly url: string;
  readonly types: readonly string[];
  readonly resourceId?: string | undefined;
  readonly payload: WebhookEndpoint['payload'];
  readonly ordering: WebhookEndpoint['ordering'];
  readonly signature: WebhookEndpoint['signature'];
  readonly description?: string | undefined;
}

export interface EndpointDeps {
  readonly db: Db;
  readonly keyWrapper?: KeyWrapper | undefined;
  /** The endpoints that a broker may have, or the operators together. */
  readonly endpointLimit: number;
}

/** Requests of one owner wait for each other, so that two of them cannot both create the last endpoint. */
const lockStatement = statement(
  'lock-webhook-endpoints-of-owner',
  { brokerId: 'uuid?' },
  `SELECT pg_advisory_xact_lock(hashtextextended('webhook endpoints of ' || coalesce(:brokerId::text, 'operators'),
     0))::text AS locked`,
);

/** A statement of its own, so that it sees what the previous owner of the lock has committed. */
const countStatement = statement(
  'count-webhook-endpoints',
  { brokerId: 'uuid?' },
  `SELECT count(*)::int AS count
   FROM webhook_endpoint
   WHERE broker_id IS NOT DISTINCT FROM :brokerId AND status <> 'deleted'`,
);

/**
 * Creates an endpoint and returns its secret this once. Raises the errors of `resolveBroker`, conflict when the owner
 * has too many endpoints, and 503 where no secret can be stored.
 */
export function createEndpoint(
  { db, keyWrapper, endpointLimit }: EndpointDeps,
  input: NewEndpoint,
): Promise<WebhookEndpoint & ShownKey> {
  const {
    caller,
    brokerId: requestedBrokerId,
    url,
    types,
    resourceId = null,
    payload,
    ordering,
    signature,
    description = null,
  } = input;
  return db.transaction(async (tx) => {
    const brokerId =
      caller.brokerId === null && requestedBrokerId === undefined
        ? null
        : await resolveBroker(tx, caller, requestedBrokerId);
    await assertEndpointLimit(tx, brokerId, endpointLimit);
    const id = newId();
    const owner = { scopes: [...endpointScopes(caller)], keyId: caller.keyId };
    const details = {
      url,
      types: [...new Set(types)],
      resourceId,
      payload,
      ordering,
      signature,
      description,
      ...owner,
    };
    await tx.prisma.webhookEndpoint.create({ data: { id, brokerId, status: 'enabled', ...details } });
    const shown = await storeKey(tx, keyWrapper, { endpointId: id, kind: signature });
    await emitEndpointEvent(tx, {
      type: eventType('webhook_endpoint.created'),
      endpoint: { id, brokerId },
      by: { keyId: caller.keyId },
      toStatus: 'enabled',
    });
    return { ...(await findEndpoint(tx, { caller, endpointId: id })), ...shown };
  });
}

async function assertEndpointLimit(tx: Db, brokerId: string | null, limit: number): Promise<void> {
  await tx.query(lockStatement, { brokerId });
  const [row] = await tx.query(countStatement, { brokerId });
  if ((row?.count ?? 0) < limit) return;
  throw conflict(`There are ${limit} webhook endpoints, and another one would be too many.`, {
    code: 'too-many-webhook-endpoints',
  });
}
