import {
  createReservationRoute,
  releaseReservationRoute,
} from '@linework/schemas/inventory/reservations/reservations.routes';
import { createLineRoute } from '@linework/schemas/lines/lines.routes';
import { aPool } from '@linework/testing/a-pool';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortabilityFixture, type PortabilityFixture } from './portability-fixture.ts';

let fixture: PortabilityFixture;
beforeAll(async () => {
  fixture = await openPortabilityFixture();
});
afterAll(() => fixture.close());

const aPoolOfType = (type: 'MSISDN' | 'SIM') =>
  aPool(fixture.db, { brokerId: fixture.client.broker.id, type, count: 1 });

/** A port-in whose window is reached, and its SIM. */
async function aPortInOfOneSim() {
  const { resourceIds } = await aPoolOfType('SIM');
  const [resourceId = ''] = resourceIds;
  return { ...(await fixture.aPortIn({ sim: { resourceId } })), simId: resourceId };
}

describe('a port-in whose SIM is in use at its window', () => {
  it('shows the reason, and continues when a client releases the SIM', async () => {
    const { id, simId } = await aPortInOfOneSim();
    const reserved = await fixture.client.call(createReservationRoute, { body: { resourceIds: [simId] } });
    if (reserved.status !== 201) throw new Error(`the reservation returned ${reserved.status}`);
    const waiting = await fixture.runUntil(id, 'shows its reason', ({ reasonDetail }) => reasonDetail !== undefined);
    expect(waiting).toMatchObject({ status: 'PENDING', reasonDetail: 'There is no available SIM in this source.' });
    await fixture.client.call(releaseReservationRoute, { params: { id: reserved.body.id } });
    await fixture.makeDue('port_in', id);

    await fixture.runUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');
  });

  it('is checked once a minute, even after a long time', async () => {
    const { id, simId } = await aPortInOfOneSim();
    const reserved = await fixture.client.call(createReservationRoute, { body: { resourceIds: [simId] } });
    expect(reserved.status).toBe(201);
    await fixture.runUntil(id, 'shows its reason', ({ reasonDetail }) => reasonDetail !== undefined);

    expect(await fixture.afterManyPolls('port_in', id)).toEqual({ attempt: 21, isSoon: true });
  });

  it('ends when a line still has the SIM at the end of the window: the number stays with its donor', async () => {
    const { id, simId, msisdn, customerId } = await aPortInOfOneSim();
    const { id: poolId } = await aPoolOfType('MSISDN');
    const created = await fixture.client.call(createLineRoute, {
      body: { customerId, msisdn: { poolId }, sim: { resourceId: simId } },
    });
    expect(created.status).toBe(202);
    await fixture.db.pool.query("UPDATE port_in SET window_until = now() + interval '1 s' WHERE id = $1", [id]);
    const ended = await fixture.runUntil(id, 'is over', ({ endedAt }) => endedAt !== undefined);

    expect(ended).toMatchObject({
      status: 'ERROR',
      reasonDetail: 'There is no available SIM in this source. The window is over.',
    });
    expect((await fixture.simulator.requestLog({ id })).at(-1)?.record.status).toBe('CANCELLED');
    expect((await fixture.db.pool.query('SELECT FROM resource WHERE external_code = $1', [msisdn])).rows).toEqual([]);
  });

  it('keeps waiting after its window when the number has left its donor', async () => {
    const { id, simId } = await aPortInOfOneSim();
    const reserved = await fixture.client.call(createReservationRoute, { body: { resourceIds: [simId] } });
    if (reserved.status !== 201) throw new Error(`the reservation returned ${reserved.status}`);
    await fixture.db.pool.query("UPDATE port_in SET window_until = now() + interval '3 s' WHERE id = $1", [id]);
    await fixture.pollPartners();
    await fixture.runUntil(id, 'shows its reason', ({ reasonDetail }) => reasonDetail !== undefined);
    await fixture.deps.clearingHouse.confirm({ key: 'somebody-else' }, id);
    const { rows } = await fixture.db.pool.query(
      `UPDATE port_in
       SET due_at = now() + interval '3 s', attempt = 0
       WHERE id = $1
       RETURNING due_at > window_until AS after`,
      [id],
    );
    expect(rows).toEqual([{ after: true }]);
    await waitUntil('it was queried after its window', async () => {
      await fixture.runAll();
      return (
        (
          await fixture.db.pool.query('SELECT FROM port_in WHERE id = $1 AND (attempt > 0 OR ended_at IS NOT NULL)', [
            id,
          ])
        ).rows.length > 0
      );
    });
    expect(await fixture.find(id)).toMatchObject({
      status: 'PENDING',
      reasonDetail: 'There is no available SIM in this source.',
    });
    await fixture.client.call(releaseReservationRoute, { params: { id: reserved.body.id } });

    await fixture.runUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');
  });

  it('leaves a consistent database', () => checkInvariants(fixture.db));
});
