import { assembled } from '@linework/db/statement';
import { aPool } from '@linework/testing/a-pool';
import { aTestDb } from '@linework/testing/a-test-db';
import { describe, expect, it } from 'vitest';

const db = await aTestDb();

const run = (text: string, values: readonly unknown[]) => db.query(assembled({ text, values }));
const countsOf = (poolId: string) =>
  db.prisma.poolCount.groupBy({ by: ['status'], where: { poolId }, _sum: { delta: true }, orderBy: { status: 'asc' } });

describe('a resource', () => {
  it('starts as available, is counted and has an event', async () => {
    const pool = await aPool(db, { count: 3 });
    const states = await db.prisma.resourceState.findMany({ where: { poolId: pool.id } });
    expect(states.map(({ status }) => status)).toEqual(['available', 'available', 'available']);
    expect(await countsOf(pool.id)).toEqual([{ status: 'available', _sum: { delta: 3 } }]);
    expect(
      await db.prisma.event.count({
        where: { resourceId: { in: [...pool.resourceIds] }, type: 'resource.made_available' },
      }),
    ).toBe(3);
  });

  it('is counted in each status that it enters, by any statement', async () => {
    const pool = await aPool(db, { count: 3 });
    await run("UPDATE resource_state SET status = 'suspended' WHERE resource_id = $1", [pool.resourceIds[0]]);
    await run("UPDATE resource_state SET status = 'decommissioned' WHERE resource_id = ANY($1)", [
      pool.resourceIds.slice(0, 2),
    ]);
    const counted = (await countsOf(pool.id)).map(({ status, _sum }) => [status, _sum.delta]);
    expect(counted).toEqual([
      ['available', 1],
      ['decommissioned', 2],
      ['suspended', 0],
    ]);
  });

  it('keeps its type and broker, and its state has its pool', async () => {
    const pool = await aPool(db, { count: 1 });
    const other = await aPool(db, { brokerId: pool.brokerId });
    const [foreign, sims] = [await aPool(db), await aPool(db, { brokerId: pool.brokerId, type: 'SIM' })];
    const [id] = pool.resourceIds;
    const setPool = 'UPDATE resource SET pool_id = $2 WHERE id = $1';
    for (const { id: poolId } of [foreign, sims])
      await expect(run(setPool, [id, poolId])).rejects.toThrow('resource_pool_id_type_id_broker_id_fkey');
    await expect(run('UPDATE resource SET broker_id = $2 WHERE id = $1', [id, foreign.brokerId])).rejects.toThrow(
      'stays with its pool',
    );
    await expect(run('UPDATE resource_state SET pool_id = $2 WHERE resource_id = $1', [id, other.id])).rejects.toThrow(
      'stays in its pool',
    );
    await run(setPool, [id, other.id]);
    expect(await db.prisma.resourceState.findUnique({ where: { resourceId: id ?? '' } })).toMatchObject({
      poolId: other.id,
    });
  });

  it('with another type or broker than its pool cannot be written', async () => {
    const [numbers, sims] = [await aPool(db), await aPool(db, { type: 'SIM' })];
    const add = (typeId: string, brokerId: string) =>
      run(
        `INSERT INTO resource (id, pool_id, type_id, broker_id, external_code)
         VALUES (gen_random_uuid(), $1, $2, $3, 'x')`,
        [numbers.id, typeId, brokerId],
      );
    await expect(add(sims.typeId, numbers.brokerId)).rejects.toThrow('foreign key');
    await expect(add(numbers.typeId, sims.brokerId)).rejects.toThrow('foreign key');
  });

  it('has a unique code until it is withdrawn', async () => {
    const pool = await aPool(db, { count: 1 });
    const twin = () =>
      run(
        `INSERT INTO resource (id, pool_id, type_id, broker_id, external_code)
         SELECT gen_random_uuid(), pool_id, type_id, broker_id, external_code
         FROM resource
         WHERE id = $1`,
        [pool.resourceIds[0]],
      );
    await expect(twin()).rejects.toThrow('one_resource_per_code');
    await run("UPDATE resource_state SET status = 'decommissioned' WHERE resource_id = $1", [pool.resourceIds[0]]);
    await twin();
  });

  it('that is a SIM has a unique and immutable IMSI, even after it is withdrawn', async () => {
    const sims = await aPool(db, { type: 'SIM', count: 2, attributes: [{ imsi: '724330000000001' }] });
    const [one, two] = sims.resourceIds;
    await run("UPDATE resource_state SET status = 'decommissioned' WHERE resource_id = $1", [one]);
    await expect(aPool(db, { type: 'SIM', count: 1, attributes: [{ imsi: '724330000000001' }] })).rejects.toThrow(
      'one_sim_per_imsi',
    );
    for (const change of [
      `attributes = '{}'`,
      `attributes = attributes || '{"imsi":"724330000000002"}'`,
      'imsi = NULL',
      `imsi = '724330000000002'`,
    ]) {
      await expect(run(`UPDATE resource SET ${change} WHERE id = $1`, [two])).rejects.toThrow('is written once');
    }
  });

  it.each([
    ['reserved without a reservation', "status = 'reserved'", 'reservation_while_reserved'],
    ['in a reservation while available', 'reserved_at = now()', 'reservation_while_reserved'],
    [
      'in quarantine while available',
      'quarantined_at = now(), quarantine_ends_at = now()',
      'quarantine_while_quarantined',
    ],
    [
      'quarantined directly from available',
      "status = 'quarantined', quarantined_at = now(), quarantine_ends_at = now()",
      'may not move',
    ],
  ])('is not %s', async (_, change, refused) => {
    const pool = await aPool(db, { count: 1 });
    await expect(
      run(`UPDATE resource_state SET ${change} WHERE resource_id = $1`, [pool.resourceIds[0]]),
    ).rejects.toThrow(refused);
  });
});
