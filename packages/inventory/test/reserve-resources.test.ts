import { assembled } from '@linework/db/statement';
import { aPool } from '@linework/testing/a-pool';
import { aTestDb } from '@linework/testing/a-test-db';
import { aCallerOf, anOperator } from '@linework/testing/callers';
import { findStates, groupResources } from '@linework/testing/inventory/find-states';
import { sql } from '@linework/testing/sql';
import { describe, expect, it } from 'vitest';
import { findReservation } from '../src/reservations/find-reservation.ts';
import { reserveResources } from '../src/reservations/reserve-resources.ts';

const db = await aTestDb();

const run = (text: string, values: readonly unknown[]) => db.query(assembled({ text, values }));
const setAttributes = (ids: readonly string[], attributes: object) =>
  run('UPDATE resource SET attributes = $2::jsonb WHERE id = ANY($1)', [ids, JSON.stringify(attributes)]);
async function aPoolAndCaller(count: number, options = {}) {
  const pool = await aPool(db, { count, ...options });
  return { pool, caller: aCallerOf({ id: pool.brokerId }) };
}

describe('reserving from a pool', () => {
  it('reserves the oldest in the order of the pool and writes events', async () => {
    const { pool, caller } = await aPoolAndCaller(3);
    const reservation = await reserveResources(db, {
      caller,
      from: { poolId: pool.id },
      quantity: 2,
      metadata: { cart: 7 },
    });
    expect(reservation).toMatchObject({
      status: 'ACTIVE',
      brokerId: pool.brokerId,
      quantity: 2,
      metadata: { cart: 7 },
      reservationTTL: 1800,
    });
    expect(reservation.resourceIds).toEqual(pool.resourceIds.slice(0, 2));
    expect(Date.parse(reservation.expiresAt) - Date.parse(reservation.createdAt)).toBeCloseTo(1_800_000, -2);
    const states = await findStates(db, pool.resourceIds);
    expect(states.map((state) => state?.status)).toEqual(['reserved', 'reserved', 'available']);
    expect(states[0]).toMatchObject({ reservationId: reservation.id, reservedAt: expect.any(Date) });
    const [event] = await db.prisma.event.findMany({
      where: { resourceId: pool.resourceIds[0] as string, type: 'resource.reserved' },
    });
    expect(event).toMatchObject({
      fromStatus: 'available',
      toStatus: 'reserved',
      keyId: caller.keyId,
      details: { reservationId: reservation.id },
    });
    expect(await findReservation(db, { caller, reservationId: reservation.id })).toEqual(reservation);
  });

  it('is all or nothing, and the rejection has the number of available resources', async () => {
    const { pool, caller } = await aPoolAndCaller(3);
    const reserving = reserveResources(db, { caller, from: { poolId: pool.id }, quantity: 4 });
    await expect(reserving).rejects.toMatchObject({
      name: 'conflict',
      code: 'not-enough-resources',
      members: { available: 3 },
    });
    expect((await findStates(db, pool.resourceIds)).map((state) => state?.status)).toEqual([
      'available',
      'available',
      'available',
    ]);
  });

  it('reserves what is available when it is not atomic, and at least one', async () => {
    const { pool, caller } = await aPoolAndCaller(3);
    const order = { caller, from: { poolId: pool.id }, quantity: 4, atomic: false };
    const reservation = await reserveResources(db, order);
    expect(reservation).toMatchObject({ quantity: 4, resourceIds: pool.resourceIds });
    await expect(reserveResources(db, order)).rejects.toMatchObject({
      code: 'not-enough-resources',
      members: { available: 0 },
    });
  });

  it('reserves only resources that have each attribute with exactly that value', async () => {
    const { pool, caller } = await aPoolAndCaller(5);
    const [plain, more, exact, array, missing] = pool.resourceIds as [string, string, string, string, string];
    await setAttributes([plain], { class: 'plain' });
    await setAttributes([more], { class: { level: 1, of: 2 } });
    await setAttributes([exact], { class: { level: 1 }, other: true });
    await setAttributes([array], { class: [{ level: 1 }] });
    await setAttributes([missing], {});
    const order = { caller, from: { poolId: pool.id, attributes: { class: { level: 1 } } }, quantity: 1 };
    expect((await reserveResources(db, order)).resourceIds).toEqual([exact]);
    await expect(reserveResources(db, order)).rejects.toMatchObject({ members: { available: 0 } });
  });

  it('of another broker is rejected', async () => {
    const { pool } = await aPoolAndCaller(1);
    const stranger = await aPoolAndCaller(0);
    await expect(
      reserveResources(db, { caller: stranger.caller, from: { poolId: pool.id }, quantity: 1 }),
    ).rejects.toMatchObject({ name: 'not-found' });
    expect(await reserveResources(db, { caller: anOperator(), from: { poolId: pool.id }, quantity: 1 })).toMatchObject({
      brokerId: pool.brokerId,
    });
  });

  it('does not wait for a locked row', async () => {
    const { pool, caller } = await aPoolAndCaller(2);
    await db.transaction(async (tx) => {
      await tx.query(sql`SELECT FROM resource_state WHERE resource_id = ${pool.resourceIds[0]} FOR UPDATE`);
      const reservation = await reserveResources(db, { caller, from: { poolId: pool.id }, quantity: 1 });
      expect(reservation.resourceIds).toEqual([pool.resourceIds[1]]);
    });
  });

  it('in a transaction that continues keeps no locks when it found too few', async () => {
    const { pool, caller } = await aPoolAndCaller(2);
    await db.transaction(async (tx) => {
      await expect(reserveResources(tx, { caller, from: { poolId: pool.id }, quantity: 3 })).rejects.toMatchObject({
        members: { available: 2 },
      });
      expect(await reserveResources(db, { caller, from: { poolId: pool.id }, quantity: 2 })).toMatchObject({
        status: 'ACTIVE',
      });
    });
  });
});

