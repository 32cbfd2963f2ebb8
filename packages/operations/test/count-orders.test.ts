import { type OpenDb, openDb } from '@linework/db/db';
import { aBroker } from '@linework/testing/a-broker';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countFailedOrders, countOrders } from '../src/count-orders.ts';

describe('counting orders', () => {
  let testDb: TestDb;
  let db: OpenDb;
  let brokerId: string;

  beforeAll(async () => {
    testDb = await createTestDb();
    // One connection, so that its prepared statements can be inspected.
    db = openDb({ url: testDb.url, poolSize: 1 });
    brokerId = (await aBroker(db)).id;
  });
  afterAll(async () => {
    await db.close();
    await testDb.drop();
  });

  async function place(type: string, count: number, dueIn: string): Promise<void> {
    await db.pool.query(
      `INSERT INTO orders (id, broker_id, type, status, resource_type, resource_id, external_code, correlation_id,
         due_at)
       SELECT gen_random_uuid(), $1, $2, 'PENDING', 'subscription', gen_random_uuid(), 'x', 'x', now() + $4::interval
       FROM generate_series(1, $3)`,
      [brokerId, type, count, dueIn],
    );
  }

  async function settleOrders(type: string, status: 'COMPLETED' | 'FAILED'): Promise<void> {
    await db.pool.query(`UPDATE orders SET status = 'IN_PROGRESS' WHERE type = $1`, [type]);
    await db.pool.query(
      `UPDATE orders
       SET status = $2, due_at = NULL, failed_at = CASE WHEN $2 = 'FAILED' THEN now() END
       WHERE type = $1`,
      [type, status],
    );
  }

  it('counts open orders and failed orders that need attention by type and status, without settled ones', async () => {
    await place('SETTLED', 5_000, '5 s');
    await settleOrders('SETTLED', 'COMPLETED');
    await place('UNRESOLVED', 3, '5 s');
    await settleOrders('UNRESOLVED', 'FAILED');
    await place('SUPERSEDED', 2, '5 s');
    await settleOrders('SUPERSEDED', 'FAILED');
    await db.pool.query("UPDATE orders SET superseded_by = gen_random_uuid() WHERE type = 'SUPERSEDED'");
    await place('OPEN', 4, '5 minutes');
    await place('OPEN', 2, '-5 s');
    await place('OPEN', 1, '-11 s');

    const counts = (await countOrders(db)).map(({ oldestDueSeconds: _, ...count }) => count);
    expect(counts.toSorted((one, other) => (one.type < other.type ? -1 : 1))).toEqual([
      { type: 'OPEN', status: 'PENDING', count: 7, due: 3, overdue: 1, waiting: 0, paused: 0 },
      { type: 'UNRESOLVED', status: 'FAILED', count: 3, due: 0, overdue: 0, waiting: 0, paused: 0 },
    ]);
  });

  it('returns the age of the oldest due order, also if the sweep has changed its due time', async () => {
    await db.pool.query(
      `UPDATE orders
       SET created_at = now() - interval '90 s', due_at = now() + interval '5 s'
       WHERE id = (SELECT id FROM orders WHERE type = 'OPEN' LIMIT 1)`,
    );
    const oldest = (await countOrders(db)).map(({ oldestDueSeconds }) => oldestDueSeconds);
    expect(Math.max(...oldest)).toBeGreaterThanOrEqual(90);
    expect(Math.max(...oldest)).toBeLessThan(150);
  });

  it('does not count an order as due before its `notBefore`', async () => {
    await place('LATER', 1, '1 hour');
    await db.pool.query(
      "UPDATE orders SET created_at = now() - interval '1 h', not_before = now() + interval '1 h' WHERE type = 'LATER'",
    );
    expect((await countOrders(db)).find(({ type }) => type === 'LATER')).toMatchObject({ due: 0, oldestDueSeconds: 0 });
  });

  it('reads the partial indexes, not the settled orders', async () => {
    await db.pool.query('VACUUM (ANALYZE) orders');
    await countOrders(db);
    await countFailedOrders(db);
    const planOf = async (name: string) => {
      const { rows } = await db.pool.query(`EXPLAIN EXECUTE "${name}"`);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    expect(await planOf('count-open-orders')).toContain('orders_open_of_broker');
    expect(await planOf('count-failed-orders')).toContain('orders_failed');
    expect(await planOf('count-failed-orders-by-type')).toContain('Index Only Scan using orders_failed');
  });

  it('counts the failed orders that need attention by type', async () => {
    expect(await countFailedOrders(db)).toEqual([{ type: 'UNRESOLVED', count: 3 }]);
  });
});
