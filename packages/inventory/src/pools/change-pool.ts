import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { writeEvent } from '@linework/events/insert-event';
import type { PoolCheckDigit } from '@linework/schemas/inventory/iccid';
import type { Pool } from '@linework/schemas/inventory/pools/pool';
import { findPool, poolNotFound } from './find-pool.ts';
import { raisePoolNameConflict } from './raise-pool-name-conflict.ts';

export interface PoolChange {
  readonly caller: Caller;
  readonly poolId: string;
  readonly name?: string | undefined;
  /** Replaces all metadata. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly lowAvailabilityThreshold?: number | undefined;
  /** Null restores the value of the type. */
  readonly reservationTTL?: number | null | undefined;
  readonly quarantineTTL?: number | null | undefined;
  /** For codes that are added from then on. */
  readonly checkDigit?: PoolCheckDigit | undefined;
}

const changePoolStatement = statement(
  'change-pool',
  {
    id: 'uuid',
    brokerId: 'uuid?',
    name: 'text?',
    metadata: 'jsonb?',
    lowAvailabilityThreshold: 'int?',
    setsReservationTtl: 'boolean',
    reservationTtl: 'int?',
    setsQuarantineTtl: 'boolean',
    quarantineTtl: 'int?',
    checkDigit: 'text?',
  },
  `UPDATE pool
   SET name = coalesce(:name, name),
     metadata = coalesce(:metadata, metadata),
     low_availability_threshold = coalesce(:lowAvailabilityThreshold, low_availability_threshold),
     reservation_ttl = CASE WHEN :setsReservationTtl THEN :reservationTtl ELSE reservation_ttl END,
     quarantine_ttl = CASE WHEN :setsQuarantineTtl THEN :quarantineTtl ELSE quarantine_ttl END,
     check_digit = coalesce(:checkDigit, check_digit),
     updated_at = now()
   WHERE id = :id AND (:brokerId IS NULL OR broker_id = :brokerId)
   RETURNING id`,
);

/**
 * Changes the settings of a pool; without changes it writes nothing. Raises not-found, or conflict when another pool of
 * the broker has the name.
 */
export async function changePool(db: Db, { caller, poolId, ...change }: PoolChange): Promise<Pool> {
  const changed = Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (changed.length === 0) return findPool(db, { caller, poolId });
  return db.transaction(async (tx) => {
    const { name, metadata, lowAvailabilityThreshold, reservationTTL, quarantineTTL, checkDigit } = change;
    const values = {
      id: poolId,
      brokerId: caller.brokerId,
      name,
      metadata,
      lowAvailabilityThreshold,
      setsReservationTtl: reservationTTL !== undefined,
      reservationTtl: reservationTTL,
      setsQuarantineTtl: quarantineTTL !== undefined,
      quarantineTtl: quarantineTTL,
      checkDigit,
    };
    const [found] = await tx.query(changePoolStatement, values).catch(raisePoolNameConflict);
    if (!found) throw poolNotFound(poolId);
    const pool = await findPool(tx, { caller, poolId });
    const { brokerId } = pool;
    await writeEvent(tx, {
      type: 'pool.changed',
      id: poolId,
      brokerId,
      keyId: caller.keyId,
      details: { changed },
    });
    return pool;
  });
}
