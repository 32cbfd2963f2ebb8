import { aPool } from '@linework/testing/a-pool';
import { aTestDb } from '@linework/testing/a-test-db';
import { aCallerOf } from '@linework/testing/callers';
import { groupResources } from '@linework/testing/inventory/find-states';
import { describe, expect, it } from 'vitest';
import { allocateClaim } from '../src/line-resources/allocate-claim.ts';
import { reserveResources } from '../src/reservations/reserve-resources.ts';

const db = await aTestDb();

describe('the resource that a claim allocates from a pool', () => {
  it.each([{}, { imsi: '724' }, { imsi: 724110000000001 }, { imsi: null }])(
    'is the first SIM with an IMSI and never one with %j',
    async (attributes) => {
      const {
        id: poolId,
        brokerId,
        resourceIds,
      } = await aPool(db, { type: 'SIM', count: 2, attributes: [attributes] });
      expect(await allocateClaim(db, brokerId, { type: 'SIM', from: { poolId } })).toBe(resourceIds[1]);
    },
  );

  it('is the first one without other group members, except withdrawn ones', async () => {
    const { id: poolId, brokerId, resourceIds } = await aPool(db, { count: 4 });
    await groupResources(db, resourceIds.slice(0, 2));
    await groupResources(db, resourceIds.slice(2));
    const pick = () => allocateClaim(db, brokerId, { type: 'MSISDN', from: { poolId } });
    expect(await pick()).toBeUndefined();
    await db.pool.query("UPDATE resource_state SET status = 'decommissioned' WHERE resource_id = $1", [resourceIds[3]]);
    expect(await pick()).toBe(resourceIds[2]);
  });
});

describe('the resource that a claim allocates from a reservation', () => {
  async function aReservation() {
    const { id: poolId, brokerId, resourceIds } = await aPool(db, { count: 1 });
    const { id: reservationId } = await reserveResources(db, {
      caller: aCallerOf({ id: brokerId }),
      from: { poolId },
      quantity: 1,
    });
    const allocate = (by = brokerId) => allocateClaim(db, by, { type: 'MSISDN', from: { reservationId } });
    const setEnd = (end: string) =>
      db.pool.query('UPDATE reservation SET expires_at = now() + $2::interval WHERE id = $1', [reservationId, end]);
    return { allocate, setEnd, resourceIds };
  }

  it('is the reserved one', async () => {
    const { allocate, resourceIds } = await aReservation();
    expect(await allocate()).toBe(resourceIds[0]);
  });

  it('is none once the reservation has expired, also before the sweep has released it', async () => {
    const { allocate, setEnd } = await aReservation();
    await setEnd('-1 s');
    expect(await allocate()).toBeUndefined();
  });

  it('is none for another broker', async () => {
    const { allocate } = await aReservation();
    expect(await allocate(crypto.randomUUID())).toBeUndefined();
  });
});
