import { armCrashPoint, disarmCrashPoints } from '@linework/engine/model/crash-points';
import { eraseTaxId } from '@linework/portability/port-ins/erase-tax-id';
import { cancelPortInRoute, correctPortInRoute } from '@linework/schemas/portability/port-ins.routes';
import { aPortIn } from '@linework/testing/a-port-in';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPortabilityFixture, type PortabilityFixture } from './portability-fixture.ts';

let fixture: PortabilityFixture;
beforeAll(async () => {
  fixture = await openPortabilityFixture();
});
afterEach(async () => {
  disarmCrashPoints();
  await fixture.simulator.clearFaults();
});
afterAll(() => fixture.close());

const hourMs = 3_600_000;
const cancel = (id: string) => fixture.client.call(cancelPortInRoute, { params: { id } });

describe('cancelling a port-in', () => {
  it('ends one that is not submitted yet', async () => {
    const { id } = await fixture.aPortIn();
    expect(await cancel(id)).toMatchObject({ status: 202, body: { status: 'CANCELLING' } });
    await fixture.runUntil(id, 'is CANCELLED', ({ status }) => status === 'CANCELLED');

    expect(await fixture.simulator.requestLog({ id })).toEqual([]);
  });

  it.each([
    ['9909', 'PENDING'],
    ['9901', 'CONFLICT'],
  ])('ends one at the clearing house whose number ends in %s, and is %s', async (ending, before) => {
    const { id } = await fixture.aPortIn({ ending });
    await fixture.runUntil(id, `is ${before}`, ({ status }) => status === before);
    await cancel(id);
    const ended = await fixture.runUntil(id, 'is CANCELLED', ({ status }) => status === 'CANCELLED');

    expect(ended).toMatchObject({ endedAt: expect.any(String) });
    expect((await fixture.simulator.requestLog({ id })).at(-1)?.record.status).toBe('CANCELLED');
  });

  it('ends one that is accepted and waits for its window', async () => {
    const { id } = await fixture.aPortIn({ opensInMs: hourMs });
    await fixture.runUntilAccepted(id);
    await cancel(id);

    await fixture.runUntil(id, 'is CANCELLED', ({ status }) => status === 'CANCELLED');
  });

  it('waits while a request for it may still arrive at the clearing house', async () => {
    const fault = await fixture.simulator.injectFault({
      fault: 'hold',
      match: { operation: 'clearing-house.request' },
    });
    const { id } = await fixture.aPortIn({ ending: '9909' });
    const polling = fixture.pollPartners();
    await fixture.simulator.waitForFault(fault);
    await cancel(id);
    await fixture.pollPartners();
    expect(await fixture.find(id)).toMatchObject({ status: 'CANCELLING' });
    await fixture.simulator.releaseFault(fault);
    await polling;

    await fixture.runUntil(id, 'is CANCELLED', ({ status }) => status === 'CANCELLED');
    expect((await fixture.simulator.requestLog({ id })).map(({ record }) => record.status)).toEqual([
      'PENDING',
      'CANCELLED',
    ]);
  });

  it('does not stop one that the clearing house has ported: it continues to its line', async () => {
    const { id } = await fixture.aPortIn({ opensInMs: hourMs });
    await fixture.runUntilAccepted(id);
    await fixture.deps.clearingHouse.confirm({ key: 'somebody-else' }, id);
    await cancel(id);
    const { reasonDetail } = await fixture.runUntil(id, 'goes on', ({ status }) => status === 'PENDING');

    expect(reasonDetail).toContain('not cancelled it');
  });

  it('is rejected once an order assigns the number, and names that order', async () => {
    const { id } = await fixture.aPortIn();
    const { orderId } = await fixture.pollUntil(id, 'has its order', (found) => found.orderId !== undefined);

    expect(await cancel(id)).toMatchObject({ status: 409, body: { code: 'order-placed', orderId } });
    await fixture.runUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');
  });

  it.each(['ACTIVE', 'CANCELLED', 'ERROR', 'CANCELLING'] as const)('is rejected for one that is %s', async (status) => {
    const { id } = await aPortIn(fixture.db, status, { brokerId: fixture.client.broker.id });
    expect(await cancel(id)).toMatchObject({
      status: 409,
      body: { currentStatus: status, requested: 'cancel', allowed: [] },
    });
  });
});

