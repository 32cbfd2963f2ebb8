import { armCrashPoint, disarmCrashPoints } from '@linework/domain/orders/crash-points';
import { forgetTaxId } from '@linework/domain/portability/forget-tax-id';
import { cancelPortInRoute } from '@linework/schemas/portability/cancel-port-in.route';
import { correctPortInRoute } from '@linework/schemas/portability/correct-port-in.route';
import { aPortIn } from '@linework/testing/a-port-in';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { until } from '@linework/testing/processes/until';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPortabilityDesk, type PortabilityDesk } from './portability-desk.ts';

let desk: PortabilityDesk;
beforeAll(async () => {
  desk = await openPortabilityDesk();
});
afterEach(async () => {
  disarmCrashPoints();
  await desk.simulator.clearFaults();
});
afterAll(() => desk.close());

const hourMs = 3_600_000;
const cancel = (id: string) => desk.client.call(cancelPortInRoute, { params: { id } });

describe('calling a port-in off', () => {
  it('ends one that nobody has asked for yet', async () => {
    const { id } = await desk.aPortIn();
    expect(await cancel(id)).toMatchObject({ status: 202, body: { status: 'CANCELLING' } });
    await desk.workUntil(id, 'is CANCELLED', ({ status }) => status === 'CANCELLED');

    expect(await desk.simulator.ledger({ id })).toEqual([]);
  });

  it.each([
    ['9909', 'PENDING'],
    ['9901', 'CONFLICT'],
  ])('ends one at the clearing house whose number ends in %s, and is %s', async (ending, before) => {
    const { id } = await desk.aPortIn({ ending });
    await desk.workUntil(id, `is ${before}`, ({ status }) => status === before);
    await cancel(id);
    const ended = await desk.workUntil(id, 'is CANCELLED', ({ status }) => status === 'CANCELLED');

    expect(ended).toMatchObject({ endedAt: expect.any(String) });
    expect((await desk.simulator.ledger({ id })).at(-1)?.record.status).toBe('CANCELLED');
  });

  it('ends one that is accepted and waits for its window', async () => {
    const { id } = await desk.aPortIn({ opensInMs: hourMs });
    await desk.workUntilAccepted(id);
    await cancel(id);

    await desk.workUntil(id, 'is CANCELLED', ({ status }) => status === 'CANCELLED');
  });

  it('is told to wait while a request for it may still arrive at the clearing house', async () => {
    const fault = await desk.simulator.orderFault({ fault: 'hold', match: { operation: 'clearing-house.request' } });
    const { id } = await desk.aPortIn({ ending: '9909' });
    const asking = desk.ask();
    await desk.simulator.faultHasStruck(fault);
    await cancel(id);
    await desk.ask();
    expect(await desk.find(id)).toMatchObject({ status: 'CANCELLING' });
    await desk.simulator.releaseFault(fault);
    await asking;

    await desk.workUntil(id, 'is CANCELLED', ({ status }) => status === 'CANCELLED');
    expect((await desk.simulator.ledger({ id })).map(({ record }) => record.status)).toEqual(['PENDING', 'CANCELLED']);
  });

  it('does not stop one that the clearing house has ported: that one goes on to its line', async () => {
    const { id } = await desk.aPortIn({ opensInMs: hourMs });
    await desk.workUntilAccepted(id);
    await desk.deps.clearingHouse.confirm({ key: 'somebody-else' }, id);
    await cancel(id);
    const { reasonDetail } = await desk.workUntil(id, 'goes on', ({ status }) => status === 'PENDING');

    expect(reasonDetail).toContain('not called it off');
  });

  it('is refused once an order brings the number, and names that order', async () => {
    const { id } = await desk.aPortIn();
    const { orderId } = await desk.askUntil(id, 'has its order', (found) => found.orderId !== undefined);

    expect(await cancel(id)).toMatchObject({ status: 409, body: { code: 'order-placed', orderId } });
    await desk.workUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');
  });

  it.each(['ACTIVE', 'CANCELLED', 'ERROR', 'CANCELLING'] as const)('is refused for one that is %s', async (status) => {
    const { id } = await aPortIn(desk.db, status, { brokerId: desk.client.broker.id });
    expect(await cancel(id)).toMatchObject({ status: 409, body: { currentStatus: status, requested: 'cancel', allowed: [] } });
  });
});

