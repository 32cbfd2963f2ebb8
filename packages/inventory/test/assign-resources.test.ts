import type { Db } from '@linework/db/db';
import { aLine } from '@linework/testing/a-line';
import { aPool } from '@linework/testing/a-pool';
import { aTestDb } from '@linework/testing/a-test-db';
import { aCallerOf } from '@linework/testing/callers';
import { countWaitingSessions } from '@linework/testing/count-waiting-sessions';
import { findStates, groupResources } from '@linework/testing/inventory/find-states';
import { describe, expect, it } from 'vitest';
import { assignResources } from '../src/line-resources/assign-resources.ts';
import type { Assignment } from '../src/line-resources/assignment.ts';
import { extendReservation } from '../src/reservations/extend-reservation.ts';
import { findReservation } from '../src/reservations/find-reservation.ts';
import { reserveResources } from '../src/reservations/reserve-resources.ts';
import { aRecalledResource } from './a-resource-in.ts';

const db = await aTestDb();

const assign = (assignment: Assignment) => db.transaction((tx) => assignResources(tx, assignment));

async function aLineAndReservation(count: number, reservationTTL?: number) {
  const pool = await aPool(db, { count });
  const line = await aLine(db, 'STAND_BY', { brokerId: pool.brokerId });
  const caller = aCallerOf({ id: pool.brokerId });
  const reservation = await reserveResources(db, {
    caller,
    from: { poolId: pool.id },
    quantity: count,
    reservationTTL,
  });
  const status = async () => (await findReservation(db, { caller, reservationId: reservation.id })).status;
  return {
    pool,
    line,
    caller,
    reservation,
    status,
    to: { brokerId: line.brokerId, lineId: line.id, holderId: line.holderId },
  };
}

type TestReservation = Awaited<ReturnType<typeof aLineAndReservation>>;

