import { aPool } from '@linework/testing/a-pool';
import { aTestDb } from '@linework/testing/a-test-db';
import { aCallerOf } from '@linework/testing/callers';
import { groupResources } from '@linework/testing/inventory/find-states';
import { describe, expect, it } from 'vitest';
import { type ReserveRequest, reserveResources } from '../src/reservations/reserve-resources.ts';

const db = await aTestDb();

async function aPoolToReserveFrom(count: number) {
  const pool = await aPool(db, { count });
  const caller = aCallerOf({ id: pool.brokerId });
  const ask = (input: Partial<ReserveRequest> = {}) =>
    reserveResources(db, { caller, from: { poolId: pool.id }, quantity: 1, ...input });
  return { pool, caller, ask };
}

describe('concurrent reservations of one number each', () => {
  it('get the oldest numbers in the order of the requests, each with its own terms', async () => {
    const { pool, caller, ask } = await aPoolToReserveFrom(10);
    const terms = pool.resourceIds.map((_, place) => ({ reservationTTL: 60 + place, metadata: { place } }));
    const reservations = await Promise.all(terms.map(ask));
    expect(reservations.map(({ resourceIds }) => resourceIds)).toEqual(pool.resourceIds.map((id) => [id]));
    expect(reservations.map(({ reservationTTL, metadata }) => ({ reservationTTL, metadata }))).toEqual(terms);
    const events = await db.prisma.event.findMany({
      where: { type: 'resource.reserved', resourceId: { in: [...pool.resourceIds] } },
    });
    const eventsByResource = new Map(events.map(({ resourceId, details, keyId }) => [resourceId, { details, keyId }]));
    for (const { id, resourceIds } of reservations)
      expect(eventsByResource.get(resourceIds[0] ?? '')).toEqual({
        details: { reservationId: id },
        keyId: caller.keyId,
      });
  });

  it('share a commit', async () => {
    const { ask } = await aPoolToReserveFrom(20);
    const reservations = await Promise.all(Array.from({ length: 20 }, () => ask()));
    // A row has the number of the transaction that wrote it.
    const { rows } = await db.pool.query(
      'SELECT count(DISTINCT xmin::text)::int AS commits FROM reservation WHERE id = ANY($1::uuid[])',
      [reservations.map(({ id }) => id)],
    );
    expect(rows[0].commits).toBeLessThan(10);
  });

  it('from several pools get the oldest of each', async () => {
    const pools = await Promise.all([aPoolToReserveFrom(3), aPoolToReserveFrom(3)]);
    const reservations = await Promise.all(Array.from({ length: 6 }, (_, at) => pools[at % 2]?.ask()));
    expect(reservations.map((reservation) => reservation?.resourceIds[0])).toEqual(
      [0, 1, 2].flatMap((turn) => pools.map(({ pool }) => pool.resourceIds[turn])),
    );
  });

  it('are rejected one by one: too many, in the pool of another broker, in an unknown pool', async () => {
    const { pool, ask } = await aPoolToReserveFrom(2);
    const stranger = await aPoolToReserveFrom(1);
    const options: Partial<ReserveRequest>[] = [
      {},
      { caller: stranger.caller },
      { from: { poolId: pool.brokerId } },
      {},
      {},
    ];
    const outcomes = await Promise.allSettled(options.map(ask));
    const results = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value.resourceIds[0] : (outcome.reason as Error).name,
    );
    expect(results).toEqual([pool.resourceIds[0], 'not-found', 'not-found', pool.resourceIds[1], 'conflict']);
  });

  it('treat a group like a single request does', async () => {
    const { pool, caller, ask } = await aPoolToReserveFrom(3);
    const sims = await aPool(db, { brokerId: caller.brokerId ?? '', type: 'SIM', count: 1 });
    const [first = '', second = '', third = ''] = pool.resourceIds;
    const [sim = ''] = sims.resourceIds;
    await groupResources(db, [second, sim]);
    const reservations = await Promise.all([ask(), ask(), ask()]);
    expect(reservations.map(({ resourceIds }) => resourceIds)).toEqual([[first], [second, sim], [third]]);
  });

  it('do not fail with one that the database rejects', async () => {
    const { pool, ask } = await aPoolToReserveFrom(3);
    const outcomes = await Promise.allSettled([ask(), ask({ metadata: { cart: 'a\u0000' } }), ask()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await db.prisma.resourceState.count({ where: { poolId: pool.id, status: 'reserved' } })).toBe(2);
  });
});
