import { reserveResources } from '@linework/inventory/reservations/reserve-resources';
import type { Reservation } from '@linework/schemas/inventory/reservations/reservation';
import { listReservationsRoute } from '@linework/schemas/inventory/reservations/reservations.routes';
import { aPool } from '@linework/testing/a-pool';
import { aCallerOf } from '@linework/testing/callers';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';
import { aReservationOfEachStatus } from './a-reservation.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const brokerId = client.broker.id;
const caller = aCallerOf(client.broker);
const [live, released, over] = (await aReservationOfEachStatus(api, brokerId)) as [
  Reservation,
  Reservation,
  Reservation,
];

const list = async (query: object = {}) => {
  const { status, body } = await client.call(listReservationsRoute, { query: query as never });
  if (status !== 200) throw new Error(`The list of reservations returned ${status}: ${JSON.stringify(body)}`);
  return body as { readonly items: readonly Reservation[]; readonly meta: { readonly total: number } };
};
const idsOf = async (query: object = {}) => (await list(query)).items.map(({ id }) => id);

describe('the reservations of a broker', () => {
  it('are listed newest first, each with its status at the current time', async () => {
    const { items, meta } = await list();
    expect(items.map(({ id, status }) => [id, status])).toEqual([
      [over.id, 'EXPIRED'],
      [released.id, 'RELEASED'],
      [live.id, 'ACTIVE'],
    ]);
    expect(meta.total).toBe(3);
  });

  it.each([
    [['ACTIVE'], () => [live.id]],
    [['EXPIRED'], () => [over.id]],
    [['RELEASED', 'ACTIVE'], () => [released.id, live.id]],
    [['CONSUMED'], () => []],
  ] as const)('are found by the status %s', async (status, expected) => {
    expect(await idsOf({ status })).toEqual(expected());
  });

  it('are filtered and sorted by the time of their end', async () => {
    expect(await idsOf({ expiresAtFrom: new Date(), status: ['ACTIVE'] })).toEqual([live.id]);
    expect(await idsOf({ expiresAtTo: over.expiresAt })).toEqual([over.id]);
    expect((await idsOf({ sortBy: 'expiresAt', sortOrder: 'asc' }))[0]).toBe(over.id);
  });

  it('are found by a resource, even one that they no longer have', async () => {
    expect(await idsOf({ resourceId: released.resourceIds })).toEqual([released.id]);
    expect(await idsOf({ resourceId: [released.resourceIds[0], live.resourceIds[0]] })).toEqual([released.id, live.id]);
  });

  it('are found by a pool, even those of several pools', async () => {
    const [one, two] = [await aPool(api.db, { brokerId, count: 1 }), await aPool(api.db, { brokerId, count: 2 })];
    const resourceIds = [...one.resourceIds, ...two.resourceIds.slice(0, 1)];
    const both = await reserveResources(api.db, { caller, from: { resourceIds }, quantity: 2 });
    const second = await reserveResources(api.db, { caller, from: { poolId: two.id }, quantity: 1 });
    expect(await idsOf({ poolId: [one.id] })).toEqual([both.id]);
    expect(await idsOf({ poolId: [two.id] })).toEqual([second.id, both.id]);
  });

  it("are read by an index, regardless of other brokers' reservations", async () => {
    const plan = async (where: string, order: string) => {
      const explain = `EXPLAIN
        SELECT id
        FROM reservation
        WHERE expires_at < 'infinity' AND ${where}
        ORDER BY ${order} DESC, id DESC
        LIMIT 20`;
      const answers: unknown = await api.db.pool.query(
        `SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; ${explain}`,
      );
      return JSON.stringify((answers as readonly { readonly rows: unknown }[])[2]?.rows);
    };
    expect(await plan(`broker_id = '${brokerId}'`, 'created_at')).toContain('reservations_of_broker');
    expect(
      await plan(`broker_id = '${brokerId}' AND status = 'ACTIVE' AND expires_at > now()`, 'expires_at'),
    ).toContain('reservations_by_expiry');
    expect(await plan(`pool_id = '${live.id}'`, 'created_at')).toContain('reservations_of_pool');
  });
});
