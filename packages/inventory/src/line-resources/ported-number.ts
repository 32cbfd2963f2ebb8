import { withoutBrokerScope } from '@linework/db/broker-scope';
import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import { msisdnTypeId } from '@linework/schemas/inventory/resource-type';
import { v7 as newId } from 'uuid';
import { findPoolToFill } from '../pools/find-pool-to-fill.ts';
import { insertResources } from '../resources/insert-resources.ts';
import { moveResources } from '../resources/move-resources.ts';

const findNumberStatement = statement(
  'find-number-in-inventory',
  { msisdnTypeId: 'uuid', msisdn: 'text' },
  'SELECT FROM resource WHERE type_id = :msisdnTypeId AND external_code = :msisdn AND retired_at IS NULL',
);

/** Whether a number is in the inventory of any broker. Withdrawn numbers do not count. */
export async function isNumberInInventory(db: Pick<Db, 'query'>, msisdn: string): Promise<boolean> {
  const rows = await withoutBrokerScope('a number is in the inventory only once, for any broker', () =>
    db.query(findNumberStatement, { msisdnTypeId, msisdn }),
  );
  return rows.length > 0;
}

export interface NumberToPortIn {
  readonly portInId: string;
  readonly brokerId: string;
  readonly poolId: string;
  readonly msisdn: string;
}

/**
 * Adds a number from another operator to its pool and returns its id; undefined where it is already in the inventory.
 * The number carries the id of its port-in until the port-in is confirmed: if it is released before, it is suspended
 * and not allocated. Raises not-found where the pool has been deleted.
 */
export async function portInNumber(
  tx: Db,
  { portInId, brokerId, poolId, msisdn }: NumberToPortIn,
): Promise<string | undefined> {
  const pool = await findPoolToFill(tx, { caller: { keyId: '', brokerId, scopes: [] }, poolId });
  const defaults = { location: null, metadata: '{}', reservationTtl: null, quarantineTtl: null };
  const number = { id: newId(), externalCode: msisdn, attributes: JSON.stringify({ portInId }), ...defaults };
  const skipped = await insertResources(tx, pool, [number]);
  return skipped.size > 0 ? undefined : number.id;
}

const findPortedInStatement = statement(
  'find-number-of-port-in',
  { msisdnTypeId: 'uuid', msisdn: 'text', portInId: 'text' },
  `SELECT s.resource_id AS "resourceId", s.status, s.line_id AS "lineId", s.reservation_id AS "reservationId"
   FROM resource r JOIN resource_state s ON s.resource_id = r.id
   WHERE r.type_id = :msisdnTypeId AND r.external_code = :msisdn AND r.retired_at IS NULL
     AND r.attributes ->> 'portInId' = :portInId
   FOR UPDATE OF s`,
).returns<{ readonly status: 'available' | 'reserved' | 'active' | 'suspended' | 'quarantined' }>();

/** A ported-in number and the order that assigns it to its line; the claim has the id of the order. */
export interface PortedInNumber {
  readonly portInId: string;
  readonly msisdn: string;
  readonly orderId: string | null;
}

type FoundNumber = RowOf<typeof findPortedInStatement>;

async function findPortedInNumber(
  db: Pick<Db, 'query'>,
  { msisdn, portInId }: PortedInNumber,
): Promise<FoundNumber | undefined> {
  const [number] = await db.query(findPortedInStatement, { msisdnTypeId, msisdn, portInId });
  return number;
}

type PortedInState = 'claimed' | 'unused' | 'in-use';

function resolveState({ status, lineId, reservationId }: FoundNumber, { orderId }: PortedInNumber): PortedInState {
  if (reservationId !== null && reservationId === orderId) return 'claimed';
  return lineId === null && (status === 'suspended' || status === 'available') ? 'unused' : 'in-use';
}

/** Finds whether a ported-in number is still claimed by its order, unused (or withdrawn), or in use. */
export async function findPortedInState(db: Pick<Db, 'query'>, number: PortedInNumber): Promise<PortedInState> {
  const found = await findPortedInNumber(db, number);
  return found ? resolveState(found, number) : 'unused';
}

const lockClaimStatement = statement(
  'lock-claim-of-port-in',
  { orderId: 'uuid' },
  `SELECT FROM reservation WHERE id = :orderId FOR UPDATE`,
);

