import type { Db } from '@linework/db/db';
import { type Statement, statement } from '@linework/db/statement';
import { isClients } from './find-reservation.ts';

/** Where a resource of a line to be is to come from. */
export type ClaimSource = { readonly resourceId: string } | { readonly reservationId: string } | { readonly poolId: string };

/** A resource that is wished for: of this type, from there. */
export interface ClaimWish {
  readonly type: 'MSISDN' | 'SIM';
  readonly from: ClaimSource;
}

interface Place {
  readonly join?: string;
  readonly where: string;
  readonly order: string;
  readonly wait?: 'SKIP LOCKED';
}

const pickFrom = (name: string, { join = '', where, order, wait }: Place) =>
  statement(
    `claim-from-${name}`,
    `SELECT s.resource_id AS id FROM resource_state s JOIN pool p ON p.id = s.pool_id JOIN resource_type t ON t.id = p.type_id ${join}
     WHERE ${where} AND s.broker_id = $2::uuid AND t.code = $3 ORDER BY ${order} LIMIT 1 FOR UPDATE OF s ${wait ?? ''}`,
  );

const pickFromPool = pickFrom('pool', { where: "s.pool_id = $1::uuid AND s.status = 'available'", order: 's.created_at, s.resource_id', wait: 'SKIP LOCKED' });
const pickResource = pickFrom('shelf', { where: "s.resource_id = $1::uuid AND s.status = 'available'", order: 's.resource_id' });
const pickFromReservation = pickFrom('reservation', {
  join: 'JOIN reservation v ON v.id = s.reservation_id',
  where: 's.reservation_id = $1::uuid',
  order: 'array_position(v.resource_ids, s.resource_id)',
});
const lockReservation = statement(
  'lock-live-reservation',
  `SELECT id FROM reservation WHERE id = $1::uuid AND broker_id = $2::uuid AND status = 'ACTIVE' AND expires_at > clock_timestamp() AND ${isClients} FOR UPDATE`,
);

/** Locks one resource for a wish and answers its id; undefined when there is none to be had from there. */
export async function pickClaim(tx: Db, brokerId: string, { type, from }: ClaimWish): Promise<string | undefined> {
  const pick = async (from: Statement, place: string) => (await tx.query<{ id: string }>(from, [place, brokerId, type]))[0]?.id;
  if ('poolId' in from) return pick(pickFromPool, from.poolId);
  if ('resourceId' in from) return pick(pickResource, from.resourceId);
  const [live] = await tx.query(lockReservation, [from.reservationId, brokerId]);
  return live === undefined ? undefined : pick(pickFromReservation, from.reservationId);
}