describe('correcting a port-in', () => {
  it.each(['REQUESTED', 'PENDING', 'ACTIVE'] as const)('is rejected for one that is %s', async (status) => {
    const { id } = await aPortIn(fixture.db, status, { brokerId: fixture.client.broker.id });
    const response = await fixture.client.call(correctPortInRoute, { params: { id }, body: { donor: '55341' } });
    expect(response).toMatchObject({ status: 409, body: { currentStatus: status, requested: 'correct' } });
  });

  it('is rejected when wrong data are not corrected, and accepted when the obstacle was another', async () => {
    const { id } = await aPortIn(fixture.db, 'CONFLICT', { brokerId: fixture.client.broker.id });
    const because = (reasonCode: string) => fixture.db.prisma.portIn.update({ where: { id }, data: { reasonCode } });
    const correct = () => fixture.client.call(correctPortInRoute, { params: { id }, body: {} });
    await because('WRONG_DATA');
    expect(await correct()).toMatchObject({ status: 400, body: { errors: [{ pointer: '' }] } });
    expect(await fixture.find(id)).toMatchObject({ status: 'CONFLICT' });
    await because('NUMBER_BLOCKED');
    expect(await correct()).toMatchObject({ status: 202, body: { status: 'PENDING' } });
  });

  it('is rejected as WRONG_DATA for a tax id that does not fit the holder', async () => {
    const { id } = await aPortIn(fixture.db, 'CONFLICT', { brokerId: fixture.client.broker.id });
    const response = await fixture.client.call(correctPortInRoute, {
      params: { id },
      body: { federalTaxId: '12.ABC.345/01DE-35' },
    });
    expect(response).toMatchObject({
      status: 422,
      body: { type: expect.stringMatching(/portability-rejected$/), reasonCode: 'WRONG_DATA' },
    });
    expect(await fixture.find(id)).toMatchObject({ status: 'CONFLICT' });
  });

  it('is rejected with a window in the past', async () => {
    const { id } = await aPortIn(fixture.db, 'CONFLICT', { brokerId: fixture.client.broker.id });
    const response = await fixture.client.call(correctPortInRoute, {
      params: { id },
      body: { windowFrom: new Date(Date.now() - hourMs).toISOString() },
    });
    expect(response).toMatchObject({ status: 400, body: { errors: [{ pointer: '/windowFrom' }] } });
  });

  it('is rejected without a new window once the old one has passed, and names the missing members', async () => {
    const { id } = await aPortIn(fixture.db, 'CONFLICT', { brokerId: fixture.client.broker.id });
    await fixture.db.pool.query(
      "UPDATE port_in SET window_from = now() - interval '2 h', window_until = now() - interval '1 h' WHERE id = $1",
      [id],
    );
    const response = await fixture.client.call(correctPortInRoute, { params: { id }, body: { donor: '55341' } });

    expect(response).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/windowFrom' }, { pointer: '/windowUntil' }] },
    });
    expect(await fixture.find(id)).toMatchObject({ status: 'CONFLICT', donor: '55321' });
  });

  it('is rejected without a new window once the old one has begun', async () => {
    const { id } = await aPortIn(fixture.db, 'CONFLICT', { brokerId: fixture.client.broker.id });
    await fixture.openWindow(id);
    const response = await fixture.client.call(correctPortInRoute, { params: { id }, body: { donor: '55341' } });

    expect(response).toMatchObject({
      status: 400,
      body: { errors: [{ detail: '`windowFrom` must be in the future.', pointer: '/windowFrom' }] },
    });
  });

  it('keeps a window that is in the future', async () => {
    const { id } = await aPortIn(fixture.db, 'CONFLICT', { brokerId: fixture.client.broker.id });
    const { windowFrom, windowUntil } = await fixture.find(id);
    const response = await fixture.client.call(correctPortInRoute, { params: { id }, body: { donor: '55341' } });

    expect(response).toMatchObject({
      status: 202,
      body: { status: 'PENDING', donor: '55341', windowFrom, windowUntil },
    });
  });

  it('reports every error of a new window at once', async () => {
    const { id } = await aPortIn(fixture.db, 'CONFLICT', { brokerId: fixture.client.broker.id });
    const window = {
      windowFrom: new Date(Date.now() - hourMs).toISOString(),
      windowUntil: new Date(Date.now() - 2 * hourMs).toISOString(),
    };
    const response = await fixture.client.call(correctPortInRoute, { params: { id }, body: window });
    expect(response).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/windowFrom' }, { pointer: '/windowUntil' }] },
    });
  });
});

