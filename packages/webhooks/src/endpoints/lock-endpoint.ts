import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { type EndpointTarget, endpointNotFound } from './find-endpoint.ts';
import { keyHasEnded } from './key-has-ended.ts';

const lockStatement = statement(
  'lock-webhook-endpoint',
  `SELECT id, broker_id AS "brokerId", status, signature, ${keyHasEnded('webhook_endpoint')} AS "hasEndedOwner"
   FROM webhook_endpoint
   WHERE id = $1::uuid
     AND ($2::uuid IS NULL OR broker_id = $2::uuid)
     AND status <> 'deleted'
   FOR NO KEY UPDATE`,
);

export interface LockedEndpoint {
  readonly id: string;
  readonly brokerId: string | null;
  readonly status: 'enabled' | 'disabled';
  readonly signature: 'hmac' | 'ed25519';
  readonly hasEndedOwner: boolean;
}

/** Locks an endpoint until the end of the transaction. The next statement sees every delivery that was written under the lock before. */
export async function lockEndpoint(tx: Pick<Db, 'query'>, { caller, endpointId }: EndpointTarget): Promise<LockedEndpoint> {
  const [found] = await tx.query<LockedEndpoint>(lockStatement, [endpointId, caller.brokerId]);
  if (!found) throw endpointNotFound(endpointId);
  return found;
}
