import { blockLineRoute } from '@linework/schemas/lines/block-line.route';
import { getLineRoute } from '@linework/schemas/lines/get-line.route';
import { cancelOrderRoute } from '@linework/schemas/orders/cancel-order.route';
import { retryOrderRoute } from '@linework/schemas/orders/retry-order.route';
import { correctPortInRoute } from '@linework/schemas/portability/correct-port-in.route';
import { notifyPortabilityRoute } from '@linework/schemas/portability/notify-portability.route';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { until } from '@linework/testing/processes/until';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { theOrder } from '../orders/a-failed-order.ts';
import { aLineOfTheDesk } from './a-line-of-the-desk.ts';
import { openPortabilityDesk, type PortabilityDesk } from './portability-desk.ts';

const hourMs = 3_600_000;

let desk: PortabilityDesk;
beforeAll(async () => {
  desk = await openPortabilityDesk();
});
afterEach(async () => {
  await desk.simulator.clearAnswers();
  desk.worker.network.endTrouble();
});
afterAll(() => desk.close());

const numberOf = async (msisdn: string) => {
  const { rows } = await desk.db.pool.query(
    'SELECT s.status, s.line_id, r.attributes FROM resource r JOIN resource_state s ON s.resource_id = r.id WHERE r.external_code = $1',
    [msisdn],
  );
  return rows;
};

