import { reserveResources } from '@linework/inventory/reservations/reserve-resources';
import { getResourceRoute } from '@linework/schemas/inventory/resources.routes';
import { aLineWithResources } from '@linework/testing/a-line-with-resources';
import { aPool } from '@linework/testing/a-pool';
import { anOperator } from '@linework/testing/callers';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const { id: brokerId } = client.broker;
const read = async (id: string) => (await client.call(getResourceRoute, { params: { id } })).body;

describe('a resource', () => {
  it('says the line that it is on', async () => {
    const { id: lineId, numberId, simId } = await aLineWithResources(api.db, 'ACTIVE', { brokerId });
    for (const id of [numberId, simId]) expect(await read(id)).toMatchObject({ status: 'active', lineId });
  });

  it('says when its reservation and its quarantine end, until they have ended', async () => {
    const pool = await aPool(api.db, { brokerId, count: 2, reservationTtl: 600, quarantineTtl: 3_600 });
    const [reserved = '', quarantined = ''] = pool.resourceIds;
    await reserveResources(api.db, { caller: anOperator(), from: { poolId: pool.id }, quantity: 1 });
    const own = (await read(reserved)) as { readonly reservedAt: string; readonly reservedUntil: string };
    expect(Date.parse(own.reservedUntil) - Date.parse(own.reservedAt)).toBeCloseTo(600_000, -3);
    const move = (set: string) =>
      api.db.pool.query(`UPDATE resource_state SET ${set} WHERE resource_id = $1`, [quarantined]);
    await move("status = 'suspended'");
    await move("status = 'quarantined', quarantined_at = now(), quarantine_ends_at = now() + interval '1 h'");
    const waiting = { status: 'quarantined', quarantineEndsAt: expect.any(String) };
    expect(await read(quarantined)).toMatchObject(waiting);
    await move('quarantine_ends_at = now()');
    expect(await read(quarantined)).not.toHaveProperty('quarantineEndsAt');
  });
});
