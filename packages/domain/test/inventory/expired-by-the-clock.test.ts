import { statement } from '@linework/db/statement';
import { aPool, type TestPool } from '@linework/testing/a-pool';
import { aTestDb } from '@linework/testing/a-test-db';
import { aCallerOf } from '@linework/testing/callers';
import { findInventoryViolations } from '@linework/testing/invariants/check-invariants';
import { quarantineAll } from '@linework/testing/quarantine-all';
import { reserveAll } from '@linework/testing/reserve-all';
import { afterAll, describe, expect, it } from 'vitest';
import { claimResources } from '../../src/inventory/claim-resources.ts';
import { findResource } from '../../src/inventory/find-resource.ts';
import { requestResourceMove } from '../../src/inventory/request-resource-move.ts';
import { reserveResources } from '../../src/inventory/reserve-resources.ts';
import { aResourceIn } from './a-resource-in.ts';
import { findStates } from './find-states.ts';

const db = await aTestDb();
afterAll(async () => {
  // What others of these tests keep is over too, and stays so: nothing sweeps here.
  const found = await findInventoryViolations(db);
  expect(found.filter(({ invariant }) => !invariant.includes('no reservation or quarantine lasts long'))).toEqual([]);
});

const expiries: readonly (readonly [string, (pool: TestPool, endsInMs: number) => Promise<unknown>])[] = [
  ['reservation', (pool, endsInMs) => reserveAll(db, pool, { endsInMs })],
  ['quarantine', (pool, endsInMs) => quarantineAll(db, pool, { endsInMs })],
];

describe.each(expiries)('what a %s keeps no more by the clock, though no sweep has come by', (_, keepAll) => {
  async function kept(endsInMs = -1) {
    const pool = await aPool(db, { count: 2 });
    await keepAll(pool, endsInMs);
    return { pool, caller: aCallerOf({ id: pool.brokerId }), resourceId: pool.resourceIds[0] as string };
  }
  const statusesOf = async (pool: TestPool) => (await findStates(db, pool.resourceIds)).map((state) => state?.status);

  it('is reserved from its pool, of its type and by its id', async () => {
    for (const from of [({ id }: TestPool) => ({ poolId: id }), ({ typeId }: TestPool) => ({ typeId }), ({ resourceIds }: TestPool) => ({ resourceIds })]) {
      const { pool, caller } = await kept();
      expect(await reserveResources(db, { caller, from: from(pool), quantity: 2 })).toMatchObject({ resourceIds: pool.resourceIds });
    }
  });

  it('is not left out where less would do', async () => {
    const { pool, caller } = await kept();
    const { resourceIds: more } = await aPool(db, { count: 1, brokerId: pool.brokerId });
    const resourceIds = [...pool.resourceIds, ...more];
    const reservation = await reserveResources(db, { caller, from: { resourceIds }, quantity: 3, atomic: false });
    expect(reservation.resourceIds).toHaveLength(3);
  });

  it('is claimed for a line, from its pool and by its id', async () => {
    for (const from of [({ id }: TestPool) => ({ poolId: id }), ({ resourceIds }: TestPool) => ({ resourceId: resourceIds[0] as string })]) {
      const { pool, resourceId } = await kept();
      const claim = { orderId: crypto.randomUUID(), brokerId: pool.brokerId, keyId: null, requests: [{ type: 'MSISDN', from: from(pool) }] } as const;
      expect(await db.transaction((tx) => claimResources(tx, claim))).toMatchObject([{ id: resourceId }]);
    }
  });

  it('is shown as it will be swept', async () => {
    const { resourceId, caller } = await kept();
    const shown = await findResource(db, { caller, resourceId });
    expect(shown).toMatchObject({ status: 'available', reservationTTL: 1800, quarantineTTL: 7_776_000 });
    expect(shown).not.toHaveProperty('reservationId');
    expect(shown).not.toHaveProperty('quarantinedAt');
  });

  it('is left alone as long as it is not over', async () => {
    const { pool, caller, resourceId } = await kept(60_000);
    const before = await statusesOf(pool);
    await expect(reserveResources(db, { caller, from: { poolId: pool.id }, quantity: 1 })).rejects.toMatchObject({ members: { available: 0 } });
    expect(await statusesOf(pool)).toEqual(before);
    expect(await findResource(db, { caller, resourceId })).toMatchObject({ status: before[0] });
  });
});

describe('a number whose rest is over', () => {
  it('is not recalled: it is on the shelf like any other', async () => {
    const { resourceId, brokerId } = await aResourceIn(db, 'quarantined');
    const over = "UPDATE resource_state SET quarantine_ends_at = now() - interval '1 ms' WHERE resource_id = $1";
    await db.query(statement('', over), [resourceId]);
    const recall = requestResourceMove(db, { caller: aCallerOf({ id: brokerId }), resourceId, request: 'recall' });
    await expect(recall).rejects.toMatchObject({ name: 'invalid-status-transition', members: { currentStatus: 'available' } });
    expect(await requestResourceMove(db, { caller: aCallerOf({ id: brokerId }), resourceId, request: 'suspend' })).toMatchObject({ status: 'suspended' });
  });
});