describe('a reservation lasts', () => {
  it.each([
    ['as long as requested', { requested: 7, pool: 60, resource: 30 }, 7],
    ['else as long as its resource sets', { pool: 60, resource: 30 }, 30],
    ['else as long as its pool sets', { pool: 60 }, 60],
    ['else as long as its type sets', {}, 1800],
  ])('%s', async (_, ttl: { requested?: number; pool?: number; resource?: number }, lasts) => {
    const { pool, caller } = await aPoolAndCaller(1, ttl.pool === undefined ? {} : { reservationTtl: ttl.pool });
    await run('UPDATE resource SET reservation_ttl = $2 WHERE id = $1', [pool.resourceIds[0], ttl.resource]);
    const reservation = await reserveResources(db, {
      caller,
      from: { poolId: pool.id },
      quantity: 1,
      reservationTTL: ttl.requested,
    });
    expect(reservation.reservationTTL).toBe(lasts);
  });

  it('0 seconds if requested: it expires at once', async () => {
    for (let round = 0; round < 50; round += 1) {
      const { pool, caller } = await aPoolAndCaller(1);
      const reservation = await reserveResources(db, {
        caller,
        from: { poolId: pool.id },
        quantity: 1,
        reservationTTL: 0,
      });
      expect(reservation.status).toBe('EXPIRED');
    }
  });
});

describe('reserving by type', () => {
  it('uses the pools of the broker, the oldest first', async () => {
    const { pool, caller } = await aPoolAndCaller(2);
    const second = await aPool(db, { brokerId: pool.brokerId, count: 2 });
    await aPool(db, { count: 2 });
    const sims = await aPool(db, { brokerId: pool.brokerId, type: 'SIM', count: 2 });
    const { resourceIds } = await reserveResources(db, { caller, from: { typeId: pool.typeId }, quantity: 3 });
    expect(new Set(resourceIds)).toEqual(new Set([...pool.resourceIds, second.resourceIds[0]]));
    await expect(reserveResources(db, { caller, from: { typeId: pool.typeId }, quantity: 2 })).rejects.toMatchObject({
      members: { available: 1 },
    });
    await run(`UPDATE resource SET attributes = attributes || '{"form": "eSIM"}' WHERE id = $1`, [sims.resourceIds[1]]);
    const matching = await reserveResources(db, {
      caller,
      from: { typeId: sims.typeId, attributes: { form: 'eSIM' } },
      quantity: 1,
    });
    expect(matching.resourceIds).toEqual([sims.resourceIds[1]]);
  });

  it('requires a broker from an operator', async () => {
    const { pool } = await aPoolAndCaller(1);
    const order = { caller: anOperator(), from: { typeId: pool.typeId }, quantity: 1 };
    await expect(reserveResources(db, order)).rejects.toMatchObject({
      name: 'validation-error',
      members: { errors: [{ pointer: '/brokerId' }] },
    });
    expect(await reserveResources(db, { ...order, brokerId: pool.brokerId })).toMatchObject({
      brokerId: pool.brokerId,
    });
  });

  it('is rejected for an unknown type', async () => {
    const { pool, caller } = await aPoolAndCaller(0);
    await expect(reserveResources(db, { caller, from: { typeId: pool.id }, quantity: 1 })).rejects.toMatchObject({
      name: 'not-found',
    });
  });
});

