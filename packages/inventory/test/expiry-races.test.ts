import { statement } from '@linework/db/statement';
import { anActiveLine } from '@linework/testing/a-line';
import { aPool } from '@linework/testing/a-pool';
import { aTestDb } from '@linework/testing/a-test-db';
import { aCallerOf } from '@linework/testing/callers';
import { findStates } from '@linework/testing/inventory/find-states';
import { takesLong } from '@linework/testing/run/takes-long';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { expireReservations } from '../src/expiry/expire-due.ts';
import { assignResources } from '../src/line-resources/assign-resources.ts';
import { findReservation } from '../src/reservations/find-reservation.ts';
import { reserveResources } from '../src/reservations/reserve-resources.ts';

takesLong('many-cases');

const db = await aTestDb();

const rounds = 500;
const endIn = statement(
  'test-end-in',
  { id: 'uuid', endsInMs: 'float8' },
  "UPDATE reservation SET expires_at = clock_timestamp() + :endsInMs * interval '1 ms' WHERE id = :id",
);
const statusOf = async (reservationId: string) =>
  (await findReservation(db, { caller: { brokerId: null }, reservationId })).status;

describe('a reservation that ends while a line is assigned its resource and other requests wait for it', () => {
  it(`leaves the resource with exactly one of them, ${rounds} times`, async () => {
    const pool = await aPool(db, { count: rounds });
    const { id: lineId, holderId, brokerId } = await anActiveLine(db, { brokerId: pool.brokerId });
    const caller = aCallerOf({ id: brokerId });
    const reserve = (resourceId: string) =>
      reserveResources(db, { caller, from: { resourceIds: [resourceId] }, quantity: 1 });
    const seen = { assigned: 0, reservedAgain: 0, available: 0 };
    let endsInMs = 2;

    for (const resourceId of pool.resourceIds) {
      const { id: reservationId } = await reserve(resourceId);
      await db.query(endIn, { id: reservationId, endsInMs });
      const [assigned, again] = await Promise.allSettled([
        db.transaction((tx) => assignResources(tx, { brokerId, lineId, holderId, reservationId })),
        expireReservations(db).then(() => reserve(resourceId)),
      ]);
      // Converges to the instant at which either can win.
      endsInMs += assigned.status === 'fulfilled' ? -0.3 : 0.3;
      await expireReservations(db);
      const [state] = await findStates(db, [resourceId]);
      const held = await db.prisma.allocation.count({ where: { resourceId } });
      if (assigned.status === 'fulfilled') {
        seen.assigned += 1;
        expect({
          status: state?.status,
          lineId: state?.lineId,
          held,
          reservation: await statusOf(reservationId),
        }).toEqual({
          status: 'active',
          lineId,
          held: 1,
          reservation: 'CONSUMED',
        });
        expect(again.status).toBe('rejected');
      } else {
        seen[again.status === 'fulfilled' ? 'reservedAgain' : 'available'] += 1;
        expect(assigned.reason).toMatchObject({ code: 'reservation-over' });
        const now =
          again.status === 'fulfilled'
            ? { status: 'reserved', reservationId: again.value.id }
            : { status: 'available', reservationId: null };
        expect(state).toMatchObject({ ...now, lineId: null });
        expect({ held, reservation: await statusOf(reservationId) }).toEqual({ held: 0, reservation: 'EXPIRED' });
      }
    }
    expect(seen.assigned).toBeGreaterThan(rounds / 10);
    expect(seen.reservedAgain).toBeGreaterThan(0);
  });
});

describe('the sweep of a program whose clock is two hours ahead', () => {
  afterEach(() => vi.useRealTimers());

  it('ends only the reservations that have expired by the clock of the database', async () => {
    const pool = await aPool(db, { count: 2 });
    const caller = aCallerOf({ id: pool.brokerId });
    const [ended = '', running = ''] = pool.resourceIds;
    const { id } = await reserveResources(db, { caller, from: { resourceIds: [ended] }, quantity: 1 });
    await reserveResources(db, { caller, from: { resourceIds: [running] }, quantity: 1 });
    await db.query(endIn, { id, endsInMs: -1 });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 });
    await expireReservations(db);
    expect((await findStates(db, [ended, running])).map((state) => state?.status)).toEqual(['available', 'reserved']);
  });
});
