import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { writeEvent } from '@linework/events/insert-event';
import { notFound } from '@linework/problem-details/make-problem';
import type { PoolCheckDigit } from '@linework/schemas/inventory/iccid';
import type { Pool } from '@linework/schemas/inventory/pools/pool';
import { v7 as newId } from 'uuid';
import { findPool } from './find-pool.ts';
import { raisePoolNameConflict } from './raise-pool-name-conflict.ts';

export interface NewPool {
  readonly caller: Caller;
  readonly typeId: string;
  readonly brokerId: string;
  readonly name: string;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly lowAvailabilityThreshold?: number | undefined;
  readonly reservationTTL?: number | undefined;
  readonly quarantineTTL?: number | undefined;
  readonly checkDigit?: PoolCheckDigit | undefined;
}

/**
 * Creates an empty pool. Raises not-found for an unknown type or broker, conflict when another pool of the broker has
 * its name.
 */
export async function createPool(db: Db, { caller, ...input }: NewPool): Promise<Pool> {
  const {
    typeId,
    brokerId,
    name,
    metadata = {},
    lowAvailabilityThreshold = 0,
    reservationTTL = null,
    quarantineTTL = null,
    checkDigit = 'luhn',
  } = input;
  return db.transaction(async (tx) => {
    if (!(await tx.prisma.resourceType.findFirst({ where: { id: typeId } })))
      throw notFound(`There is no resource type ${typeId}.`);
    if (!(await tx.prisma.broker.findFirst({ where: { id: brokerId } })))
      throw notFound(`There is no broker ${brokerId}.`);
    const settings = {
      lowAvailabilityThreshold,
      reservationTtl: reservationTTL,
      quarantineTtl: quarantineTTL,
      checkDigit,
    };
    const { id } = await tx.prisma.pool
      .create({ data: { id: newId(), typeId, brokerId, name, metadata: metadata as object, ...settings } })
      .catch(raisePoolNameConflict);
    await writeEvent(tx, { type: 'pool.created', id, brokerId, keyId: caller.keyId });
    return findPool(tx, { caller, poolId: id });
  });
}