describe('assigning reserved resources to a line', () => {
  it('assigns all resources of the reservation, opens allocations and consumes the reservation', async () => {
    const { pool, line, reservation, status, to } = await aLineAndReservation(2);
    const orderId = line.id;
    expect(await assign({ ...to, reservationId: reservation.id, orderId })).toEqual(
      expect.arrayContaining([...pool.resourceIds]),
    );
    expect(await findStates(db, pool.resourceIds)).toMatchObject(
      pool.resourceIds.map(() => ({ status: 'active', lineId: line.id, reservationId: null })),
    );
    const held = await db.prisma.allocation.findMany({ where: { resourceId: { in: [...pool.resourceIds] } } });
    expect(held).toMatchObject(
      pool.resourceIds.map(() => ({ holderId: line.holderId, lineId: line.id, heldTo: null })),
    );
    const events = await db.prisma.event.findMany({ where: { orderId, type: 'resource.activated' } });
    expect(events).toMatchObject(
      pool.resourceIds.map(() => ({
        fromStatus: 'reserved',
        details: { lineId: line.id, reservationId: reservation.id },
      })),
    );
    expect(await status()).toBe('CONSUMED');
  });

  it('assigns only the named ones, and the reservation stays live while it keeps others', async () => {
    const { pool, reservation, status, to } = await aLineAndReservation(2);
    const [first, second] = pool.resourceIds as [string, string];
    expect(await assign({ ...to, reservationId: reservation.id, resourceIds: [second] })).toEqual([second]);
    expect(await status()).toBe('ACTIVE');
    expect(await assign({ ...to, reservationId: reservation.id, resourceIds: [first] })).toEqual([first]);
    expect(await status()).toBe('CONSUMED');
  });

  it.each([
    [
      'others of it were assigned',
      async (tx: Db, { to, reservation, pool }: TestReservation) =>
        void (await assignResources(tx, {
          ...to,
          reservationId: reservation.id,
          resourceIds: pool.resourceIds.slice(0, 1),
        })),
    ],
    [
      'it was extended',
      async (tx: Db, { caller, reservation }: TestReservation) =>
        void (await extendReservation(tx, { caller, reservationId: reservation.id })),
    ],
  ])('continues after a wait until %s, and consumes the reservation', async (_, meanwhile) => {
    const fixture = await aLineAndReservation(2);
    const { pool, reservation, status, to } = fixture;
    const { assigned } = await db.transaction(async (tx) => {
      await meanwhile(tx, fixture);
      const assigned = assign({ ...to, reservationId: reservation.id });
      await expect.poll(() => countWaitingSessions(db)).toBe(1);
      return { assigned };
    });
    await assigned;
    expect((await findStates(db, pool.resourceIds)).map((state) => state?.status)).toEqual(['active', 'active']);
    expect(await status()).toBe('CONSUMED');
  });

  it('assigns the whole group of a named resource', async () => {
    const pool = await aPool(db, { count: 3 });
    await groupResources(db, pool.resourceIds.slice(0, 2));
    const line = await aLine(db, 'STAND_BY', { brokerId: pool.brokerId });
    const reservation = await reserveResources(db, {
      caller: aCallerOf({ id: pool.brokerId }),
      from: { poolId: pool.id },
      quantity: 3,
    });
    const to = { brokerId: line.brokerId, lineId: line.id, holderId: line.holderId, reservationId: reservation.id };
    expect(await assign({ ...to, resourceIds: pool.resourceIds.slice(0, 1) })).toHaveLength(2);
    expect((await findStates(db, pool.resourceIds)).map((state) => state?.status)).toEqual([
      'active',
      'active',
      'reserved',
    ]);
  });

  it('is rejected after the end of the reservation, swept or not', async () => {
    const { pool, reservation, to } = await aLineAndReservation(1, 0);
    await expect(assign({ ...to, reservationId: reservation.id })).rejects.toMatchObject({
      name: 'conflict',
      code: 'reservation-over',
    });
    expect((await findStates(db, pool.resourceIds))[0]?.status).toBe('reserved');
  });

  it('is rejected for the reservation of another broker', async () => {
    const [own, theirs] = [await aLineAndReservation(1), await aLineAndReservation(1)];
    await expect(assign({ ...own.to, reservationId: theirs.reservation.id })).rejects.toMatchObject({
      code: 'reservation-over',
    });
  });

  it('assigns none when one of the named resources is not available', async () => {
    const { pool, reservation, to } = await aLineAndReservation(1);
    const other = await aPool(db, { brokerId: pool.brokerId, count: 1 });
    const resourceIds = [...pool.resourceIds, ...other.resourceIds];
    const assignment = assign({ ...to, reservationId: reservation.id, resourceIds });
    await expect(assignment).rejects.toMatchObject({
      code: 'not-to-be-assigned',
      members: { resourceIds: other.resourceIds },
    });
    expect((await findStates(db, pool.resourceIds))[0]?.status).toBe('reserved');
  });
});

describe('assigning a recalled resource', () => {
  it('assigns it to a line of its holder and continues the allocation with the line', async () => {
    const { resourceId, brokerId, holderId } = await aRecalledResource(db);
    const line = await aLine(db, 'STAND_BY', { brokerId, holderId });
    expect(await assign({ brokerId, lineId: line.id, holderId, resourceIds: [resourceId] })).toEqual([resourceId]);
    expect(await findStates(db, [resourceId])).toMatchObject([{ status: 'active', lineId: line.id }]);
    expect(await db.prisma.allocation.findMany({ where: { resourceId, heldTo: null } })).toMatchObject([
      { lineId: line.id, holderId },
    ]);
  });

  it('is rejected for a line of another holder', async () => {
    const { resourceId, brokerId } = await aRecalledResource(db);
    const line = await aLine(db, 'STAND_BY', { brokerId });
    const assignment = assign({ brokerId, lineId: line.id, holderId: line.holderId, resourceIds: [resourceId] });
    await expect(assignment).rejects.toMatchObject({ code: 'not-to-be-assigned' });
  });
});