/** If the claim keeps nothing else, it is released. */
const removeFromClaimStatement = statement(
  'remove-number-from-claim',
  { resourceId: 'uuid', orderId: 'uuid?', keyId: 'uuid' },
  `WITH released AS (
    UPDATE resource_state
    SET status = 'available', reservation_id = NULL, reserved_at = NULL, updated_at = now()
    WHERE resource_id = :resourceId AND reservation_id = :orderId
    RETURNING resource_id, broker_id
  ), ended AS (
    UPDATE reservation
    SET status = 'RELEASED', updated_at = now()
    WHERE id = :orderId AND status = 'ACTIVE'
      AND NOT EXISTS (SELECT FROM resource_state WHERE reservation_id = :orderId AND resource_id <> :resourceId)
  )
  ${insertMove('resource', { from: 'reserved', to: 'available', id: 'resource_id', order: ':orderId', key: ':keyId' })}
  FROM released`,
);

/** Withdraws a ported-in number that is unused or claimed only by its order; leaves any other unchanged. */
export async function withdrawPortedInNumber(
  tx: Db,
  { keyId, ...number }: PortedInNumber & { readonly keyId: string },
): Promise<void> {
  const { orderId } = number;
  // The release of claims locks the claim before its resources; this is the same order.
  if (orderId !== null) await tx.query(lockClaimStatement, { orderId });
  const found = await findPortedInNumber(tx, number);
  const state = found && resolveState(found, number);
  if (!found || state === 'in-use') return;
  if (state === 'claimed') await tx.query(removeFromClaimStatement, { resourceId: found.resourceId, orderId, keyId });
  await moveResources(
    tx,
    [{ resourceId: found.resourceId, from: state === 'claimed' ? 'available' : found.status, to: 'decommissioned' }],
    { keyId },
  );
}

const confirmStatement = statement(
  'confirm-ported-in-number',
  { msisdnTypeId: 'uuid', msisdn: 'text', portInId: 'text' },
  `UPDATE resource
   SET attributes = attributes - 'portInId'
   WHERE type_id = :msisdnTypeId AND external_code = :msisdn AND retired_at IS NULL
     AND attributes ->> 'portInId' = :portInId`,
);

/** Confirms the port-in: from now on the number is like all others. */
export async function confirmPortedInNumber(
  tx: Pick<Db, 'query'>,
  { msisdn, portInId }: Pick<PortedInNumber, 'msisdn' | 'portInId'>,
): Promise<void> {
  await tx.query(confirmStatement, { msisdnTypeId, msisdn, portInId });
}

const findPortedOutStatement = statement(
  'find-ported-out-number',
  { msisdnTypeId: 'uuid', msisdn: 'text', brokerId: 'uuid', lineId: 'uuid' },
  `SELECT s.resource_id AS "resourceId", s.status, s.line_id AS "lineId", a.holder_id <> l.holder_id AS "isHeldByOther"
   FROM resource r JOIN resource_state s ON s.resource_id = r.id JOIN line l ON l.id = :lineId
   LEFT JOIN allocation a ON a.resource_id = r.id AND a.held_to IS NULL
   WHERE r.type_id = :msisdnTypeId AND r.external_code = :msisdn AND r.broker_id = :brokerId AND r.retired_at IS NULL
   FOR UPDATE OF s`,
).returns<{ readonly status: 'available' | 'reserved' | 'active' | 'suspended' | 'quarantined' }>();

export interface NumberToPortOut {
  readonly msisdn: string;
  readonly brokerId: string;
  /** The line of the port-out. */
  readonly lineId: string;
  readonly keyId: string;
}

/**
 * Withdraws a number that was ported out and has no line any more. Returns `reserved` for a number that has been
 * reserved since, and `in-use` for one that another line or holder has; those stay unchanged.
 */
export async function withdrawPortedOutNumber(
  tx: Db,
  { msisdn, brokerId, lineId, keyId }: NumberToPortOut,
): Promise<'withdrawn' | 'reserved' | 'in-use'> {
  const [found] = await tx.query(findPortedOutStatement, {
    msisdnTypeId,
    msisdn,
    brokerId,
    lineId,
  });
  if (!found) return 'withdrawn';
  if (found.status === 'reserved') return 'reserved';
  if (found.lineId !== null || found.isHeldByOther) return 'in-use';
  await moveResources(tx, [{ resourceId: found.resourceId, from: found.status, to: 'decommissioned' }], { keyId });
  return 'withdrawn';
}
