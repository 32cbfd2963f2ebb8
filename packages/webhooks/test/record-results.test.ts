import { sql } from '@linework/testing/sql';
import { describe, expect, it } from 'vitest';
import { type AcquiredDelivery, acquireDeliveries } from '../src/sending/acquire-deliveries.ts';
import { recordResults } from '../src/sending/record-results.ts';
import { someNeighbours } from './some-neighbours.ts';

const { db, anEndpointAt, aQueue, countStatuses } = await someNeighbours();
const outcome = { isDelivered: true, reason: null, responseCode: 204, responseBody: '', durationMs: 1 };

async function acquireAll(endpointId: string, count: number): Promise<readonly AcquiredDelivery[]> {
  const limits = { limit: count, probeLimit: 0, perEndpoint: count, perBroker: count, running: new Map() };
  const onEndpointError = (error: unknown) => expect.unreachable(String(error));
  const { deliveries } = await acquireDeliveries(db, { ...limits, leaseMs: 600_000, onEndpointError });
  expect(deliveries.map((delivery) => delivery.endpointId)).toEqual(Array(count).fill(endpointId));
  return deliveries;
}

const record = ({ id, endpointId, attempt }: AcquiredDelivery) =>
  recordResults(db, [{ deliveryId: id, endpointId, attempt, outcome, retryMs: null }], {
    firstMs: 60_000,
    limitMs: 60_000,
    probingFrom: 3,
  });

/** Waits until so many statements wait for a lock. */
async function waitUntilWaiting(count: number): Promise<void> {
  const waiting =
    "SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  while ((await db.pool.query<{ count: number }>(waiting)).rows[0]?.count !== count);
}

async function countDeadlocks(): Promise<number> {
  const counted = 'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()';
  await db.pool.query('SELECT pg_stat_force_next_flush()');
  return (await db.pool.query<{ deadlocks: number }>(counted)).rows[0]?.deadlocks ?? 0;
}

describe('the results of one endpoint', () => {
  it('do not wait for each other in a circle, after they waited for a change of the endpoint', async () => {
    const own = await anEndpointAt('results');
    await aQueue(own, 12);
    const deliveries = await acquireAll(own.id, 12);
    const [id, before] = [own.id, await countDeadlocks()];
    for (let from = 0; from < deliveries.length; from += 4) {
      const recorded: Promise<void>[] = [];
      // A row that refers to the endpoint is inserted while it is changed.
      await db.transaction(async (referring) => {
        await db.transaction(async (changing) => {
          await changing.query(sql`SELECT FROM webhook_endpoint WHERE id = ${id}::uuid FOR NO KEY UPDATE`);
          await referring.query(sql`SELECT FROM webhook_endpoint WHERE id = ${id}::uuid FOR KEY SHARE`);
          await changing.query(sql`UPDATE webhook_endpoint SET updated_at = now() WHERE id = ${id}::uuid`);
          recorded.push(...deliveries.slice(from, from + 4).map(record));
          await waitUntilWaiting(4);
        });
        await Promise.allSettled(recorded);
      });
    }
    expect(await countDeadlocks()).toBe(before);
    expect(await countStatuses(id)).toEqual({ delivered: 12 });
  });
});
