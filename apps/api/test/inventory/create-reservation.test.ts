import {
  createReservationRoute,
  getReservationRoute,
} from '@linework/schemas/inventory/reservations/reservations.routes';
import { aBroker } from '@linework/testing/a-broker';
import { aPool } from '@linework/testing/a-pool';
import { afterAll, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const operator = await api.anOperatorsClient();

const reserve = (body: unknown, by: Pick<typeof client, 'call'> = client) =>
  by.call(createReservationRoute, { body: body as never });
const aPoolOf = (count: number) => aPool(api.db, { brokerId: client.broker.id, count });

describe('reserving', () => {
  it('returns 201 with the reservation and its location', async () => {
    const pool = await aPoolOf(3);
    const response = await reserve({ poolId: pool.id, quantity: 2, reservationTTL: 60, metadata: { cart: 7 } });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.any(String),
      status: 'ACTIVE',
      brokerId: client.broker.id,
      quantity: 2,
      resourceIds: pool.resourceIds.slice(0, 2),
      reservationTTL: 60,
      expiresAt: expect.any(String),
      metadata: { cart: 7 },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const { id } = response.body as { id: string };
    expect(response.headers.get('Location')).toBe(`/inventory/reservations/${id}`);
    expect(await client.call(getReservationRoute, { params: { id } })).toMatchObject({
      status: 200,
      body: response.body,
    });
  });

  it('accepts named resources, a type and attributes', async () => {
    const pool = await aPoolOf(3);
    const chosen = pool.resourceIds[1] as string;
    expect((await reserve({ resourceIds: [chosen] })).body).toMatchObject({ resourceIds: [chosen], quantity: 1 });
    expect(await reserve({ typeId: pool.typeId, quantity: 1 })).toMatchObject({ status: 201 });
    const none = await reserve({ poolId: pool.id, quantity: 1, attributes: { class: 'gold' } });
    expect(none).toMatchObject({ status: 409, body: { code: 'not-enough-resources', available: 0 } });
  });

  it('returns 409 with the available number, and changes nothing', async () => {
    const pool = await aPoolOf(2);
    const before = await readDatabaseState(api.db);
    const response = await reserve({ poolId: pool.id, quantity: 3 });
    expect(response).toMatchObject({
      status: 409,
      body: { type: expect.stringMatching(/\/conflict$/), code: 'not-enough-resources', available: 2 },
    });
    expect(await readDatabaseState(api.db)).toEqual(before);
    expect(await reserve({ poolId: pool.id, quantity: 3, atomic: false })).toMatchObject({
      status: 201,
      body: { resourceIds: pool.resourceIds },
    });
  });

  it('with the same Idempotency-Key returns the same reservation', async () => {
    const pool = await aPoolOf(2);
    const body = { poolId: pool.id, quantity: 1 };
    const headers = { 'Idempotency-Key': `reserve-${pool.id}` };
    const [first, second] = [
      await client.call(createReservationRoute, { body, headers }),
      await client.call(createReservationRoute, { body, headers }),
    ];
    expect(second.body).toEqual(first.body);
    expect(await api.db.prisma.resourceState.count({ where: { poolId: pool.id, status: 'reserved' } })).toBe(1);
  });

  const id = '018f0000-0000-7000-8000-00000000000a';
  it.each([
    ['no source', { quantity: 1 }, ['']],
    ['two sources', { poolId: id, typeId: id, quantity: 1 }, ['/typeId']],
    ['no quantity', { poolId: id }, ['/quantity']],
    ['a quantity of named resources', { resourceIds: [id], quantity: 1, attributes: {} }, ['/quantity', '/attributes']],
    ['a resource named twice', { resourceIds: [id, id] }, ['/resourceIds']],
    [
      'values out of range',
      { poolId: 'x', quantity: 0, reservationTTL: -1, atomic: 1, more: 1 },
      ['/poolId', '/quantity', '/atomic', '/reservationTTL', '/more'],
    ],
    ['more than the limit', { poolId: id, quantity: 1001 }, ['/quantity']],
  ])('with %s is invalid, and all errors are reported', async (_, body, pointers) => {
    const response = await reserve(body);
    expect(response.status).toBe(400);
    const { errors } = response.body as unknown as { errors: readonly { pointer: string }[] };
    expect(errors.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it("from another broker's pool returns 404, and for another broker 403", async () => {
    const other = await aPool(api.db, { count: 1 });
    expect((await reserve({ poolId: other.id, quantity: 1 })).status).toBe(404);
    expect((await reserve({ resourceIds: other.resourceIds })).status).toBe(404);
    const own = await aPoolOf(1);
    expect((await reserve({ resourceIds: [...own.resourceIds, ...other.resourceIds], atomic: false })).status).toBe(
      404,
    );
    expect(await reserve({ typeId: other.typeId, quantity: 1, brokerId: other.brokerId })).toMatchObject({
      status: 403,
      body: { code: 'other-broker' },
    });
  });

  it('by type requires a broker from an operator', async () => {
    const pool = await aPoolOf(1);
    const response = await reserve({ typeId: pool.typeId, quantity: 1 }, operator);
    expect(response).toMatchObject({ status: 400, body: { errors: [{ pointer: '/brokerId' }] } });
    expect(await reserve({ typeId: pool.typeId, quantity: 1, brokerId: pool.brokerId }, operator)).toMatchObject({
      status: 201,
      body: { brokerId: pool.brokerId },
    });
    expect(
      (await reserve({ poolId: pool.id, quantity: 1, brokerId: (await aBroker(api.db)).id }, operator)).status,
    ).toBe(404);
  });
});
