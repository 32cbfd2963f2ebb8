import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import type { FieldError } from '@linework/problem-details/field-error';
import { conflict, unprocessableRequest, unprocessableValues } from '@linework/problem-details/make-problem';
import type { Problem } from '@linework/problem-details/problem';
import { expireDue } from '../expiry/expire-due.ts';
import { isClientReservation } from '../reservations/find-reservation.ts';
import { allocateClaim, type ClaimRequest } from './allocate-claim.ts';

export interface Claim {
  /** The reservation of an order has the order's id and never expires. */
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
  /** The IMSI of a SIM; null where it has none or where another SIM has the same one. */
  readonly imsi: string | null;
}

/**
 * An allocated resource brings all members of its group that are not decommissioned. An available resource is reserved,
 * with its event. A resource of a client's reservation only changes reservations, and a reservation that keeps nothing
 * any more is consumed.
 */
const claimStatement = statement(
  'claim-resources',
  { orderId: 'uuid', allocatedIds: 'uuid[]', brokerId: 'uuid', keyId: 'uuid?' },
  `WITH group_members AS (
    SELECT resource_id, status, reservation_id
    FROM resource_state
    WHERE status <> 'decommissioned' AND (resource_id = ANY(:allocatedIds)
      OR group_id IN (
        SELECT group_id
        FROM resource_state
        WHERE resource_id = ANY(:allocatedIds) AND group_id IS NOT NULL))
    ORDER BY resource_id
    FOR UPDATE
  ), v AS (
    INSERT INTO reservation (id, broker_id, status, quantity, resource_ids, reservation_ttl, expires_at, key_id)
    SELECT :orderId, :brokerId, 'ACTIVE', count(*), array_agg(resource_id), 0, 'infinity', :keyId
    FROM group_members
    WHERE status IN ('available', 'reserved')
    HAVING count(*) = (SELECT count(*) FROM group_members)
    RETURNING id
  ), kept AS (
    UPDATE resource_state s
    SET status = 'reserved', reservation_id = v.id, reserved_at = coalesce(s.reserved_at, now()), updated_at = now()
    FROM v
    WHERE s.resource_id = ANY(ARRAY(SELECT resource_id FROM group_members))
    RETURNING s.resource_id
  ), consumed AS (
    UPDATE reservation r
    SET status = 'CONSUMED', updated_at = now()
    WHERE r.id = ANY(ARRAY(SELECT reservation_id FROM group_members WHERE reservation_id IS NOT NULL))
      AND EXISTS (SELECT FROM v)
      AND NOT EXISTS (
        SELECT
        FROM resource_state o
        WHERE o.reservation_id = r.id AND o.resource_id <> ALL(ARRAY(SELECT resource_id FROM group_members)))
  ), emitted AS (
    ${insertMove('resource', {
      from: 'available',
      to: 'reserved',
      broker: ':brokerId',
      id: 'resource_id',
      order: ':orderId',
      key: ':keyId',
    })}
    FROM group_members
    WHERE status = 'available' AND EXISTS (SELECT FROM v)
  )
  SELECT r.id, t.code AS type, r.external_code AS "externalCode", r.attributes, r.imsi
  FROM kept k JOIN resource r ON r.id = k.resource_id JOIN resource_type t ON t.id = r.type_id`,
).returns<{ readonly attributes: Readonly<Record<string, unknown>> }>();

/**
 * Claims resources for an order, in the transaction that places it. They belong to the order until it assigns them to
 * its line or releases them. Raises conflict when one is not available; 422 for unknown sources, for a SIM without an
 * IMSI, and for a group of which only a part was requested.
 */
export async function claimResources(
  tx: Db,
  { orderId, brokerId, keyId, requests }: Claim,
): Promise<readonly ClaimedResource[]> {
  const allocatedIds: string[] = [];
  for (const request of requests) {
    const id = (await allocateClaim(tx, brokerId, request)) ?? (await allocateAfterExpiry(tx, brokerId, request));
    if (id === undefined) {
      const problem = await explainUnknownSources(tx, brokerId, requests);
      throw (
        problem ??
        conflict(`There is no available ${request.type} in this source.`, {
          code: 'resource-not-available',
          wanted: request,
        })
      );
    }
    allocatedIds.push(id);
  }
  const claimed = await tx.query(claimStatement, { orderId, allocatedIds, brokerId, keyId });
  if (claimed.length === 0)
    throw conflict('Another member of its group is not available.', { code: 'resource-not-available' });
  // The other members would be assigned to the line although the network does not know them.
  if (claimed.length !== requests.length)
    throw unprocessableRequest('The resource belongs to a group with more members than the request names.', {
      code: 'resource-group-incomplete',
    });
  const simWithoutImsi = claimed.find(({ type, imsi }) => type === 'SIM' && imsi === null);
  if (simWithoutImsi)
    throw unprocessableRequest(`The SIM ${simWithoutImsi.id} has no IMSI of its own.`, { code: 'sim-without-imsi' });
  return claimed;
}

/**
 * Before the claim is rejected, reservations and quarantines that have expired are ended. A reservation that has
 * expired yields nothing.
 */
async function allocateAfterExpiry(
  tx: Db,
  brokerId: string,
  { type, from }: ClaimRequest,
): Promise<string | undefined> {
  if ('reservationId' in from) return undefined;
  await expireDue(tx, 'poolId' in from ? from : { resourceIds: [from.resourceId] });
  return allocateClaim(tx, brokerId, { type, from });
}

const sourceTypes = { id: 'uuid', brokerId: 'uuid', type: 'text' } as const;

const sources = {
  poolId: {
    noun: 'pool',
    find: statement(
      'find-pool-as-source',
      sourceTypes,
      `SELECT
       FROM pool p
       JOIN resource_type t ON t.id = p.type_id
       WHERE p.id = :id AND p.broker_id = :brokerId AND t.code = :type`,
    ),
  },
  resourceId: {
    noun: 'resource',
    find: statement(
      'find-resource-as-source',
      sourceTypes,
      `SELECT
       FROM resource r
       JOIN resource_type t ON t.id = r.type_id
       WHERE r.id = :id AND r.broker_id = :brokerId AND t.code = :type`,
    ),
  },
  reservationId: {
    noun: 'reservation',
    find: statement(
      'find-reservation-as-source',
      sourceTypes,
      `SELECT
       FROM reservation v JOIN resource r ON r.id = ANY(v.resource_ids) JOIN resource_type t ON t.id = r.type_id
       WHERE v.id = :id AND v.broker_id = :brokerId AND t.code = :type AND ${isClientReservation}
       LIMIT 1`,
    ),
  },
};

/**
 * A 422 with every requested source that the broker does not have or that has no resource of the type; undefined when
 * all are valid. The request calls its members `msisdn` and `sim`.
 */
async function explainUnknownSources(
  db: Pick<Db, 'query'>,
  brokerId: string,
  requests: readonly ClaimRequest[],
): Promise<Problem | undefined> {
  const errors: FieldError[] = [];
  for (const { type, from } of requests) {
    const [[member, id]] = Object.entries(from) as [[keyof typeof sources, string]];
    const { noun, find } = sources[member];
    const [found] = await db.query(find, { id, brokerId, type });
    if (!found)
      errors.push({
        detail: `The broker has no ${noun} ${id} for a ${type}.`,
        pointer: `/${type.toLowerCase()}/${member}`,
      });
  }
  return errors.length === 0 ? undefined : unprocessableValues(errors, { code: 'unknown-source' });
}
