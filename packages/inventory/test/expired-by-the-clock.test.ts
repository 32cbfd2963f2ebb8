import { aPool, type TestPool } from '@linework/testing/a-pool';
import { aTestDb } from '@linework/testing/a-test-db';
import { aCallerOf } from '@linework/testing/callers';
import { findInventoryViolations } from '@linework/testing/invariants/check-invariants';
import { findStates } from '@linework/testing/inventory/find-states';
import { quarantineAll } from '@linework/testing/inventory/quarantine-all';
import { reserveAll } from '@linework/testing/inventory/reserve-all';
import { sql } from '@linework/testing/sql';
import { afterAll, describe, expect, it } from 'vitest';
import { claimResources } from '../src/line-resources/claim-resources.ts';
import { reserveResources } from '../src/reservations/reserve-resources.ts';
import { findResource } from '../src/resources/find-resource.ts';
import { requestResourceMove } from '../src/resources/request-resource-move.ts';
import { findResourceAt } from '../src/resources/resource-history.ts';
import { aResourceIn } from './a-resource-in.ts';

const db = await aTestDb();
afterAll(async () => {
  // The resources of the other tests here have expired too, and no sweep runs.
  const found = await findInventoryViolations(db);
  expect(found.filter(({ invariant }) => !invariant.includes('no reservation or quarantine lasts long'))).toEqual([]);
});

const expiries: readonly (readonly [string, (pool: TestPool, endsInMs: number) => Promise<unknown>])[] = [
  ['reservation', (pool, endsInMs) => reserveAll(db, pool, { endsInMs })],
  ['quarantine', (pool, endsInMs) => quarantineAll(db, pool, { endsInMs })],
];

describe.each(expiries)('the resources of an expired %s before any sweep', (_, keepAll) => {
  async function kept(endsInMs = -1) {
    const pool = await aPool(db, { count: 2 });
    await keepAll(pool, endsInMs);
    return { pool, caller: aCallerOf({ id: pool.brokerId }), resourceId: pool.resourceIds[0] as string };
  }
  const statusesOf = async (pool: TestPool) => (await findStates(db, pool.resourceIds)).map((state) => state?.status);

  it('are reserved from their pool, by their type and by their ids', async () => {
    for (const from of [
      ({ id }: TestPool) => ({ poolId: id }),
      ({ typeId }: TestPool) => ({ typeId }),
      ({ resourceIds }: TestPool) => ({ resourceIds }),
    ]) {
      const { pool, caller } = await kept();
      expect(await reserveResources(db, { caller, from: from(pool), quantity: 2 })).toMatchObject({
        resourceIds: pool.resourceIds,
      });
    }
  });

  it('are not left out of a partial reservation', async () => {
    const { pool, caller } = await kept();
    const { resourceIds: more } = await aPool(db, { count: 1, brokerId: pool.brokerId });
    const resourceIds = [...pool.resourceIds, ...more];
    const reservation = await reserveResources(db, { caller, from: { resourceIds }, quantity: 3, atomic: false });
    expect(reservation.resourceIds).toHaveLength(3);
  });

  it('are claimed for a line, from their pool and by their ids', async () => {
    for (const from of [
      ({ id }: TestPool) => ({ poolId: id }),
      ({ resourceIds }: TestPool) => ({ resourceId: resourceIds[0] as string }),
    ]) {
      const { pool, resourceId } = await kept();
      const claim = {
        orderId: crypto.randomUUID(),
        brokerId: pool.brokerId,
        keyId: null,
        requests: [{ type: 'MSISDN', from: from(pool) }],
      } as const;
      expect(await db.transaction((tx) => claimResources(tx, claim))).toMatchObject([{ id: resourceId }]);
    }
  });

  it('are shown as the sweep will leave them', async () => {
    const { resourceId, caller } = await kept();
    const shown = await findResource(db, { caller, resourceId });
    expect(shown).toMatchObject({ status: 'available', reservationTTL: 1800, quarantineTTL: 7_776_000 });
    expect(shown).not.toHaveProperty('reservationId');
    expect(shown).not.toHaveProperty('quarantinedAt');
    const past = await findResourceAt(db, { caller, resourceId });
    expect(past).toMatchObject({ status: 'available', causes: {} });
    expect(past.causes).not.toHaveProperty('status');
  });

  it('are unchanged before the end', async () => {
    const { pool, caller, resourceId } = await kept(60_000);
    const before = await statusesOf(pool);
    await expect(reserveResources(db, { caller, from: { poolId: pool.id }, quantity: 1 })).rejects.toMatchObject({
      members: { available: 0 },
    });
    expect(await statusesOf(pool)).toEqual(before);
    for (const find of [findResource, findResourceAt])
      expect(await find(db, { caller, resourceId })).toMatchObject({ status: before[0] });
    expect((await findResourceAt(db, { caller, resourceId })).causes).toHaveProperty('status');
  });
});

describe('a number whose quarantine has expired', () => {
  it('is not recalled because it is available', async () => {
    const { resourceId, brokerId } = await aResourceIn(db, 'quarantined');
    await db.query(sql`UPDATE resource_state
      SET quarantine_ends_at = now() - interval '1 ms'
      WHERE resource_id = ${resourceId}`);
    const recall = requestResourceMove(db, { caller: aCallerOf({ id: brokerId }), resourceId, request: 'recall' });
    await expect(recall).rejects.toMatchObject({
      name: 'invalid-status-transition',
      members: { currentStatus: 'available' },
    });
    expect(
      await requestResourceMove(db, { caller: aCallerOf({ id: brokerId }), resourceId, request: 'suspend' }),
    ).toMatchObject({ status: 'suspended' });
  });
});
