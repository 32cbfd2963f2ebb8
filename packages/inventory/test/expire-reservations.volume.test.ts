import { aPool } from '@linework/testing/a-pool';
import { aTestDb } from '@linework/testing/a-test-db';
import { groupResources, lockResource } from '@linework/testing/inventory/find-states';
import { reserveAll } from '@linework/testing/inventory/reserve-all';
import { sql } from '@linework/testing/sql';
import { describe, expect, it } from 'vitest';
import { expireReservations } from '../src/expiry/expire-due.ts';
import { findReservation } from '../src/reservations/find-reservation.ts';

const db = await aTestDb();

const expired = { endsInMs: -1_000 };
const statusesOf = async (pool: { readonly id: string }) => {
  const states = await db.prisma.resourceState.groupBy({ by: ['status'], where: { poolId: pool.id }, _count: true });
  return Object.fromEntries(states.map(({ status, _count }) => [status, _count]));
};

describe('expiring reservations', () => {
  it('releases the resources of an expired one, with an event for each', async () => {
    const pool = await aPool(db, { count: 3 });
    const [id] = await reserveAll(db, pool, { ...expired, perReservation: 3 });
    expect(await expireReservations(db)).toBe(3);
    expect(await statusesOf(pool)).toEqual({ available: 3 });
    expect(await findReservation(db, { caller: { brokerId: null }, reservationId: id as string })).toMatchObject({
      status: 'EXPIRED',
    });
    const released = {
      type: 'resource.made_available',
      fromStatus: 'reserved',
      details: { equals: { reservationId: id as string } },
    };
    expect(await db.prisma.event.count({ where: { resourceId: { in: [...pool.resourceIds] }, ...released } })).toBe(3);
  });

  it('leaves one that has not expired', async () => {
    const pool = await aPool(db, { count: 1 });
    await reserveAll(db, pool);
    expect(await expireReservations(db)).toBe(0);
    expect(await statusesOf(pool)).toEqual({ reserved: 1 });
  });

  it('releases only resources that are not on a line', async () => {
    const pool = await aPool(db, { count: 2 });
    await reserveAll(db, pool, { ...expired, perReservation: 2 });
    await db.query(sql`UPDATE resource_state SET status = 'active', reservation_id = NULL, reserved_at = NULL
      WHERE resource_id = ${pool.resourceIds[0]}`);
    expect(await expireReservations(db)).toBe(1);
    expect(await statusesOf(pool)).toEqual({ available: 1, active: 1 });
  });

  it('skips locked resources without waiting', async () => {
    const pool = await aPool(db, { count: 2 });
    await reserveAll(db, pool, expired);
    await db.transaction(async (tx) => {
      await lockResource(tx, pool.resourceIds[0]);
      expect(await expireReservations(db)).toBe(1);
    });
    expect(await statusesOf(pool)).toEqual({ available: 1, reserved: 1 });
    expect(await expireReservations(db)).toBe(1);
  });

  it('releases all members of a group or none, and the resources without a group', async () => {
    const pool = await aPool(db, { count: 3 });
    await reserveAll(db, pool, { ...expired, perReservation: 2 });
    await groupResources(db, pool.resourceIds.slice(0, 2));
    await db.transaction(async (tx) => {
      await lockResource(tx, pool.resourceIds[0]);
      expect(await expireReservations(db)).toBe(1);
    });
    expect(await statusesOf(pool)).toEqual({ available: 1, reserved: 2 });
    expect(await expireReservations(db)).toBe(2);
  });

  it('releases its part of a group when another reservation keeps the rest', async () => {
    const pool = await aPool(db, { count: 2 });
    const [, lasting] = await reserveAll(db, pool, expired);
    await db.prisma.reservation.update({
      where: { id: lasting as string },
      data: { expiresAt: new Date('2999-01-01') },
    });
    await groupResources(db, pool.resourceIds);
    expect(await expireReservations(db)).toBe(1);
    expect(await statusesOf(pool)).toEqual({ available: 1, reserved: 1 });
  });

  it('is done once for each by concurrent calls', async () => {
    const pool = await aPool(db, { count: 3_000 });
    await reserveAll(db, pool, { ...expired, perReservation: 7 });
    const counts = await Promise.all(Array.from({ length: 4 }, () => expireReservations(db)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(3_000);
    expect(
      await db.prisma.event.count({ where: { resourceId: { in: [...pool.resourceIds] }, fromStatus: 'reserved' } }),
    ).toBe(3_000);
    expect(await statusesOf(pool)).toEqual({ available: 3_000 });
  });

  it('releases more than one batch in several batches', async () => {
    const pool = await aPool(db, { count: 12_000 });
    await reserveAll(db, pool, { ...expired, perReservation: 1_000 });
    expect(await expireReservations(db)).toBe(12_000);
    expect(await statusesOf(pool)).toEqual({ available: 12_000 });
  });
});
