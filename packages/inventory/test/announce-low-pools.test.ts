import { aPool, type TestPool } from '@linework/testing/a-pool';
import { aTestDb } from '@linework/testing/a-test-db';
import { sql } from '@linework/testing/sql';
import { describe, expect, it } from 'vitest';
import { announceLowPools } from '../src/pools/announce-low-pools.ts';

const db = await aTestDb();

const findAnnouncements = async ({ id }: TestPool) =>
  (await db.prisma.event.findMany({ where: { resourceId: id, type: 'pool.low_availability_reached' } })).map(
    ({ details }) => details,
  );
const leaveAvailable = (pool: TestPool, count: number) =>
  db.transaction(async (tx) => {
    const move = (status: string, ids: readonly string[]) =>
      tx.query(
        sql`UPDATE resource_state SET status = ${status} WHERE resource_id = ANY(${ids}) AND status <> ${status}`,
      );
    await move('available', pool.resourceIds.slice(0, count));
    await move('suspended', pool.resourceIds.slice(count));
  });

describe('a pool that falls below its threshold', () => {
  it('is announced once, with its number of resources', async () => {
    const pool = await aPool(db, { count: 30, lowAvailabilityThreshold: 20 });
    await leaveAvailable(pool, 20);
    await announceLowPools(db);
    expect(await findAnnouncements(pool)).toEqual([]);
    await leaveAvailable(pool, 19);
    expect(await announceLowPools(db)).toBe(1);
    await leaveAvailable(pool, 3);
    expect(await announceLowPools(db)).toBe(0);
    expect(await findAnnouncements(pool)).toEqual([{ available: 19, threshold: 20 }]);
  });

  it('is announced again only after it was above the threshold by a tenth', async () => {
    const pool = await aPool(db, { count: 30, lowAvailabilityThreshold: 15 });
    for (const count of [14, 16, 14]) {
      await leaveAvailable(pool, count);
      await announceLowPools(db);
    }
    expect(await findAnnouncements(pool)).toHaveLength(1);
    for (const count of [17, 14]) {
      await leaveAvailable(pool, count);
      await announceLowPools(db);
    }
    expect(await findAnnouncements(pool)).toHaveLength(2);
  });

  it('is never announced with a threshold of 0', async () => {
    const pool = await aPool(db, { count: 1, lowAvailabilityThreshold: 0 });
    await leaveAvailable(pool, 0);
    await announceLowPools(db);
    expect(await findAnnouncements(pool)).toEqual([]);
  });

  it('is announced when it is empty', async () => {
    const pool = await aPool(db, { lowAvailabilityThreshold: 1 });
    await announceLowPools(db);
    expect(await findAnnouncements(pool)).toEqual([{ available: 0, threshold: 1 }]);
  });

  it('is announced once by concurrent calls', async () => {
    const pools = await Promise.all(Array.from({ length: 5 }, () => aPool(db, { lowAvailabilityThreshold: 1 })));
    const counts = await Promise.all(Array.from({ length: 8 }, () => announceLowPools(db)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(5);
    for (const pool of pools) expect(await findAnnouncements(pool)).toHaveLength(1);
  });

  it('is announced while resources are added to it', async () => {
    const pool = await aPool(db, { lowAvailabilityThreshold: 1 });
    await db.transaction(async (tx) => {
      await tx.query(sql`SELECT FROM pool WHERE id = ${pool.id} FOR KEY SHARE`);
      expect(await announceLowPools(db)).toBe(1);
    });
  });
});
