import { type OpenDb, openDb } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { aPool, type TestPool } from '@linework/testing/a-pool';
import { aCallerOf } from '@linework/testing/callers';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { sampleOf } from '@linework/testing/run/sample';
import { takesLong } from '@linework/testing/run/takes-long';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { releaseReservation } from '../src/reservations/release-reservation.ts';
import { reserveResources } from '../src/reservations/reserve-resources.ts';

takesLong('many-cases');

const clients = 64;

let testDb: TestDb;
let db: OpenDb;
beforeAll(async () => {
  testDb = await createTestDb();
  db = openDb({ url: testDb.url, poolSize: clients / 2 });
});
afterAll(async () => {
  await db.close();
  await testDb.drop();
});

interface ReserveResult {
  readonly reservedIds: string[];
  readonly refusals: { readonly wanted: number; readonly available: number }[];
}

/** Each client reserves repeatedly until it is rejected. */
async function reserveUntilEmpty(
  pool: TestPool,
  quantityOf: (client: number) => number,
  atomic = true,
): Promise<ReserveResult> {
  const caller = aCallerOf({ id: pool.brokerId });
  const reserved: string[] = [];
  const refusals: ReserveResult['refusals'] = [];

  async function client(_: unknown, number: number): Promise<void> {
    const quantity = quantityOf(number);
    for (;;) {
      const reserving = reserveResources(db, { caller, from: { poolId: pool.id }, quantity, atomic });
      const reservation = await reserving.catch(
        (problem) => problem as { code: string; members: { available: number } },
      );
      if (!('resourceIds' in reservation)) {
        expect(reservation.code).toBe('not-enough-resources');
        refusals.push({ wanted: atomic ? quantity : 1, available: reservation.members.available });
        return;
      }
      reserved.push(...reservation.resourceIds);
    }
  }

  await Promise.all(Array.from({ length: clients }, client));
  return { reservedIds: reserved, refusals };
}

/** The counter of each status and the number of resources in it. */
const countsAndStates = statement(
  'test-counts-and-states',
  { poolId: 'uuid' },
  `SELECT json_object_agg(status, counted) AS counted, json_object_agg(status, actual) AS actual FROM (
    SELECT status,
      coalesce((SELECT sum(delta) FROM pool_count c WHERE c.pool_id = :poolId AND c.status = s.status),
        0)::int AS counted,
      (SELECT count(*) FROM resource_state r WHERE r.pool_id = :poolId AND r.status = s.status)::int AS actual
    FROM (VALUES ('available'), ('reserved')) s(status)) counts`,
).returns<{ counted: object; actual: object }>();

/** Compares counters and states in one statement repeatedly while work runs: they are always equal. */
async function checkCountsDuring<Result>(pool: TestPool, work: Promise<Result>): Promise<Result> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  let looks = 0;
  while (!isOver) {
    const [row] = await db.query(countsAndStates, { poolId: pool.id });
    expect(row?.counted).toEqual(row?.actual);
    looks += 1;
  }
  expect(looks).toBeGreaterThan(0);
  return over;
}

describe('64 clients of one pool', () => {
  it.each(
    sampleOf(
      [
        { count: 40, quantities: '1 each', quantityOf: () => 1, atomic: true, left: 0 },
        { count: 40, quantities: '3 each', quantityOf: () => 3, atomic: true, left: 1 },
        { count: 40, quantities: '1 to 7', quantityOf: (client: number) => 1 + (client % 7), atomic: true, left: 0 },
        { count: 40, quantities: 'up to 7', quantityOf: () => 7, atomic: false, left: 0 },
        { count: 1_000, quantities: '1 each', quantityOf: () => 1, atomic: true, left: 0 },
        { count: 1_000, quantities: '11 each', quantityOf: () => 11, atomic: true, left: 10 },
        { count: 1_000, quantities: '1 to 7', quantityOf: (client: number) => 1 + (client % 7), atomic: true, left: 0 },
      ],
      { kindOf: ({ count, atomic }) => `${count} ${atomic}`, least: 3 },
    ),
  )('with $count numbers, $quantities, get no number twice and leave none that a client could use', async (round) => {
    const { count, quantityOf, atomic, left } = round;
    const pool = await aPool(db, { count });
    const { reservedIds, refusals } = await checkCountsDuring(pool, reserveUntilEmpty(pool, quantityOf, atomic));
    expect(new Set(reservedIds).size).toBe(reservedIds.length);
    expect(reservedIds.length).toBe(count - left);
    expect(refusals).toHaveLength(clients);
    expect(refusals.filter(({ wanted, available }) => available >= wanted)).toEqual([]);
  });

  it('that release what they reserved make progress, and all numbers are available in the end', async () => {
    const pool = await aPool(db, { count: clients * 2 });
    const caller = aCallerOf({ id: pool.brokerId });
    async function client(): Promise<void> {
      for (let turn = 0; turn < 20; turn += 1) {
        const { id: reservationId } = await reserveResources(db, { caller, from: { poolId: pool.id }, quantity: 2 });
        await releaseReservation(db, { caller, reservationId });
      }
    }
    await checkCountsDuring(pool, Promise.all(Array.from({ length: clients }, client)));
    expect(await db.prisma.resourceState.count({ where: { poolId: pool.id, status: 'available' } })).toBe(clients * 2);
  });

  it('that name the same numbers get each once', async () => {
    const pool = await aPool(db, { count: 40 });
    const caller = aCallerOf({ id: pool.brokerId });
    const chosen = (client: number) =>
      [0, 7, 13].map((step) => pool.resourceIds[(client + step) % 40] as string).toReversed();
    const requests = Array.from({ length: clients }, (_, client) =>
      reserveResources(db, { caller, from: { resourceIds: chosen(client) }, quantity: 3 }),
    );
    const outcomes = await Promise.allSettled(requests);
    const reserved = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value.resourceIds : []));
    const reasons = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [(outcome.reason as { code?: string }).code] : [],
    );
    expect(reserved.length).toBeGreaterThan(0);
    expect(new Set(reserved).size).toBe(reserved.length);
    expect(new Set(reasons)).toEqual(new Set(['not-enough-resources']));
  });
});