describe('putting a port-in right', () => {
  it.each(['REQUESTED', 'PENDING', 'ACTIVE'] as const)('is refused for one that is %s', async (status) => {
    const { id } = await aPortIn(desk.db, status, { brokerId: desk.client.broker.id });
    const answer = await desk.client.call(correctPortInRoute, { params: { id }, body: { donor: '55341' } });
    expect(answer).toMatchObject({ status: 409, body: { currentStatus: status, requested: 'correct' } });
  });

  it('is refused where nothing of wrong data is corrected, and is not where something else was in the way', async () => {
    const { id } = await aPortIn(desk.db, 'CONFLICT', { brokerId: desk.client.broker.id });
    const because = (reasonCode: string) => desk.db.prisma.portIn.update({ where: { id }, data: { reasonCode } });
    const correct = () => desk.client.call(correctPortInRoute, { params: { id }, body: {} });
    await because('WRONG_DATA');
    expect(await correct()).toMatchObject({ status: 400, body: { errors: [{ pointer: '' }] } });
    expect(await desk.find(id)).toMatchObject({ status: 'CONFLICT' });
    await because('NUMBER_BLOCKED');
    expect(await correct()).toMatchObject({ status: 202, body: { status: 'PENDING' } });
  });

  it('is rejected as WRONG_DATA for a tax id of the other kind than the holder has', async () => {
    const { id } = await aPortIn(desk.db, 'CONFLICT', { brokerId: desk.client.broker.id });
    const answer = await desk.client.call(correctPortInRoute, { params: { id }, body: { federalTaxId: '12.ABC.345/01DE-35' } });
    expect(answer).toMatchObject({ status: 422, body: { type: expect.stringMatching(/portability-rejected$/), reasonCode: 'WRONG_DATA' } });
    expect(await desk.find(id)).toMatchObject({ status: 'CONFLICT' });
  });

  it('is refused with a window that is over', async () => {
    const { id } = await aPortIn(desk.db, 'CONFLICT', { brokerId: desk.client.broker.id });
    const answer = await desk.client.call(correctPortInRoute, { params: { id }, body: { windowFrom: new Date(Date.now() - hourMs).toISOString() } });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/windowFrom' }] } });
  });

  it('is refused without a new window once the old one is over, and says what has to be given', async () => {
    const { id } = await aPortIn(desk.db, 'CONFLICT', { brokerId: desk.client.broker.id });
    await desk.db.pool.query("UPDATE port_in SET window_from = now() - interval '2 h', window_until = now() - interval '1 h' WHERE id = $1", [id]);
    const answer = await desk.client.call(correctPortInRoute, { params: { id }, body: { donor: '55341' } });

    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/windowFrom' }, { pointer: '/windowUntil' }] } });
    expect(await desk.find(id)).toMatchObject({ status: 'CONFLICT', donor: '55321' });
  });

  it('is refused without a new window once the old one has begun', async () => {
    const { id } = await aPortIn(desk.db, 'CONFLICT', { brokerId: desk.client.broker.id });
    await desk.openWindow(id);
    const answer = await desk.client.call(correctPortInRoute, { params: { id }, body: { donor: '55341' } });

    expect(answer).toMatchObject({ status: 400, body: { errors: [{ detail: '`windowFrom` must be in the future.', pointer: '/windowFrom' }] } });
  });

  it('keeps a window that is still ahead', async () => {
    const { id } = await aPortIn(desk.db, 'CONFLICT', { brokerId: desk.client.broker.id });
    const { windowFrom, windowUntil } = await desk.find(id);
    const answer = await desk.client.call(correctPortInRoute, { params: { id }, body: { donor: '55341' } });

    expect(answer).toMatchObject({ status: 202, body: { status: 'PENDING', donor: '55341', windowFrom, windowUntil } });
  });

  it('names every fault of a new window at once', async () => {
    const { id } = await aPortIn(desk.db, 'CONFLICT', { brokerId: desk.client.broker.id });
    const window = { windowFrom: new Date(Date.now() - hourMs).toISOString(), windowUntil: new Date(Date.now() - 2 * hourMs).toISOString() };
    const answer = await desk.client.call(correctPortInRoute, { params: { id }, body: window });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/windowFrom' }, { pointer: '/windowUntil' }] } });
  });
});

