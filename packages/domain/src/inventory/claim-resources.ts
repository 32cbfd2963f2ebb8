import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict, unprocessableRequest } from '@linework/problem-details/make-problem';
import { resourceStatusEvents } from '@linework/schemas/events';
import { allocateClaim, type ClaimRequest } from './allocate-claim.ts';
import { expireDue } from './expire-due.ts';
import { explainUnknownSources } from './explain-unknown-sources.ts';

export interface Claim {
  /** The reservation that keeps them bears the order's own id and has no end. */
  readonly orderId: string;
  readonly brokerId: string;
  readonly keyId: string | null;
  readonly requests: readonly ClaimRequest[];
}

export interface ClaimedResource {
  readonly id: string;
  readonly type: string;
  readonly externalCode: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Of a SIM; null where it has none, or where it says one that another SIM has. */
  readonly imsi: string | null;
}

/**
 * What is picked comes with the rest of its group that was not withdrawn for good. Off the shelf it is reserved, with its event; out of somebody's reservation
 * it only changes hands, and a reservation that keeps nothing any more is consumed.
 */
const claimStatement = statement(
  'claim-resources',
  `WITH group_members AS (
    SELECT resource_id, status, reservation_id FROM resource_state
    WHERE status <> 'decommissioned' AND (resource_id = ANY($2::uuid[])
      OR group_id IN (SELECT group_id FROM resource_state WHERE resource_id = ANY($2::uuid[]) AND group_id IS NOT NULL))
    ORDER BY resource_id FOR UPDATE
  ), v AS (
    INSERT INTO reservation (id, broker_id, status, quantity, resource_ids, reservation_ttl, expires_at, key_id)
    SELECT $1::uuid, $3::uuid, 'ACTIVE', count(*), array_agg(resource_id), 0, 'infinity', $4::uuid FROM group_members
    WHERE status IN ('available', 'reserved') HAVING count(*) = (SELECT count(*) FROM group_members)
    RETURNING id
  ), kept AS (
    UPDATE resource_state s SET status = 'reserved', reservation_id = v.id, reserved_at = coalesce(s.reserved_at, now()), updated_at = now()
    FROM v WHERE s.resource_id = ANY(ARRAY(SELECT resource_id FROM group_members))
    RETURNING s.resource_id
  ), consumed AS (
    UPDATE reservation r SET status = 'CONSUMED', updated_at = now()
    WHERE r.id = ANY(ARRAY(SELECT reservation_id FROM group_members WHERE reservation_id IS NOT NULL)) AND EXISTS (SELECT FROM v)
      AND NOT EXISTS (SELECT FROM resource_state o WHERE o.reservation_id = r.id AND o.resource_id <> ALL(ARRAY(SELECT resource_id FROM group_members)))
  ), emitted AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, order_id, key_id)
    SELECT $3::uuid, '${resourceStatusEvents.reserved}', 'resource', resource_id, 'available', 'reserved', $1::uuid, $4::uuid
    FROM group_members WHERE status = 'available' AND EXISTS (SELECT FROM v)
  )
  SELECT r.id, t.code AS type, r.external_code AS "externalCode", r.attributes, r.imsi
  FROM kept k JOIN resource r ON r.id = k.resource_id JOIN resource_type t ON t.id = r.type_id`,
);

/**
 * Claims resources for an order, in the transaction that places it: they are its own until it takes them for its line or
 * gives them back. Raises conflict when one is not to be had, and 422 for sources that are not there, for a SIM that the network could not be told of, and for
 * one of a group of which not all was asked for.
 */
export async function claimResources(tx: Db, { orderId, brokerId, keyId, requests }: Claim): Promise<readonly ClaimedResource[]> {
  const allocatedIds: string[] = [];
  for (const request of requests) {
    const id = (await allocateClaim(tx, brokerId, request)) ?? (await allocateAfterExpiry(tx, brokerId, request));
    if (id === undefined) {
      const problem = await explainUnknownSources(tx, brokerId, requests);
      throw problem ?? conflict(`There is no ${request.type} to be had from there.`, { code: 'resource-not-available', wanted: request });
    }
    allocatedIds.push(id);
  }
  const claimed = await tx.query<ClaimedResource>(claimStatement, [orderId, allocatedIds, brokerId, keyId]);
  if (claimed.length === 0) throw conflict('A resource that moves with it is in other hands.', { code: 'resource-not-available' });
  // What comes along would become the line's without the network having been told of it.
  if (claimed.length !== requests.length) throw unprocessableRequest('What moves with it is more than was asked for.', { code: 'resource-group-incomplete' });
  const simWithoutImsi = claimed.find(({ type, imsi }) => type === 'SIM' && imsi === null);
  if (simWithoutImsi) throw unprocessableRequest(`The SIM ${simWithoutImsi.id} has no IMSI of its own.`, { code: 'sim-without-imsi' });
  return claimed;
}

/** The last look before it is no: what kept a resource, or its rest, may be over by the clock. A reservation that is over gives nothing. */
async function allocateAfterExpiry(tx: Db, brokerId: string, { type, from }: ClaimRequest): Promise<string | undefined> {
  if ('reservationId' in from) return undefined;
  await expireDue(tx, 'poolId' in from ? from : { resourceIds: [from.resourceId] });
  return allocateClaim(tx, brokerId, { type, from });
}
