import { getPoolSummary, summarizeStock } from '@linework/inventory/pools/get-pool-summary';
import { aHolder } from '@linework/testing/a-holder';
import { aPool } from '@linework/testing/a-pool';
import { aTestDb } from '@linework/testing/a-test-db';
import { aCallerOf } from '@linework/testing/callers';
import { describe, expect, it } from 'vitest';

const stock = {
  poolId: '018f0000-0000-7000-8000-000000000000',
  lowAvailabilityThreshold: 40,
  isLow: false,
  checkDigit: null,
  today: '2026-12-30',
  counts: { available: 100, active: 900 },
  returns: { '2026-12-30': 1, '2027-01-01': 2, '2027-03-01': 5 },
  used7: 70,
  used30: 60,
};

describe('the summary of a stock', () => {
  it('has all six counts, each of the next 30 days, and the days that are left at each consumption', () => {
    const summary = summarizeStock(stock);
    expect(summary.counts).toEqual({
      available: 100,
      reserved: 0,
      active: 900,
      suspended: 0,
      quarantined: 0,
      decommissioned: 0,
    });
    expect(summary.total).toBe(1_000);
    expect(summary.returns.slice(0, 3)).toEqual([
      { day: '2026-12-30', count: 1 },
      { day: '2026-12-31', count: 0 },
      { day: '2027-01-01', count: 2 },
    ]);
    expect([summary.returns.length, summary.returnsLater]).toEqual([30, 5]);
    expect(summary.consumption).toEqual([
      { days: 7, used: 70, perDay: 10, daysLeft: 10, daysUntilLow: 6 },
      { days: 30, used: 60, perDay: 2, daysLeft: 50, daysUntilLow: 30 },
    ]);
  });

  it('has no days left where nothing was used, and none until low without a threshold', () => {
    const { consumption } = summarizeStock({
      ...stock,
      counts: null,
      returns: null,
      lowAvailabilityThreshold: 0,
      used7: 0,
      used30: 3,
    });
    expect(consumption).toEqual([
      { days: 7, used: 0, perDay: 0 },
      { days: 30, used: 3, perDay: 0.1, daysLeft: 0 },
    ]);
  });
});

describe('the summary of a pool', () => {
  it('is read from its counters, quarantines and allocations, and is not found by another broker', async () => {
    const db = await aTestDb();
    const pool = await aPool(db, { count: 4 });
    const caller = aCallerOf({ id: pool.brokerId });
    const holder = await aHolder(db, { brokerId: pool.brokerId });
    const [first, ...others] = pool.resourceIds;
    const connection = await db.pool.connect();
    await connection.query('SET session_replication_role = replica');
    const quarantine =
      "SET status = 'quarantined', quarantined_at = now(), quarantine_ends_at = now() + interval '1 day'";
    await connection.query(`UPDATE resource_state ${quarantine} WHERE resource_id = $1`, [first]);
    await connection.query(
      "INSERT INTO pool_count (pool_id, status, delta) VALUES ($1, 'available', -1), ($1, 'quarantined', 1)",
      [pool.id],
    );
    const insert =
      'INSERT INTO allocation (resource_id, broker_id, holder_id, held_from) VALUES ($1, $2, $3, now() - $4::interval)';
    for (const [at, age] of ['1 day', '20 days', '40 days'].entries())
      await connection.query(insert, [others[at], pool.brokerId, holder.id, age]);
    connection.release(true);
    const summary = await getPoolSummary(db, { caller, poolId: pool.id });
    expect(summary).toMatchObject({
      poolId: pool.id,
      total: 4,
      counts: { available: 3, quarantined: 1 },
      returnsLater: 0,
    });
    expect(summary.returns.map(({ count }) => count).slice(0, 3)).toEqual([0, 1, 0]);
    expect(summary.consumption.map(({ used }) => used)).toEqual([1, 2]);
    const other = aCallerOf({ id: (await aPool(db)).brokerId });
    await expect(getPoolSummary(db, { caller: other, poolId: pool.id })).rejects.toMatchObject({ status: 404 });
  });
});
