import { withoutBrokerScope } from '@linework/db/broker-scope';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { resourceStatusEvents } from '@linework/schemas/events';
import { msisdnTypeId } from '@linework/schemas/inventory/resource-type';
import { v7 as newId } from 'uuid';
import { findPoolToFill } from './find-pool-to-fill.ts';
import { insertResources } from './insert-resources.ts';
import { moveResources } from './move-resources.ts';

const findNumberStatement = statement(
  'find-number-in-inventory',
  'SELECT FROM resource WHERE type_id = $1::uuid AND external_code = $2 AND retired_at IS NULL',
);

/** Whether a number is in the inventory, whoever has it. One that was withdrawn is not. */
export async function isNumberInInventory(db: Pick<Db, 'query'>, msisdn: string): Promise<boolean> {
  const rows = await withoutBrokerScope('a number is in the inventory once, whosever it is', () => db.query(findNumberStatement, [msisdnTypeId, msisdn]));
  return rows.length > 0;
}

export interface NumberToPortIn {
  readonly portInId: string;
  readonly brokerId: string;
  readonly poolId: string;
  readonly msisdn: string;
}

/**
 * Puts a number that comes from another operator into its pool and answers its id; undefined where it is in the inventory by
 * now. It is marked until it is here for good: given back before, it is held back and not handed out. Raises not-found
 * where the pool is gone.
 */
export async function portInNumber(tx: Db, { portInId, brokerId, poolId, msisdn }: NumberToPortIn): Promise<string | undefined> {
  const pool = await findPoolToFill(tx, { caller: { keyId: '', brokerId, scopes: [] }, poolId });
  const defaults = { location: null, metadata: '{}', reservationTtl: null, quarantineTtl: null };
  const number = { id: newId(), externalCode: msisdn, attributes: JSON.stringify({ portInId }), ...defaults };
  const skipped = await insertResources(tx, pool, [number]);
  return skipped.size > 0 ? undefined : number.id;
}

const findPortedInStatement = statement(
  'find-number-of-port-in',
  `SELECT s.resource_id AS "resourceId", s.status, s.line_id AS "lineId", s.reservation_id AS "reservationId"
   FROM resource r JOIN resource_state s ON s.resource_id = r.id
   WHERE r.type_id = $1::uuid AND r.external_code = $2 AND r.retired_at IS NULL AND r.attributes ->> 'portInId' = $3 FOR UPDATE OF s`,
);

interface NumberState {
  readonly resourceId: string;
  readonly status: 'available' | 'reserved' | 'active' | 'suspended' | 'quarantined';
  readonly lineId: string | null;
}

/** A number that was brought in, and the order that was to give it to its line, which claims it under its own id. */
export interface PortedInNumber {
  readonly portInId: string;
  readonly msisdn: string;
  readonly orderId: string | null;
}

interface FoundNumber extends NumberState {
  readonly reservationId: string | null;
}

async function findPortedInNumber(db: Pick<Db, 'query'>, { msisdn, portInId }: PortedInNumber): Promise<FoundNumber | undefined> {
  const [number] = await db.query<FoundNumber>(findPortedInStatement, [msisdnTypeId, msisdn, portInId]);
  return number;
}

type PortedInState = 'claimed' | 'unused' | 'in-use';

function resolveState({ status, lineId, reservationId }: FoundNumber, { orderId }: PortedInNumber): PortedInState {
  if (reservationId !== null && reservationId === orderId) return 'claimed';
  return lineId === null && (status === 'suspended' || status === 'available') ? 'unused' : 'in-use';
}

/** Whether a number that was brought in is claimed by its order still, came back from it unused (or was withdrawn by somebody), or is in use. */
export async function findPortedInState(db: Pick<Db, 'query'>, number: PortedInNumber): Promise<PortedInState> {
  const found = await findPortedInNumber(db, number);
  return found ? resolveState(found, number) : 'unused';
}

const lockClaimStatement = statement('lock-claim-of-port-in', `SELECT FROM reservation WHERE id = $1::uuid FOR UPDATE`);

