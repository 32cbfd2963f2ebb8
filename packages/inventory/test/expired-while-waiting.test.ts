import { anActiveLine } from '@linework/testing/a-line';
import { aPool } from '@linework/testing/a-pool';
import { aTestDb } from '@linework/testing/a-test-db';
import { aCallerOf } from '@linework/testing/callers';
import { countWaitingSessions } from '@linework/testing/count-waiting-sessions';
import { findStates, lockResource } from '@linework/testing/inventory/find-states';
import { reserveAll } from '@linework/testing/inventory/reserve-all';
import { sql } from '@linework/testing/sql';
import { describe, expect, it } from 'vitest';
import { expireReservations } from '../src/expiry/expire-due.ts';
import { assignResources } from '../src/line-resources/assign-resources.ts';
import { extendReservation } from '../src/reservations/extend-reservation.ts';
import { releaseReservation } from '../src/reservations/release-reservation.ts';

const db = await aTestDb();

interface ReservedResources {
  readonly brokerId: string;
  readonly reservationId: string;
}

const requests = {
  extended: ({ brokerId, reservationId }: ReservedResources) =>
    extendReservation(db, { caller: aCallerOf({ id: brokerId }), reservationId }),
  released: ({ brokerId, reservationId }: ReservedResources) =>
    releaseReservation(db, { caller: aCallerOf({ id: brokerId }), reservationId }),
  'assigned to a line': async ({ brokerId, reservationId }: ReservedResources) => {
    const { id: lineId, holderId } = await anActiveLine(db, { brokerId });
    return db.transaction((tx) => assignResources(tx, { brokerId, lineId, holderId, reservationId }));
  },
};

/** The same update as the sweep, whose own now() would be too early in this transaction. */
const releaseResource = (id: string | undefined) =>
  sql`UPDATE resource_state SET status = 'available', reservation_id = NULL, reserved_at = NULL
  WHERE resource_id = ${id}`;
const hasExpired = async (id: string) =>
  (await db.pool.query('SELECT FROM reservation WHERE id = $1 AND expires_at <= clock_timestamp()', [id])).rowCount ===
  1;

describe('a reservation that expires and is partly released while a request waits for the lock on its resources', () => {
  it.each(Object.entries(requests))('cannot be %s', async (_, request) => {
    const pool = await aPool(db, { count: 2 });
    const [reservationId = ''] = await reserveAll(db, pool, { perReservation: 2, endsInMs: 1_500 });
    const [first, second] = pool.resourceIds.toSorted();
    const refused = db.transaction(async (tx) => {
      await lockResource(tx, second);
      const rejection = expect(request({ brokerId: pool.brokerId, reservationId })).rejects.toMatchObject({
        status: 409,
      });
      await expect.poll(() => countWaitingSessions(db)).toBe(1);
      await expect.poll(() => hasExpired(reservationId)).toBe(true);
      await tx.query(releaseResource(second));
      return { rejection };
    });
    await (await refused).rejection;
    expect((await findStates(db, [first ?? '', second ?? ''])).map((state) => state?.status)).toEqual([
      'reserved',
      'available',
    ]);
    expect(await expireReservations(db)).toBe(1);
  });
});
