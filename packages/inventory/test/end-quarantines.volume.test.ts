import { aPool } from '@linework/testing/a-pool';
import { aTestDb } from '@linework/testing/a-test-db';
import { quarantineAll } from '@linework/testing/inventory/quarantine-all';
import { describe, expect, it } from 'vitest';
import { endQuarantines } from '../src/expiry/expire-due.ts';

const db = await aTestDb();

const expired = { endsInMs: -1 };
const statusesOf = async (pool: { readonly id: string }) => {
  const states = await db.prisma.resourceState.groupBy({ by: ['status'], where: { poolId: pool.id }, _count: true });
  return states.map(({ status, _count }) => [status, _count]);
};
const findEvents = (resourceIds: readonly string[]) =>
  db.prisma.event.findMany({
    where: { resourceId: { in: [...resourceIds] }, fromStatus: 'quarantined' },
    select: { type: true, toStatus: true },
  });

describe('ending quarantines', () => {
  it('makes reusable resources available, with an event', async () => {
    const pool = await aPool(db, { count: 1 });
    await quarantineAll(db, pool, expired);
    expect(await endQuarantines(db)).toBe(1);
    expect(await statusesOf(pool)).toEqual([['available', 1]]);
    expect(await findEvents(pool.resourceIds)).toEqual([{ type: 'resource.made_available', toStatus: 'available' }]);
  });

  it('decommissions the others, with an event', async () => {
    const pool = await aPool(db, { type: 'SIM', count: 1 });
    await quarantineAll(db, pool, expired);
    expect(await endQuarantines(db)).toBe(1);
    expect(await statusesOf(pool)).toEqual([['decommissioned', 1]]);
    expect(await findEvents(pool.resourceIds)).toEqual([
      { type: 'resource.decommissioned', toStatus: 'decommissioned' },
    ]);
  });

  it('leaves those that have not expired', async () => {
    const pool = await aPool(db, { count: 2 });
    await quarantineAll(db, pool, { endsInMs: 60_000 });
    expect(await endQuarantines(db)).toBe(0);
    expect(await statusesOf(pool)).toEqual([['quarantined', 2]]);
  });

  it('is done once for each by concurrent calls, in several batches', async () => {
    const pool = await aPool(db, { count: 11_000 });
    await quarantineAll(db, pool, expired);
    const counts = await Promise.all([endQuarantines(db), endQuarantines(db)]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(11_000);
    expect(await findEvents(pool.resourceIds)).toHaveLength(11_000);
  });
});
