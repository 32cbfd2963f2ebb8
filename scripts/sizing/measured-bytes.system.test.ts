import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { aLineWithProducts, aProduct } from '@linework/testing/a-line-with-products';
import { aPool } from '@linework/testing/a-pool';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { longLease } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { takesLong } from '@linework/testing/run/takes-long';
import { manyLines } from '@linework/testing/volume/many-lines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, calculateSize, eventsPerOrder, printSize, usualDemand } from './calculate-size.ts';

takesLong('system');

let system: System;
beforeAll(async () => {
  system = await startSystem();
  await system.startWorker(longLease);
});
afterAll(() => system?.close());

const tables = { order: '^(past_)?order', event: '^event', usageRecord: '^usage_record', line: '^(line|resource)' };

/** The size of the tables of a kind, with their partitions and indexes. */
async function sizeOf(kind: keyof typeof tables): Promise<number> {
  const { rows } = await system.db.pool.query<{ bytes: number }>(
    `SELECT sum(pg_total_relation_size(oid))::float8 AS bytes
     FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname ~ $1`,
    [tables[kind]],
  );
  return rows[0]?.bytes ?? 0;
}

/** Below the requests of a broker that an API accepts at the same time. */
const atOnce = 100;
const tenth = 0.1;
const expectClose = (what: string, stated: number, measured: number) =>
  expect.soft(Math.abs(stated / measured - 1), `${what}: stated ${stated}, measured ${measured}`).toBeLessThan(tenth);

describe('the bytes that the sizing counts with', () => {
  it('are those of orders and their events', async () => {
    // Turns are small: the dead rows of the last turn, more on a slow machine, are small beside what is measured.
    const lines = await system.lines(atOnce);
    // The first rows fill the pages that an empty table has.
    const [begin, end] = [await runOrders(lines, 10), await runOrders(lines, 40)];
    const orders = end.orders - begin.orders;
    expect(orders).toBe(4_000);
    expectClose('an order', bytesOf.order, (end.order - begin.order) / orders);
    expectClose('an event', bytesOf.event, (end.event - begin.event) / (end.events - begin.events));
    expect.soft((end.events - begin.events) / orders).toBe(eventsPerOrder);
  });

  /** Blocks and unblocks all lines in turn, and removes dead rows after each turn, as autovacuum does. */
  async function runOrders(lines: readonly { readonly id: string }[], turns: number) {
    for (let turn = 0; turn < turns; turn += 1) {
      const kind = turn % 2 === 0 ? 'block' : 'unblock';
      await Promise.all(lines.map(({ id }) => system.client.placeOrder(kind, id)));
      await waitUntil('every order has ended', async () => {
        const { rows } = await system.db.pool.query('SELECT FROM orders WHERE is_open LIMIT 1');
        return rows.length === 0;
      });
      await system.db.pool.query('VACUUM orders, order_step, event');
    }
    const { rows } = await system.db.pool.query<{ orders: number; events: number }>(
      `SELECT count(*)::int AS orders, (SELECT count(*)::int FROM event WHERE order_id IS NOT NULL) AS events
       FROM orders`,
    );
    return { ...(rows[0] ?? { orders: 0, events: 0 }), order: await sizeOf('order'), event: await sizeOf('event') };
  }

  it('are those of usage records', async () => {
    const product = aProduct({ amounts: { DATA: 1_000_000_000 } });
    const { id: lineId } = await aLineWithProducts(system.db, [product], { brokerId: system.broker.id });
    const before = await sizeOf('usageRecord');
    const [batches, each] = [40, 500];
    for (let batch = 0; batch < batches; batch += 1) {
      const usedAt = new Date().toISOString();
      const records = Array.from({ length: each }, () => ({
        recordId: randomUUID(),
        lineId,
        type: 'DATA',
        amount: 1,
        usedAt,
      }));
      expect((await system.client.send('POST', '/usage/records', { body: { records } })).status).toBe(200);
    }
    expectClose('a usage record', bytesOf.usageRecord, ((await sizeOf('usageRecord')) - before) / (batches * each));
  });

  it('are those of lines with a number and a SIM', async () => {
    const before = await sizeOf('line');
    const count = 5_000;
    await manyLines(system.db, 'ACTIVE', system.broker.id, count);
    for (const type of ['MSISDN', 'SIM'] as const) await aPool(system.db, { brokerId: system.broker.id, type, count });
    expectClose('a line', bytesOf.line, ((await sizeOf('line')) - before) / count);
  });
});

describe('the sizing', () => {
  it('is the table of the page', () => {
    const lines = readFileSync('docs/guides/scaling.md', 'utf8').split('\n');
    for (const row of printSize({ ...usualDemand, lines: 10_000_000 }).split('\n')) expect(lines).toContain(row);
  });

  it('grows with each demand', () => {
    const { totalBytes, cells, peakOrdersPerSecond } = calculateSize({ ...usualDemand, lines: 1_000 });
    expect(cells).toBe(1);
    const larger = calculateSize({ ...usualDemand, lines: 100_000_000 });
    expect(larger.totalBytes).toBeCloseTo(totalBytes * 100_000, -6);
    expect(larger.cells).toBeGreaterThan(1);
    expect(larger.peakOrdersPerSecond).toBeCloseTo(peakOrdersPerSecond * 100_000);
    expect(calculateSize({ ...usualDemand, lines: 1_000, years: 10 }).orderBytes).toBe(
      2 * calculateSize({ ...usualDemand, lines: 1_000 }).orderBytes,
    );
  });
});
