import {
  extendReservationRoute,
  getReservationRoute,
  releaseReservationRoute,
} from '@linework/schemas/inventory/reservations/reservations.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { startTestApi } from '../support/test-api.ts';
import { aReservation, aReservationOfEachStatus } from './a-reservation.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const brokerId = client.broker.id;

const extend = (id: string, body = {}) => client.call(extendReservationRoute, { params: { id }, body });
const release = (id: string) => client.call(releaseReservationRoute, { params: { id } });

describe('getting a reservation', () => {
  it('shows that it has expired at once', async () => {
    const { id } = await aReservation(api, brokerId, 0);
    expect(await client.call(getReservationRoute, { params: { id } })).toMatchObject({
      status: 200,
      body: { status: 'EXPIRED' },
    });
  });
});

describe('extending a reservation', () => {
  it('extends it from now on by its first TTL or by the requested one', async () => {
    const { id, expiresAt } = await aReservation(api, brokerId, 100);
    const again = await extend(id);
    expect(again).toMatchObject({ status: 200, body: { id, status: 'ACTIVE', reservationTTL: 100 } });
    expect(Date.parse((again.body as { expiresAt: string }).expiresAt)).toBeGreaterThan(Date.parse(expiresAt));
    const longer = await extend(id, { reservationTTL: 1000 });
    expect(longer).toMatchObject({ status: 200, body: { reservationTTL: 1000 } });
    expect(Date.parse((longer.body as { expiresAt: string }).expiresAt)).toBeGreaterThan(
      Date.parse(expiresAt) + 800_000,
    );
    expect(
      await api.db.prisma.event.count({ where: { resourceId: id, type: 'reservation.extended', keyId: client.keyId } }),
    ).toBe(2);
  });

  it('concurrently extends it each time, together with its resources', async () => {
    const { id } = await aReservation(api, brokerId, 100);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, at) => extend(id, { reservationTTL: 200 + at })),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    const { expiresAt, states } = await api.db.prisma.reservation.findUniqueOrThrow({
      where: { id },
      include: { states: true },
    });
    expect(states.map(({ reservedUntil }) => reservedUntil)).toEqual([expiresAt]);
  });

  it('by 0 seconds ends it', async () => {
    const { id } = await aReservation(api, brokerId);
    expect(await extend(id, { reservationTTL: 0 })).toMatchObject({ status: 200, body: { status: 'EXPIRED' } });
    expect((await extend(id)).status).toBe(409);
  });
});

describe('releasing a reservation', () => {
  it('makes its resources available', async () => {
    const { id, resourceIds } = await aReservation(api, brokerId);
    expect(await release(id)).toMatchObject({ status: 200, body: { id, status: 'RELEASED', resourceIds } });
    const [state] = await api.db.prisma.resourceState.findMany({ where: { resourceId: { in: resourceIds } } });
    expect(state).toMatchObject({ status: 'available', reservationId: null, reservedAt: null });
    const event = await api.db.prisma.event.findFirst({
      where: { resourceId: resourceIds[0] as string },
      orderBy: { seq: 'desc' },
    });
    expect(event).toMatchObject({
      type: 'resource.made_available',
      fromStatus: 'reserved',
      keyId: client.keyId,
      details: { reservationId: id },
    });
  });
});

describe.each([
  ['extend', extend],
  ['release', release],
] as const)('a request on an ended reservation to %s', (requested, request) => {
  it('returns 409, and changes nothing', async () => {
    const [, released, expired] = await aReservationOfEachStatus(api, brokerId);
    const before = await readDatabaseState(api.db);
    for (const [{ id }, currentStatus] of [
      [released, 'RELEASED'],
      [expired, 'EXPIRED'],
    ] as unknown as [{ id: string }, string][]) {
      const { status, body } = await request(id);
      expect(status).toBe(409);
      expect(body).toMatchObject({ resource: { type: 'reservation', id }, currentStatus, requested, allowed: [] });
    }
    expect(await readDatabaseState(api.db)).toEqual(before);
  });

  it('of an order is not found', async () => {
    const { id } = await aReservation(api, brokerId);
    await api.db.prisma.$executeRaw`UPDATE reservation SET expires_at = 'infinity' WHERE id = ${id}::uuid`;
    expect((await request(id)).status).toBe(404);
    expect((await client.call(getReservationRoute, { params: { id } })).status).toBe(404);
  });
});