/** A claim that keeps nothing else is over with it. */
const removeFromClaimStatement = statement(
  'remove-number-from-claim',
  `WITH freed AS (
    UPDATE resource_state SET status = 'available', reservation_id = NULL, reserved_at = NULL, updated_at = now()
    WHERE resource_id = $1::uuid AND reservation_id = $2::uuid RETURNING resource_id, broker_id
  ), ended AS (
    UPDATE reservation SET status = 'RELEASED', updated_at = now()
    WHERE id = $2::uuid AND status = 'ACTIVE' AND NOT EXISTS (SELECT FROM resource_state WHERE reservation_id = $2::uuid AND resource_id <> $1::uuid)
  )
  INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, order_id, key_id)
  SELECT broker_id, '${resourceStatusEvents.available}', 'resource', resource_id, 'reserved', 'available', $2::uuid, $3::uuid FROM freed`,
);

/** Withdraws a number that was brought in and is unused, or claimed by its order and nothing else; leaves any other as it is. */
export async function withdrawPortedInNumber(tx: Db, { keyId, ...number }: PortedInNumber & { readonly keyId: string }): Promise<void> {
  const { orderId } = number;
  // Whoever gives claims back locks the claim before what it keeps.
  if (orderId !== null) await tx.query(lockClaimStatement, [orderId]);
  const found = await findPortedInNumber(tx, number);
  const state = found && resolveState(found, number);
  if (!found || state === 'in-use') return;
  if (state === 'claimed') await tx.query(removeFromClaimStatement, [found.resourceId, orderId, keyId]);
  await moveResources(tx, [{ resourceId: found.resourceId, from: state === 'claimed' ? 'available' : found.status, to: 'decommissioned' }], { keyId });
}

const confirmStatement = statement(
  'confirm-ported-in-number',
  `UPDATE resource SET attributes = attributes - 'portInId'
   WHERE type_id = $1::uuid AND external_code = $2 AND retired_at IS NULL AND attributes ->> 'portInId' = $3`,
);

/** The number is here for good, and from now on one like all others. */
export async function confirmPortedInNumber(tx: Pick<Db, 'query'>, { msisdn, portInId }: Pick<PortedInNumber, 'msisdn' | 'portInId'>): Promise<void> {
  await tx.query(confirmStatement, [msisdnTypeId, msisdn, portInId]);
}

const findPortedOutStatement = statement(
  'find-ported-out-number',
  `SELECT s.resource_id AS "resourceId", s.status, s.line_id AS "lineId", a.holder_id <> l.holder_id AS "isHeldByOther"
   FROM resource r JOIN resource_state s ON s.resource_id = r.id JOIN line l ON l.id = $4::uuid
   LEFT JOIN allocation a ON a.resource_id = r.id AND a.held_to IS NULL
   WHERE r.type_id = $1::uuid AND r.external_code = $2 AND r.broker_id = $3::uuid AND r.retired_at IS NULL FOR UPDATE OF s`,
);

interface FoundPortOutNumber extends NumberState {
  /** Null where nobody has it. */
  readonly isHeldByOther: boolean | null;
}

export interface NumberToPortOut {
  readonly msisdn: string;
  readonly brokerId: string;
  /** The line that it was asked of. */
  readonly lineId: string;
  readonly keyId: string;
}

/**
 * Withdraws a number that leaves for another operator and that no line has any more. Answers `reserved` for one that somebody has
 * reserved meanwhile, and `taken` for one that somebody else has: those stay as they are.
 */
export async function withdrawPortedOutNumber(tx: Db, { msisdn, brokerId, lineId, keyId }: NumberToPortOut): Promise<'withdrawn' | 'reserved' | 'in-use'> {
  const [found] = await tx.query<FoundPortOutNumber>(findPortedOutStatement, [msisdnTypeId, msisdn, brokerId, lineId]);
  if (!found) return 'withdrawn';
  if (found.status === 'reserved') return 'reserved';
  if (found.lineId !== null || found.isHeldByOther) return 'in-use';
  await moveResources(tx, [{ resourceId: found.resourceId, from: found.status, to: 'decommissioned' }], { keyId });
  return 'withdrawn';
}
