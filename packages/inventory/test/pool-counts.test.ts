import { assembled } from '@linework/db/statement';
import { aPool } from '@linework/testing/a-pool';
import { aTestDb } from '@linework/testing/a-test-db';
import { describe, expect, it } from 'vitest';
import { compactPoolCounts } from '../src/pools/compact-pool-counts.ts';
import { repairCounters } from '../src/pools/repair-counters.ts';
import { verifyCounters } from '../src/pools/verify-counters.ts';

const db = await aTestDb();

const run = <Row>(text: string, values: readonly unknown[] = []) => db.query(assembled<Row>({ text, values }));
const findRows = (poolId: string) =>
  db.prisma.poolCount.findMany({
    where: { poolId },
    select: { status: true, delta: true },
    orderBy: { status: 'asc' },
  });
const suspend = (resourceId: string | undefined) =>
  run("UPDATE resource_state SET status = 'suspended' WHERE resource_id = $1", [resourceId]);
const resume = (resourceId: string | undefined) =>
  run("UPDATE resource_state SET status = 'available' WHERE resource_id = $1", [resourceId]);

describe('compacting the counters', () => {
  it('leaves one row for each status with resources', async () => {
    const pool = await aPool(db, { count: 3 });
    for (const id of pool.resourceIds) await suspend(id);
    await resume(pool.resourceIds[0]);
    await compactPoolCounts(db);
    expect(await findRows(pool.id)).toEqual([
      { status: 'available', delta: 1 },
      { status: 'suspended', delta: 2 },
    ]);
    expect(await verifyCounters(db)).toEqual([]);
  });

  it('leaves no row for a sum of 0', async () => {
    const pool = await aPool(db, { count: 1 });
    await suspend(pool.resourceIds[0]);
    await resume(pool.resourceIds[0]);
    await compactPoolCounts(db);
    expect(await findRows(pool.id)).toEqual([{ status: 'available', delta: 1 }]);
  });

  it('writes nothing when there is nothing to compact', async () => {
    await aPool(db, { count: 1 });
    await compactPoolCounts(db);
    expect(await compactPoolCounts(db)).toBe(0);
  });

  it('is exact for every reader at every moment, with concurrent status changes and compactions', async () => {
    const pool = await aPool(db, { count: 40 });
    let isMoving = true;
    const moveToAndFro = async (ids: readonly string[]) => {
      for (let round = 0; round < 40; round += 1)
        for (const id of ids) await (round % 2 === 0 ? suspend(id) : resume(id));
    };
    const whileMoving = async (action: () => Promise<void>) => {
      while (isMoving) await action();
    };
    let looks = 0;
    const look = async () => {
      expect(await verifyCounters(db)).toEqual([]);
      looks += 1;
    };
    const compact = () => compactPoolCounts(db).then(() => {});
    const moving = Promise.all([0, 10, 20, 30].map((at) => moveToAndFro(pool.resourceIds.slice(at, at + 10)))).finally(
      () => {
        isMoving = false;
      },
    );
    await Promise.all([moving, whileMoving(look), whileMoving(compact), whileMoving(compact)]);
    expect(looks).toBeGreaterThan(10);
    await compactPoolCounts(db);
    expect(await findRows(pool.id)).toEqual([{ status: 'available', delta: 40 }]);
  });

  it('handles more rows than one batch', async () => {
    const pool = await aPool(db, { count: 1 });
    await run(
      `INSERT INTO pool_count (pool_id, status, delta)
       SELECT $1, 'available', n % 2 * 2 - 1
       FROM generate_series(1, 50000) AS n`,
      [pool.id],
    );
    expect(await compactPoolCounts(db)).toBeGreaterThanOrEqual(50_001);
    expect(await findRows(pool.id)).toEqual([{ status: 'available', delta: 1 }]);
  });
});

describe('wrong counters', () => {
  const corruptCounts = (poolId: string) =>
    run("INSERT INTO pool_count (pool_id, status, delta) VALUES ($1, 'available', 5), ($1, 'active', 1)", [poolId]);

  it('are found, with the right values', async () => {
    const pool = await aPool(db, { count: 2 });
    await corruptCounts(pool.id);
    const wrong = [
      { poolId: pool.id, status: 'active', summed: 1, counted: 0 },
      { poolId: pool.id, status: 'available', summed: 7, counted: 2 },
    ];
    expect(await verifyCounters(db)).toEqual(wrong);
    expect(await repairCounters(db)).toEqual(wrong);
    expect(await verifyCounters(db)).toEqual([]);
  });

  it('are found when all rows are missing', async () => {
    const pool = await aPool(db, { count: 2 });
    await run('DELETE FROM pool_count WHERE pool_id = $1', [pool.id]);
    expect(await repairCounters(db)).toEqual([{ poolId: pool.id, status: 'available', summed: 0, counted: 2 }]);
    expect(await verifyCounters(db)).toEqual([]);
  });

  it('are repaired while resources change', async () => {
    const pool = await aPool(db, { count: 20 });
    await corruptCounts(pool.id);
    await Promise.all([repairCounters(db), ...pool.resourceIds.map(suspend)]);
    expect(await verifyCounters(db)).toEqual([]);
  });

  it('are repaired once by two concurrent repairs', async () => {
    const pool = await aPool(db, { count: 1 });
    await corruptCounts(pool.id);
    let isDone = false;
    const second = await db.transaction(async (tx) => {
      await repairCounters(tx);
      const repair = repairCounters(db).finally(() => {
        isDone = true;
      });
      const waiting = () =>
        run(
          `SELECT
           FROM pg_locks
           JOIN pg_database d ON d.oid = database
           WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`,
        );
      while (!isDone && (await waiting()).length === 0);
      return { repair };
    });
    expect(await second.repair).toEqual([]);
    expect(await verifyCounters(db)).toEqual([]);
  });
});