describe('an accepted port-in', () => {
  it("waits for its window by the database's clock", async () => {
    const { id } = await desk.aPortIn({ opensInMs: hourMs });
    await desk.workUntilAccepted(id);
    for (let round = 0; round < 3; round += 1) {
      await desk.letTimePass('port_in', id);
      await desk.work();
    }
    const { rows } = await desk.db.pool.query(
      'SELECT order_id, accepted_at IS NOT NULL AS accepted, due_at = window_from AS at_window FROM port_in WHERE id = $1',
      [id],
    );

    expect(rows).toEqual([{ order_id: null, accepted: true, at_window: true }]);
  });

  it('goes on from where it was when its worker dies between the order and the note of it', async () => {
    const { id, msisdn } = await desk.aPortIn({ opensInMs: 2_000 });
    await desk.workUntilAccepted(id);
    armCrashPoint('after-placing', 'throw');
    await until('its worker dies', async () => {
      await desk.ask();
      const { rows } = await desk.db.pool.query('SELECT attempt FROM port_in WHERE id = $1 AND window_from < now() AND attempt > 0', [id]);
      return rows.length > 0;
    });
    const { rows: before } = await desk.db.pool.query('SELECT 1 FROM resource WHERE external_code = $1', [msisdn]);
    expect([before, (await desk.find(id)).orderId]).toEqual([[], undefined]);

    await desk.workUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');
    const { rows } = await desk.db.pool.query(
      "SELECT count(*)::int AS orders FROM orders WHERE metadata ->> 'portInId' = $1 OR resource_id = (SELECT line_id FROM port_in WHERE id = $1::uuid)",
      [id],
    );
    expect(rows).toEqual([{ orders: 1 }]);
  });

  it('comes to nothing when its number is taken here meanwhile, and stays with its donor', async () => {
    const { id, msisdn } = await desk.aPortIn();
    const [{ typeId, brokerId, id: poolId }] = [desk.numbers];
    await desk.db.pool.query('INSERT INTO resource (id, pool_id, type_id, broker_id, external_code) VALUES (gen_random_uuid(), $1, $2, $3, $4)', [
      poolId,
      typeId,
      brokerId,
      msisdn,
    ]);
    const ended = await desk.workUntil(id, 'is over', ({ endedAt }) => endedAt !== undefined);

    expect(ended).toMatchObject({ status: 'ERROR', reasonCode: 'NUMBER_UNAVAILABLE' });
    expect((await desk.simulator.ledger({ id })).at(-1)?.record.status).toBe('CANCELLED');
  });

  it('never stops the others by not getting on', async () => {
    const [stuck, other] = [await desk.aPortIn(), await desk.aPortIn()];
    await desk.simulator.orderFault({ fault: 'error-before', match: { id: stuck.id }, times: 'always' });
    await desk.workUntil(other.id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');

    expect(await desk.find(stuck.id)).toMatchObject({ status: 'REQUESTED' });
  });
});

describe('anonymising the holder of a port-in', () => {
  it('calls it off and forgets the tax id', async () => {
    const { id, customerId } = await desk.aPortIn({ ending: '9909' });
    await desk.workUntil(id, 'is PENDING', ({ status }) => status === 'PENDING');
    expect(await desk.db.transaction((tx) => forgetTaxId(tx, customerId))).toBe(1);
    const { rows } = await desk.db.pool.query('SELECT federal_tax_id FROM port_in WHERE id = $1', [id]);

    expect(rows).toEqual([{ federal_tax_id: null }]);
    await desk.workUntil(id, 'is CANCELLED', ({ status }) => status === 'CANCELLED');
  });

  it('leaves one alone whose number an order brings already', async () => {
    const { id, customerId } = await desk.aPortIn();
    await desk.askUntil(id, 'has its order', ({ orderId }) => orderId !== undefined);
    await desk.db.transaction((tx) => forgetTaxId(tx, customerId));

    await desk.workUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');
  });
});

describe('the database', () => {
  it('is sound after all that', () => checkInvariants(desk.db));
});
