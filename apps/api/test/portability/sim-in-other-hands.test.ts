import { createReservationRoute } from '@linework/schemas/inventory/create-reservation.route';
import { releaseReservationRoute } from '@linework/schemas/inventory/release-reservation.route';
import { createLineRoute } from '@linework/schemas/lines/create-line.route';
import { aPool } from '@linework/testing/a-pool';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { until } from '@linework/testing/processes/until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortabilityDesk, type PortabilityDesk } from './portability-desk.ts';

let desk: PortabilityDesk;
beforeAll(async () => {
  desk = await openPortabilityDesk();
});
afterAll(() => desk.close());

const aPoolOf = (type: 'MSISDN' | 'SIM') => aPool(desk.db, { brokerId: desk.client.broker.id, type, count: 1 });

/** A port-in whose window is reached, and its SIM. */
async function aPortInOfOneSim() {
  const { resourceIds } = await aPoolOf('SIM');
  const [resourceId = ''] = resourceIds;
  return { ...(await desk.aPortIn({ sim: { resourceId } })), simId: resourceId };
}

describe('a port-in whose SIM is in other hands at its window', () => {
  it('says what it waits for, and goes on when a client gives the SIM back', async () => {
    const { id, simId } = await aPortInOfOneSim();
    const reserved = await desk.client.call(createReservationRoute, { body: { resourceIds: [simId] } });
    if (reserved.status !== 201) throw new Error(`a reservation was answered ${reserved.status}`);
    const waiting = await desk.workUntil(id, 'says what it waits for', ({ reasonDetail }) => reasonDetail !== undefined);
    expect(waiting).toMatchObject({ status: 'PENDING', reasonDetail: 'There is no SIM to be had from there.' });
    await desk.client.call(releaseReservationRoute, { params: { id: reserved.body.id } });
    await desk.letTimePass('port_in', id);

    await desk.workUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');
  });

  it('is looked at once a minute, however long it has been waiting', async () => {
    const { id, simId } = await aPortInOfOneSim();
    const reserved = await desk.client.call(createReservationRoute, { body: { resourceIds: [simId] } });
    expect(reserved.status).toBe(201);
    await desk.workUntil(id, 'says what it waits for', ({ reasonDetail }) => reasonDetail !== undefined);

    expect(await desk.afterManyLooks('port_in', id)).toEqual({ attempt: 21, isSoon: true });
  });

  it('comes to nothing when a line still has it at the end of the window: the number stays with its donor', async () => {
    const { id, simId, msisdn, customerId } = await aPortInOfOneSim();
    const { id: poolId } = await aPoolOf('MSISDN');
    const made = await desk.client.call(createLineRoute, { body: { customerId, msisdn: { poolId }, sim: { resourceId: simId } } });
    expect(made.status).toBe(202);
    await desk.db.pool.query("UPDATE port_in SET window_until = now() + interval '1 s' WHERE id = $1", [id]);
    const ended = await desk.workUntil(id, 'is over', ({ endedAt }) => endedAt !== undefined);

    expect(ended).toMatchObject({ status: 'ERROR', reasonDetail: 'There is no SIM to be had from there. The window is over.' });
    expect((await desk.simulator.ledger({ id })).at(-1)?.record.status).toBe('CANCELLED');
    expect((await desk.db.pool.query('SELECT FROM resource WHERE external_code = $1', [msisdn])).rows).toEqual([]);
  });

  it('waits on when its window is over and the number has left its donor', async () => {
    const { id, simId } = await aPortInOfOneSim();
    const reserved = await desk.client.call(createReservationRoute, { body: { resourceIds: [simId] } });
    if (reserved.status !== 201) throw new Error(`a reservation was answered ${reserved.status}`);
    await desk.db.pool.query("UPDATE port_in SET window_until = now() + interval '3 s' WHERE id = $1", [id]);
    await desk.ask();
    await desk.workUntil(id, 'says what it waits for', ({ reasonDetail }) => reasonDetail !== undefined);
    await desk.deps.clearingHouse.confirm({ key: 'somebody-else' }, id);
    const { rows } = await desk.db.pool.query(
      "UPDATE port_in SET due_at = now() + interval '3 s', attempt = 0 WHERE id = $1 RETURNING due_at > window_until AS after",
      [id],
    );
    expect(rows).toEqual([{ after: true }]);
    await until('it was asked about after its window', async () => {
      await desk.work();
      return (await desk.db.pool.query('SELECT FROM port_in WHERE id = $1 AND (attempt > 0 OR ended_at IS NOT NULL)', [id])).rows.length > 0;
    });
    expect(await desk.find(id)).toMatchObject({ status: 'PENDING', reasonDetail: 'There is no SIM to be had from there.' });
    await desk.client.call(releaseReservationRoute, { params: { id: reserved.body.id } });

    await desk.workUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');
  });

  it('leaves a sound database behind', () => checkInvariants(desk.db));
});