describe('an accepted port-in', () => {
  it('waits for its window by the time of the database', async () => {
    const { id } = await fixture.aPortIn({ opensInMs: hourMs });
    await fixture.runUntilAccepted(id);
    for (let round = 0; round < 3; round += 1) {
      await fixture.makeDue('port_in', id);
      await fixture.runAll();
    }
    const { rows } = await fixture.db.pool.query(
      `SELECT order_id, accepted_at IS NOT NULL AS accepted, due_at = window_from AS at_window
       FROM port_in
       WHERE id = $1`,
      [id],
    );

    expect(rows).toEqual([{ order_id: null, accepted: true, at_window: true }]);
  });

  it('continues where it was when its worker dies between the order and its record', async () => {
    const { id, msisdn } = await fixture.aPortIn({ opensInMs: 2_000 });
    await fixture.runUntilAccepted(id);
    armCrashPoint('after-placing', 'throw');
    await waitUntil('its worker dies', async () => {
      await fixture.pollPartners();
      const { rows } = await fixture.db.pool.query(
        'SELECT attempt FROM port_in WHERE id = $1 AND window_from < now() AND attempt > 0',
        [id],
      );
      return rows.length > 0;
    });
    const { rows: before } = await fixture.db.pool.query('SELECT 1 FROM resource WHERE external_code = $1', [msisdn]);
    expect([before, (await fixture.find(id)).orderId]).toEqual([[], undefined]);

    await fixture.runUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');
    const { rows } = await fixture.db.pool.query(
      `SELECT count(*)::int AS orders
       FROM orders
       WHERE metadata ->> 'portInId' = $1 OR resource_id = (SELECT line_id FROM port_in WHERE id = $1::uuid)`,
      [id],
    );
    expect(rows).toEqual([{ orders: 1 }]);
  });

  it('ends without the number when Linework uses the number in the meantime; it stays with its donor', async () => {
    const { id, msisdn } = await fixture.aPortIn();
    const [{ typeId, brokerId, id: poolId }] = [fixture.numbers];
    await fixture.db.pool.query(
      `INSERT INTO resource (id, pool_id, type_id, broker_id, external_code)
       VALUES (gen_random_uuid(), $1, $2, $3, $4)`,
      [poolId, typeId, brokerId, msisdn],
    );
    const ended = await fixture.runUntil(id, 'is over', ({ endedAt }) => endedAt !== undefined);

    expect(ended).toMatchObject({ status: 'ERROR', reasonCode: 'NUMBER_UNAVAILABLE' });
    expect((await fixture.simulator.requestLog({ id })).at(-1)?.record.status).toBe('CANCELLED');
  });

  it('never stops the others when it always fails', async () => {
    const [failing, other] = [await fixture.aPortIn(), await fixture.aPortIn()];
    await fixture.simulator.injectFault({ fault: 'error-before', match: { id: failing.id }, times: 'always' });
    await fixture.runUntil(other.id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');

    expect(await fixture.find(failing.id)).toMatchObject({ status: 'REQUESTED' });
  });
});

describe('anonymising the holder of a port-in', () => {
  it('cancels it and deletes the tax id', async () => {
    const { id, customerId } = await fixture.aPortIn({ ending: '9909' });
    await fixture.runUntil(id, 'is PENDING', ({ status }) => status === 'PENDING');
    expect(await fixture.db.transaction((tx) => eraseTaxId(tx, customerId))).toBe(1);
    const { rows } = await fixture.db.pool.query('SELECT federal_tax_id FROM port_in WHERE id = $1', [id]);

    expect(rows).toEqual([{ federal_tax_id: null }]);
    await fixture.runUntil(id, 'is CANCELLED', ({ status }) => status === 'CANCELLED');
  });

  it('does not cancel one whose number an order is already assigning', async () => {
    const { id, customerId } = await fixture.aPortIn();
    await fixture.pollUntil(id, 'has its order', ({ orderId }) => orderId !== undefined);
    await fixture.db.transaction((tx) => eraseTaxId(tx, customerId));

    await fixture.runUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');
  });
});

describe('the database', () => {
  it('leaves a consistent database', () => checkInvariants(fixture.db));
});
