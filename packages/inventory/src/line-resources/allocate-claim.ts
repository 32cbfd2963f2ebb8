import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { isClientReservation } from '../reservations/find-reservation.ts';

/** The source from which a new line gets one of its resources. */
export type ClaimSource =
  | { readonly resourceId: string }
  | { readonly reservationId: string }
  | { readonly poolId: string };

/** A request for one resource of this type from this source. */
export interface ClaimRequest {
  readonly type: 'MSISDN' | 'SIM';
  readonly from: ClaimSource;
}

const claimTypes = { sourceId: 'uuid', brokerId: 'uuid', type: 'text' } as const;

/**
 * Allocates in the order of the pool and skips rows that others have locked. It also skips what a line cannot use
 * alone: a resource with other group members, and a SIM without its own IMSI. Both conditions are scalar subqueries per
 * row, because the planner may answer an EXISTS for all rows at once by reading the whole table. The pool is a subquery
 * too; otherwise the planner sorts rows that it could read in order.
 */
const allocateFromPoolStatement = statement(
  'claim-from-pool',
  claimTypes,
  `SELECT s.resource_id AS id
   FROM resource_state s
   WHERE s.pool_id = (
     SELECT p.id
     FROM pool p
     JOIN resource_type t ON t.id = p.type_id
     WHERE p.id = :sourceId AND p.broker_id = :brokerId AND t.code = :type)
     AND s.status = 'available'
     AND (s.group_id IS NULL OR (
       SELECT m.resource_id
       FROM resource_state m
       WHERE m.group_id = s.group_id AND m.resource_id <> s.resource_id AND m.status <> 'decommissioned'
       LIMIT 1) IS NULL)
     AND (:type <> 'SIM' OR (SELECT r.imsi IS NOT NULL FROM resource r WHERE r.id = s.resource_id))
   ORDER BY s.created_at, s.resource_id
   LIMIT 1
   FOR UPDATE OF s SKIP LOCKED`,
);

interface SourceSql {
  readonly join?: string;
  readonly where: string;
  readonly order: string;
}

const buildAllocateStatement = <const Name extends string>(name: Name, { join = '', where, order }: SourceSql) =>
  statement(
    `claim-from-${name}`,
    claimTypes,
    `SELECT s.resource_id AS id
     FROM resource_state s JOIN pool p ON p.id = s.pool_id JOIN resource_type t ON t.id = p.type_id ${join}
     WHERE ${where} AND s.broker_id = :brokerId AND t.code = :type
     ORDER BY ${order}
     LIMIT 1
     FOR UPDATE OF s`,
  );

const allocateResourceStatement = buildAllocateStatement('resource', {
  where: "s.resource_id = :sourceId AND s.status = 'available'",
  order: 's.resource_id',
});
const allocateFromReservationStatement = buildAllocateStatement('reservation', {
  join: 'JOIN reservation v ON v.id = s.reservation_id',
  where: 's.reservation_id = :sourceId',
  order: 'array_position(v.resource_ids, s.resource_id)',
});
const lockReservationStatement = statement(
  'lock-live-reservation',
  { reservationId: 'uuid', brokerId: 'uuid' },
  `SELECT id
   FROM reservation
   WHERE id = :reservationId AND broker_id = :brokerId AND status = 'ACTIVE' AND expires_at > clock_timestamp()
     AND ${isClientReservation}
   FOR UPDATE`,
);

/** Locks one resource for a claim request and returns its id; undefined when the source has none available. */
export async function allocateClaim(
  tx: Pick<Db, 'query'>,
  brokerId: string,
  { type, from }: ClaimRequest,
): Promise<string | undefined> {
  const allocate = async (from: typeof allocateFromPoolStatement, sourceId: string) =>
    (await tx.query(from, { sourceId, brokerId, type }))[0]?.id;
  if ('poolId' in from) return allocate(allocateFromPoolStatement, from.poolId);
  if ('resourceId' in from) return allocate(allocateResourceStatement, from.resourceId);
  const [liveReservation] = await tx.query(lockReservationStatement, { reservationId: from.reservationId, brokerId });
  return liveReservation === undefined ? undefined : allocate(allocateFromReservationStatement, from.reservationId);
}