describe('a port-in', () => {
  it('makes a new line of the number at the window, and tells that it is there', async () => {
    const { id, msisdn, customerId } = await desk.aPortIn();
    const { lineId = '', orderId = '', ...active } = await desk.workUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');

    expect(active).toMatchObject({ ticket: expect.stringMatching(/^BP/), activatedAt: expect.any(String) });
    expect((await desk.client.call(getLineRoute, { params: { id: lineId } })).body).toMatchObject({ status: 'ACTIVE', msisdn, holder: { id: customerId } });
    expect(await theOrder(desk.client, orderId)).toMatchObject({ type: 'LINE_PROVISION', status: 'COMPLETED' });
    expect(await numberOf(msisdn)).toEqual([{ status: 'active', line_id: lineId, attributes: {} }]);
    expect((await desk.simulator.ledger({ id })).map(({ record }) => record.status).at(-1)).toBe('PORTED');
  });

  it('gives its number to the line named, whose old number rests', async () => {
    const line = await aLineOfTheDesk(desk, 'BLOCKED');
    const { id, msisdn } = await desk.aPortIn({ lineId: line.id, customerId: line.holderId });
    await desk.workUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');

    expect((await desk.client.call(getLineRoute, { params: { id: line.id } })).body).toMatchObject({ status: 'BLOCKED', msisdn });
    expect(await numberOf(line.msisdn)).toMatchObject([{ status: 'quarantined', line_id: null }]);
  });

  it.each([
    ['9901', 'WRONG_DATA'],
    ['9902', 'WINDOW_UNAVAILABLE'],
    ['9903', 'NUMBER_BLOCKED'],
    ['9904', 'NOT_A_CUSTOMER'],
  ])('whose number ends in %s is in CONFLICT for %s, and goes on when it is put right', async (ending, reasonCode) => {
    const { id } = await desk.aPortIn({ ending });
    const refused = await desk.workUntil(id, 'is in CONFLICT', ({ status }) => status === 'CONFLICT');
    expect(refused).toMatchObject({ reasonCode });
    const soon = Date.now() + hourMs;
    const window = { windowFrom: new Date(soon).toISOString(), windowUntil: new Date(soon + hourMs).toISOString() };
    const { status, body } = await desk.client.call(correctPortInRoute, { params: { id }, body: { federalTaxId: '529.982.247-25', ...window } });

    expect({ status, body }).toMatchObject({ status: 202, body: { status: 'PENDING', windowFrom: window.windowFrom } });
    expect(body).not.toHaveProperty('reasonCode');
    await desk.openWindow(id);
    await desk.workUntil(id, 'is ACTIVE', (found) => found.status === 'ACTIVE');
  });

  it.each([
    ['9905', 'NUMBER_UNAVAILABLE'],
    ['9906', 'NOT_A_CUSTOMER'],
    ['9907', 'DONOR_UNKNOWN'],
    ['9908', 'REQUEST_RUNNING'],
  ])('whose number ends in %s comes to nothing for %s', async (ending, reasonCode) => {
    const { id, msisdn } = await desk.aPortIn({ ending });
    const ended = await desk.workUntil(id, 'is over', ({ endedAt }) => endedAt !== undefined);

    expect(ended).toMatchObject({ status: 'ERROR', reasonCode });
    expect(await numberOf(msisdn)).toEqual([]);
  });

  it('is in CONFLICT where the clearing house does not take it up at all, and is put before it anew when it is put right', async () => {
    await desk.simulator.orderFault({ fault: 'refuse', code: 'DONOR_UNKNOWN', match: { operation: 'clearing-house.request' } });
    const { id } = await desk.aPortIn({ opensInMs: hourMs });
    const refused = await desk.workUntil(id, 'is in CONFLICT', ({ status }) => status === 'CONFLICT');
    expect(refused).toMatchObject({ reasonCode: 'DONOR_UNKNOWN' });
    expect(refused).not.toHaveProperty('ticket');
    await desk.client.call(correctPortInRoute, { params: { id }, body: { donor: '55341' } });

    await desk.openWindow(id);
    await desk.workUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');
  });

  it('goes by what the clearing house has where it was put right too late', async () => {
    const { id } = await desk.aPortIn({ ending: '9901', opensInMs: hourMs });
    await desk.workUntil(id, 'is in CONFLICT', ({ status }) => status === 'CONFLICT');
    await desk.deps.clearingHouse.cancel({ key: 'by-the-donor' }, id);
    await desk.client.call(correctPortInRoute, { params: { id }, body: { donor: '55341' } });
    const ended = await desk.workUntil(id, 'is over', ({ endedAt }) => endedAt !== undefined);

    expect(ended).toMatchObject({ status: 'ERROR', reasonDetail: expect.stringContaining('called off at the clearing house') });
  });

  it('waits for a donor that says nothing, and goes on when it does', async () => {
    const { id } = await desk.aPortIn({ ending: '9909' });
    await desk.workUntil(id, 'is PENDING', ({ status }) => status === 'PENDING');
    await desk.simulator.answerBilhete(id, { status: 'ACCEPTED' });

    await desk.workUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');
  });

  it('says what is wrong in a sentence of ours, and nothing of what the donor wrote', async () => {
    const { id } = await desk.aPortIn({ ending: '9909' });
    await desk.workUntil(id, 'is PENDING', ({ status }) => status === 'PENDING');
    const detail = `The CPF 529.982.247-25 is not that of +5511987654321.\u0000`;
    await desk.simulator.answerBilhete(id, { status: 'CONFLICT', reasonCode: 'WRONG_DATA', detail });
    const { reasonDetail } = await desk.workUntil(id, 'is in CONFLICT', ({ status }) => status === 'CONFLICT');

    expect(reasonDetail).toBe('The data of the holder are not those that the donor has.');
  });

  it('is asked about by itself where no notification comes', async () => {
    await desk.simulator.orderFault({ fault: 'refuse', match: { operation: 'notify' }, times: 5 });
    const { id } = await desk.aPortIn({ ending: '9909' });
    await desk.workUntil(id, 'is PENDING', ({ status }) => status === 'PENDING');
    await desk.simulator.answerBilhete(id, { status: 'REJECTED', reasonCode: 'WRONG_DATA' });
    await desk.letTimePass('port_in', id);

    await desk.workUntil(id, 'is over', ({ status }) => status === 'ERROR');
    await desk.simulator.clearFaults();
  });

  it.each(['error-before', 'error-after', 'drop-after'] as const)('is put before the clearing house once where its answer is lost (%s)', async (fault) => {
    await desk.simulator.orderFault({ fault, match: { operation: 'clearing-house.request' } });
    const { id } = await desk.aPortIn({ ending: '9909' });
    await desk.workUntil(id, 'is PENDING', ({ status }) => status === 'PENDING');

    expect((await desk.simulator.ledger({ id })).map(({ operation }) => operation)).toEqual(['clearing-house.request']);
  });

  it('takes no harm from answers that are told twice, or of something else', async () => {
    const { id } = await desk.aPortIn();
    const { ticket = '' } = await desk.workUntil(id, 'is PENDING', ({ status }) => status === 'PENDING');
    for (const body of [{ portInId: id }, { portInId: id, ticket }, { ticket }, { ticket: 'nobody' }]) {
      expect((await desk.client.call(notifyPortabilityRoute, { body })).status).toBe(204);
      await desk.work();
    }
    await desk.workUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');
    await desk.client.call(notifyPortabilityRoute, { body: { portInId: id } });
    await desk.work();

    expect(await desk.find(id)).toMatchObject({ status: 'ACTIVE' });
  });

  it('places one order, however many workers look at once', async () => {
    const { id } = await desk.aPortIn({ opensInMs: 2_000 });
    await desk.workUntilAccepted(id);
    await until(
      'the window is reached',
      async () => (await desk.db.pool.query('SELECT FROM port_in WHERE id = $1 AND window_from < now()', [id])).rows.length > 0,
    );
    const fault = await desk.simulator.orderFault({ fault: 'hold', when: 'after', match: { operation: 'clearing-house.find', id }, times: 4 });
    const asking: Promise<void>[] = [];
    for (let worker = 1; worker <= 4; worker += 1) {
      await desk.letTimePass('port_in', id);
      asking.push(desk.ask());
      await desk.simulator.faultHasStruck(fault, worker);
    }
    await desk.simulator.releaseFault(fault);
    await Promise.all(asking);
    await desk.workUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');

    const { rows } = await desk.db.pool.query(
      "SELECT type FROM event WHERE resource_id = $1 AND type IN ('port-in.order-placed', 'port-in.activated') ORDER BY seq",
      [id],
    );
    expect(rows.map(({ type }) => type)).toEqual(['port-in.order-placed', 'port-in.activated']);
    expect((await desk.simulator.ledger({ id })).at(-1)?.record.status).toBe('PORTED');
  });

  it('stays PENDING with its order while that is FAILED, and goes on when it is retried', async () => {
    const { id } = await desk.aPortIn();
    const orderId = await failingOrder(id);
    await desk.work();
    expect(await theOrder(desk.client, orderId)).toMatchObject({ status: 'FAILED' });
    expect(await desk.find(id)).toMatchObject({ status: 'PENDING', orderId });
    await desk.client.call(retryOrderRoute, { params: { orderId } });

    await desk.workUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');
  });

  it('comes to nothing when its order is undone: the number is withdrawn and stays with its donor', async () => {
    const line = await aLineOfTheDesk(desk, 'ACTIVE');
    const { id, msisdn } = await desk.aPortIn({ lineId: line.id, customerId: line.holderId });
    await failingOrder(id);
    const ended = await desk.workUntil(id, 'is over', ({ endedAt }) => endedAt !== undefined);

    expect(ended).toMatchObject({ status: 'ERROR', reasonDetail: expect.stringContaining('undone') });
    expect(await numberOf(msisdn)).toMatchObject([{ status: 'decommissioned', line_id: null }]);
    expect((await desk.simulator.ledger({ id })).at(-1)?.record.status).toBe('CANCELLED');
    expect((await desk.client.call(getLineRoute, { params: { id: line.id } })).body).toMatchObject({ status: 'ACTIVE', msisdn: line.msisdn });
  });

  it('comes to nothing when its order is cancelled before it began', async () => {
    const { id, msisdn } = await desk.aPortIn();
    const orderId = await orderNotTaken(id);
    await desk.client.call(cancelOrderRoute, { params: { orderId }, body: { reason: 'the customer has changed her mind' } });
    // Held back, so that nobody else is given a number that is not here to stay.
    expect(await numberOf(msisdn)).toMatchObject([{ status: 'suspended', line_id: null }]);
    const ended = await desk.workUntil(id, 'is over', ({ endedAt }) => endedAt !== undefined);

    expect(ended.status).toBe('ERROR');
    expect(await numberOf(msisdn)).toMatchObject([{ status: 'decommissioned' }]);
  });

  it('waits where another order is at work on its line', async () => {
    const line = await aLineOfTheDesk(desk, 'ACTIVE');
    const [first, second] = [
      await desk.aPortIn({ lineId: line.id, customerId: line.holderId }),
      await desk.aPortIn({ lineId: line.id, customerId: line.holderId }),
    ];
    await desk.askUntil(second.id, 'waits, or its order is placed', ({ reasonDetail, orderId }) => reasonDetail !== undefined || orderId !== undefined);
    await desk.askUntil(first.id, 'waits, or its order is placed', ({ reasonDetail, orderId }) => reasonDetail !== undefined || orderId !== undefined);
    const [one, other] = [await desk.find(first.id), await desk.find(second.id)];
    expect([one.orderId, other.orderId].filter((orderId) => orderId !== undefined)).toHaveLength(1);
    for (const { id } of one.orderId === undefined ? [other, one] : [one, other]) await desk.workUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');

    const ofBoth = [...(await numberOf(first.msisdn)), ...(await numberOf(second.msisdn))].map(({ status }) => status);
    expect(ofBoth.toSorted()).toEqual(['active', 'quarantined']);
  });

  it('comes to nothing where another order is at work on its line when the window is over', async () => {
    const line = await aLineOfTheDesk(desk, 'ACTIVE');
    const { id, msisdn } = await desk.aPortIn({ lineId: line.id, customerId: line.holderId });
    const { status } = await desk.client.call(blockLineRoute, { params: { id: line.id } });
    expect(status).toBe(200);
    await desk.db.pool.query("UPDATE port_in SET window_until = now() + interval '1 s' WHERE id = $1", [id]);
    const ended = await desk.askUntil(id, 'is over', ({ endedAt }) => endedAt !== undefined);

    expect(ended).toMatchObject({ status: 'ERROR', reasonDetail: 'Another order is at work on this line. The window is over.' });
    expect((await desk.simulator.ledger({ id })).at(-1)?.record.status).toBe('CANCELLED');
    expect(await numberOf(msisdn)).toEqual([]);
    await desk.worker.answerRings();
  });

  it('leaves a sound database behind', () => checkInvariants(desk.db));
});

/** The order of a port-in, which nobody has taken. */
async function orderNotTaken(id: string): Promise<string> {
  return (await desk.askUntil(id, 'has its order', ({ orderId }) => orderId !== undefined)).orderId ?? '';
}

/** The same, which the network will refuse. */
async function failingOrder(id: string): Promise<string> {
  const orderId = await orderNotTaken(id);
  const { steps } = await theOrder(desk.client, orderId);
  desk.worker.network.trouble(`${steps[0]?.id}:execute`, 'refusal');
  return orderId;
}