describe('reserving named resources', () => {
  it('reserves exactly these', async () => {
    const { pool, caller } = await aPoolAndCaller(3);
    const [, second, third] = pool.resourceIds as [string, string, string];
    const reservation = await reserveResources(db, { caller, from: { resourceIds: [third, second] }, quantity: 2 });
    expect(reservation.resourceIds).toEqual([second, third]);
  });

  it('is rejected with the ids of those that are not available', async () => {
    const { pool, caller } = await aPoolAndCaller(2);
    const [first, second] = pool.resourceIds as [string, string];
    await reserveResources(db, { caller, from: { resourceIds: [first] }, quantity: 1 });
    const order = { caller, from: { resourceIds: [first, second] }, quantity: 2 };
    await expect(reserveResources(db, order)).rejects.toMatchObject({
      code: 'not-enough-resources',
      members: { available: 1, notAvailable: [first] },
    });
    expect(await reserveResources(db, { ...order, atomic: false })).toMatchObject({ resourceIds: [second] });
  });

  it('does not find those of another broker', async () => {
    const { pool, caller } = await aPoolAndCaller(1);
    const other = await aPool(db, { count: 1 });
    const from = { resourceIds: [...pool.resourceIds, ...other.resourceIds] };
    await expect(reserveResources(db, { caller, from, quantity: 2 })).rejects.toMatchObject({ name: 'not-found' });
    await expect(reserveResources(db, { caller: anOperator(), from, quantity: 2 })).rejects.toMatchObject({
      code: 'several-brokers',
    });
  });
});

describe('a group', () => {
  async function aNumberWithSim() {
    const { pool, caller } = await aPoolAndCaller(2);
    const sims = await aPool(db, { brokerId: pool.brokerId, type: 'SIM', count: 1 });
    const [number, other] = pool.resourceIds as [string, string];
    const [sim] = sims.resourceIds as [string];
    await groupResources(db, [number, sim]);
    return { pool, sims, caller, number, other, sim };
  }

  it('is reserved as one', async () => {
    const { pool, caller, number, sim } = await aNumberWithSim();
    const reservation = await reserveResources(db, { caller, from: { poolId: pool.id }, quantity: 1 });
    expect(reservation).toMatchObject({ quantity: 1, resourceIds: [number, sim] });
    expect((await findStates(db, [number, sim])).map((state) => state?.status)).toEqual(['reserved', 'reserved']);
  });

  it('is skipped when one of its members is not available', async () => {
    const { pool, caller, number, other, sim } = await aNumberWithSim();
    await run("UPDATE resource_state SET status = 'suspended' WHERE resource_id = $1", [sim]);
    await expect(reserveResources(db, { caller, from: { poolId: pool.id }, quantity: 2 })).rejects.toMatchObject({
      members: { available: 1 },
    });
    await expect(reserveResources(db, { caller, from: { resourceIds: [number] }, quantity: 1 })).rejects.toMatchObject({
      members: { notAvailable: [number] },
    });
    expect(await reserveResources(db, { caller, from: { poolId: pool.id }, quantity: 1 })).toMatchObject({
      resourceIds: [other],
    });
  });

  it('ignores a withdrawn member', async () => {
    const { pool, caller, number, sim } = await aNumberWithSim();
    await run("UPDATE resource_state SET status = 'decommissioned' WHERE resource_id = $1", [sim]);
    expect(await reserveResources(db, { caller, from: { poolId: pool.id }, quantity: 1 })).toMatchObject({
      resourceIds: [number],
    });
  });

  it('is reserved together when several of its members are in the pool', async () => {
    const { pool, caller } = await aPoolAndCaller(3);
    await groupResources(db, pool.resourceIds.slice(0, 2));
    expect(await reserveResources(db, { caller, from: { poolId: pool.id }, quantity: 3 })).toMatchObject({
      resourceIds: pool.resourceIds,
    });
  });

  it('is reserved as a whole by one of two requests that begin at its two members', async () => {
    for (let round = 0; round < 40; round += 1) {
      const { pool, sims, caller, number, sim } = await aNumberWithSim();
      await run("UPDATE resource_state SET status = 'suspended' WHERE resource_id = $1", [pool.resourceIds[1]]);
      const requests = [pool.id, sims.id].map((poolId) =>
        reserveResources(db, { caller, from: { poolId }, quantity: 1 }),
      );
      const outcomes = await Promise.allSettled(requests);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const [one, other] = await findStates(db, [number, sim]);
      expect(one?.reservationId).toBe(other?.reservationId);
    }
  });
});
