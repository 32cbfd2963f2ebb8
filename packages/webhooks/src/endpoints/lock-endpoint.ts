import type { Db } from '@linework/db/db';
import { isLockTimeout } from '@linework/db/errors';
import { statement } from '@linework/db/statement';
import { conflict } from '@linework/problem-details/make-problem';
import { type EndpointTarget, endpointNotFound } from './find-endpoint.ts';
import { keyHasEnded } from './key-has-ended.ts';

/**
 * A worker has the lock for some milliseconds. A request that waited longer would keep a connection from those of other
 * brokers.
 */
const lockStatement = statement(
  'lock-webhook-endpoint',
  { endpointId: 'uuid', brokerId: 'uuid?' },
  `SELECT id, broker_id AS "brokerId", status, signature, moving IS NOT NULL AS "isMoving",
     ${keyHasEnded('webhook_endpoint')} AS "hasEndedOwner"
   FROM webhook_endpoint
   WHERE id = :endpointId
     AND (:brokerId IS NULL OR broker_id = :brokerId)
     AND status <> 'deleted'
   FOR NO KEY UPDATE`,
  { lockTimeoutMs: 500 },
).returns<{ readonly status: 'enabled' | 'disabled' }>();

export interface LockedEndpoint {
  readonly id: string;
  readonly brokerId: string | null;
  readonly status: 'enabled' | 'disabled';
  readonly signature: 'hmac' | 'ed25519';
  readonly hasEndedOwner: boolean;
  /** A worker is still moving its deliveries after an earlier request. */
  readonly isMoving: boolean;
}

/**
 * Locks an endpoint until the end of the transaction. The next statement sees every delivery that was written under the
 * lock before.
 */
export async function lockEndpoint(
  tx: Pick<Db, 'query'>,
  { caller, endpointId }: EndpointTarget,
): Promise<LockedEndpoint> {
  const [found] = await tx
    .query(lockStatement, { endpointId, brokerId: caller.brokerId })
    .catch(raiseIfLocked(endpointId));
  if (!found) throw endpointNotFound(endpointId);
  return found;
}

const raiseIfLocked = (endpointId: string) => (error: unknown) => {
  throw isLockTimeout(error) ? endpointBusy(endpointId) : error;
};

export const endpointBusy = (endpointId: string) =>
  conflict(
    `Another request or its deliveries are being processed for the webhook endpoint ${endpointId}. Send the ` +
      'request again in some seconds.',
    {
      code: 'webhook-endpoint-busy',
    },
  );
