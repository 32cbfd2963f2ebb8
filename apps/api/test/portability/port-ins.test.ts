import { blockLineRoute, getLineRoute } from '@linework/schemas/lines/lines.routes';
import { cancelOrderRoute, retryOrderRoute } from '@linework/schemas/orders/orders.routes';
import { correctPortInRoute } from '@linework/schemas/portability/port-ins.routes';
import { notifyPortabilityRoute } from '@linework/schemas/portability/portability.routes';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { theOrder } from '../orders/a-failed-order.ts';
import { aLineWithStatus } from './a-line-with-status.ts';
import { openPortabilityFixture, type PortabilityFixture } from './portability-fixture.ts';

const hourMs = 3_600_000;

let fixture: PortabilityFixture;
beforeAll(async () => {
  fixture = await openPortabilityFixture();
});
afterEach(async () => {
  await fixture.simulator.clearScriptedReplies();
  fixture.worker.network.clearFailures();
});
afterAll(() => fixture.close());

const findNumber = async (msisdn: string) => {
  const { rows } = await fixture.db.pool.query(
    `SELECT s.status, s.line_id, r.attributes
     FROM resource r
     JOIN resource_state s ON s.resource_id = r.id
     WHERE r.external_code = $1`,
    [msisdn],
  );
  return rows;
};

describe('a port-in', () => {
  it('creates a new line with the number at the window, and confirms that it is in service', async () => {
    const { id, msisdn, customerId } = await fixture.aPortIn();
    const {
      lineId = '',
      orderId = '',
      ...active
    } = await fixture.runUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');

    expect(active).toMatchObject({ ticket: expect.stringMatching(/^BP/), activatedAt: expect.any(String) });
    expect((await fixture.client.call(getLineRoute, { params: { id: lineId } })).body).toMatchObject({
      status: 'ACTIVE',
      msisdn,
      holder: { id: customerId },
    });
    expect(await theOrder(fixture.client, orderId)).toMatchObject({ type: 'LINE_PROVISION', status: 'COMPLETED' });
    expect(await findNumber(msisdn)).toEqual([{ status: 'active', line_id: lineId, attributes: {} }]);
    expect((await fixture.simulator.requestLog({ id })).map(({ record }) => record.status).at(-1)).toBe('PORTED');
  });

  it('ends when its line has gone to another holder', async () => {
    const line = await aLineWithStatus(fixture, 'BLOCKED');
    const { id } = await fixture.aPortIn({ lineId: line.id, customerId: line.holderId });
    const { customerId } = await fixture.aPortIn();
    await fixture.db.pool.query('UPDATE line SET holder_id = $1 WHERE id = $2', [customerId, line.id]);
    const ended = await fixture.runUntil(
      id,
      'has ended',
      ({ status }) => status !== 'REQUESTED' && status !== 'PENDING',
    );
    expect(ended.status).not.toBe('ACTIVE');
    expect((await fixture.client.call(getLineRoute, { params: { id: line.id } })).body).toMatchObject({
      msisdn: line.msisdn,
    });
  });

  it('gives its number to the chosen line, whose old number goes into quarantine', async () => {
    const line = await aLineWithStatus(fixture, 'BLOCKED');
    const { id, msisdn } = await fixture.aPortIn({ lineId: line.id, customerId: line.holderId });
    await fixture.runUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');

    expect((await fixture.client.call(getLineRoute, { params: { id: line.id } })).body).toMatchObject({
      status: 'BLOCKED',
      msisdn,
    });
    expect(await findNumber(line.msisdn)).toMatchObject([{ status: 'quarantined', line_id: null }]);
  });

  it.each([
    ['9901', 'WRONG_DATA'],
    ['9902', 'WINDOW_UNAVAILABLE'],
    ['9903', 'NUMBER_BLOCKED'],
    ['9904', 'NOT_A_CUSTOMER'],
  ])(
    'whose number ends in %s is in CONFLICT for %s, and continues when it is corrected',
    async (ending, reasonCode) => {
      const { id } = await fixture.aPortIn({ ending });
      const rejected = await fixture.runUntil(id, 'is in CONFLICT', ({ status }) => status === 'CONFLICT');
      expect(rejected).toMatchObject({ reasonCode });
      const soon = Date.now() + hourMs;
      const window = { windowFrom: new Date(soon).toISOString(), windowUntil: new Date(soon + hourMs).toISOString() };
      const { status, body } = await fixture.client.call(correctPortInRoute, {
        params: { id },
        body: { federalTaxId: '529.982.247-25', ...window },
      });

      expect({ status, body }).toMatchObject({
        status: 202,
        body: { status: 'PENDING', windowFrom: window.windowFrom },
      });
      expect(body).not.toHaveProperty('reasonCode');
      await fixture.openWindow(id);
      await fixture.runUntil(id, 'is ACTIVE', (found) => found.status === 'ACTIVE');
    },
  );

  it.each([
    ['9905', 'NUMBER_UNAVAILABLE'],
    ['9906', 'NOT_A_CUSTOMER'],
    ['9907', 'DONOR_UNKNOWN'],
    ['9908', 'REQUEST_RUNNING'],
  ])('whose number ends in %s ends for %s', async (ending, reasonCode) => {
    const { id, msisdn } = await fixture.aPortIn({ ending });
    const ended = await fixture.runUntil(id, 'is over', ({ endedAt }) => endedAt !== undefined);

    expect(ended).toMatchObject({ status: 'ERROR', reasonCode });
    expect(await findNumber(msisdn)).toEqual([]);
  });

  it('is in CONFLICT when the clearing house rejects it at once, and is submitted again when it is corrected', async () => {
    await fixture.simulator.injectFault({
      fault: 'refuse',
      code: 'DONOR_UNKNOWN',
      match: { operation: 'clearing-house.request' },
    });
    const { id } = await fixture.aPortIn({ opensInMs: hourMs });
    const rejected = await fixture.runUntil(id, 'is in CONFLICT', ({ status }) => status === 'CONFLICT');
    expect(rejected).toMatchObject({ reasonCode: 'DONOR_UNKNOWN' });
    expect(rejected).not.toHaveProperty('ticket');
    await fixture.client.call(correctPortInRoute, { params: { id }, body: { donor: '55341' } });

    await fixture.openWindow(id);
    await fixture.runUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');
  });

  it('follows the state at the clearing house when it was corrected too late', async () => {
    const { id } = await fixture.aPortIn({ ending: '9901', opensInMs: hourMs });
    await fixture.runUntil(id, 'is in CONFLICT', ({ status }) => status === 'CONFLICT');
    await fixture.deps.clearingHouse.cancel({ key: 'by-the-donor' }, id);
    await fixture.client.call(correctPortInRoute, { params: { id }, body: { donor: '55341' } });
    const ended = await fixture.runUntil(id, 'is over', ({ endedAt }) => endedAt !== undefined);

    expect(ended).toMatchObject({
      status: 'ERROR',
      reasonDetail: expect.stringContaining('cancelled at the clearing house'),
    });
  });

  it('waits for a silent donor, and continues when it responds', async () => {
    const { id } = await fixture.aPortIn({ ending: '9909' });
    await fixture.runUntil(id, 'is PENDING', ({ status }) => status === 'PENDING');
    await fixture.simulator.answerBilhete(id, { status: 'ACCEPTED' });

    await fixture.runUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');
  });

  it("explains the error in a sentence of Linework, without the donor's text", async () => {
    const { id } = await fixture.aPortIn({ ending: '9909' });
    await fixture.runUntil(id, 'is PENDING', ({ status }) => status === 'PENDING');
    const detail = `The CPF 529.982.247-25 is not that of +5511987654321.\u0000`;
    await fixture.simulator.answerBilhete(id, { status: 'CONFLICT', reasonCode: 'WRONG_DATA', detail });
    const { reasonDetail } = await fixture.runUntil(id, 'is in CONFLICT', ({ status }) => status === 'CONFLICT');

    expect(reasonDetail).toBe("The holder's data do not match the data of the donor.");
  });

  it('is queried automatically when no notification comes', async () => {
    await fixture.simulator.injectFault({ fault: 'refuse', match: { operation: 'notify' }, times: 5 });
    const { id } = await fixture.aPortIn({ ending: '9909' });
    await fixture.runUntil(id, 'is PENDING', ({ status }) => status === 'PENDING');
    await fixture.simulator.answerBilhete(id, { status: 'REJECTED', reasonCode: 'WRONG_DATA' });
    await fixture.makeDue('port_in', id);

    await fixture.runUntil(id, 'is over', ({ status }) => status === 'ERROR');
    await fixture.simulator.clearFaults();
  });

  it.each(['error-before', 'error-after', 'drop-after'] as const)(
    'is submitted to the clearing house once when the response is lost (%s)',
    async (fault) => {
      await fixture.simulator.injectFault({ fault, match: { operation: 'clearing-house.request' } });
      const { id } = await fixture.aPortIn({ ending: '9909' });
      await fixture.runUntil(id, 'is PENDING', ({ status }) => status === 'PENDING');

      expect((await fixture.simulator.requestLog({ id })).map(({ operation }) => operation)).toEqual([
        'clearing-house.request',
      ]);
    },
  );

  it('ignores notifications that are repeated or about something else', async () => {
    const { id } = await fixture.aPortIn();
    const { ticket = '' } = await fixture.runUntil(id, 'is PENDING', ({ status }) => status === 'PENDING');
    for (const body of [{ portInId: id }, { portInId: id, ticket }, { ticket }, { ticket: 'unknown' }]) {
      expect((await fixture.client.call(notifyPortabilityRoute, { body })).status).toBe(204);
      await fixture.runAll();
    }
    await fixture.runUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');
    await fixture.client.call(notifyPortabilityRoute, { body: { portInId: id } });
    await fixture.runAll();

    expect(await fixture.find(id)).toMatchObject({ status: 'ACTIVE' });
  });

  it('places one order, however many workers process it at once', async () => {
    const { id } = await fixture.aPortIn({ opensInMs: 2_000 });
    await fixture.runUntilAccepted(id);
    await waitUntil(
      'the window is reached',
      async () =>
        (await fixture.db.pool.query('SELECT FROM port_in WHERE id = $1 AND window_from < now()', [id])).rows.length >
        0,
    );
    const fault = await fixture.simulator.injectFault({
      fault: 'hold',
      when: 'after',
      match: { operation: 'clearing-house.find', id },
      times: 4,
    });
    const polling: Promise<void>[] = [];
    for (let worker = 1; worker <= 4; worker += 1) {
      await fixture.makeDue('port_in', id);
      polling.push(fixture.pollPartners());
      await fixture.simulator.waitForFault(fault, worker);
    }
    await fixture.simulator.releaseFault(fault);
    await Promise.all(polling);
    await fixture.runUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');

    const { rows } = await fixture.db.pool.query(
      `SELECT type
       FROM event
       WHERE resource_id = $1 AND type IN ('port_in.order_placed', 'port_in.activated')
       ORDER BY seq`,
      [id],
    );
    expect(rows.map(({ type }) => type)).toEqual(['port_in.order_placed', 'port_in.activated']);
    expect((await fixture.simulator.requestLog({ id })).at(-1)?.record.status).toBe('PORTED');
  });

  it('stays PENDING with its order while that is FAILED, and continues when it is retried', async () => {
    const { id } = await fixture.aPortIn();
    const orderId = await placeFailingOrder(id);
    await fixture.runAll();
    expect(await theOrder(fixture.client, orderId)).toMatchObject({ status: 'FAILED' });
    expect(await fixture.find(id)).toMatchObject({ status: 'PENDING', orderId });
    await fixture.client.call(retryOrderRoute, { params: { orderId } });

    await fixture.runUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');
  });

  it('ends when its order is undone: the number is withdrawn and stays with its donor', async () => {
    const line = await aLineWithStatus(fixture, 'ACTIVE');
    const { id, msisdn } = await fixture.aPortIn({ lineId: line.id, customerId: line.holderId });
    await placeFailingOrder(id);
    const ended = await fixture.runUntil(id, 'is over', ({ endedAt }) => endedAt !== undefined);

    expect(ended).toMatchObject({ status: 'ERROR', reasonDetail: expect.stringContaining('undone') });
    expect(await findNumber(msisdn)).toMatchObject([{ status: 'decommissioned', line_id: null }]);
    expect((await fixture.simulator.requestLog({ id })).at(-1)?.record.status).toBe('CANCELLED');
    expect((await fixture.client.call(getLineRoute, { params: { id: line.id } })).body).toMatchObject({
      status: 'ACTIVE',
      msisdn: line.msisdn,
    });
  });

  it('ends when its order is cancelled before it started', async () => {
    const { id, msisdn } = await fixture.aPortIn();
    const orderId = await placeOrderWithoutWorker(id);
    await fixture.client.call(cancelOrderRoute, {
      params: { orderId },
      body: { reason: 'the customer has changed her mind' },
    });
    // The number is withdrawn, because it will leave Linework again.
    expect(await findNumber(msisdn)).toMatchObject([{ status: 'suspended', line_id: null }]);
    const ended = await fixture.runUntil(id, 'is over', ({ endedAt }) => endedAt !== undefined);

    expect(ended.status).toBe('ERROR');
    expect(await findNumber(msisdn)).toMatchObject([{ status: 'decommissioned' }]);
  });

  it('waits while another order is open on its line', async () => {
    const line = await aLineWithStatus(fixture, 'ACTIVE');
    const [first, second] = [
      await fixture.aPortIn({ lineId: line.id, customerId: line.holderId }),
      await fixture.aPortIn({ lineId: line.id, customerId: line.holderId }),
    ];
    await fixture.pollUntil(
      second.id,
      'waits, or its order is placed',
      ({ reasonDetail, orderId }) => reasonDetail !== undefined || orderId !== undefined,
    );
    await fixture.pollUntil(
      first.id,
      'waits, or its order is placed',
      ({ reasonDetail, orderId }) => reasonDetail !== undefined || orderId !== undefined,
    );
    const [one, other] = [await fixture.find(first.id), await fixture.find(second.id)];
    expect([one.orderId, other.orderId].filter((orderId) => orderId !== undefined)).toHaveLength(1);
    for (const { id } of one.orderId === undefined ? [other, one] : [one, other])
      await fixture.runUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');

    const ofBoth = [...(await findNumber(first.msisdn)), ...(await findNumber(second.msisdn))].map(
      ({ status }) => status,
    );
    expect(ofBoth.toSorted()).toEqual(['active', 'quarantined']);
  });

  it('ends when another order is open on its line at the end of the window', async () => {
    const line = await aLineWithStatus(fixture, 'ACTIVE');
    const { id, msisdn } = await fixture.aPortIn({ lineId: line.id, customerId: line.holderId });
    const { status } = await fixture.client.call(blockLineRoute, { params: { id: line.id } });
    expect(status).toBe(200);
    await fixture.db.pool.query("UPDATE port_in SET window_until = now() + interval '1 s' WHERE id = $1", [id]);
    const ended = await fixture.pollUntil(id, 'is over', ({ endedAt }) => endedAt !== undefined);

    expect(ended).toMatchObject({
      status: 'ERROR',
      reasonDetail: 'Another order is open on this line. The window is over.',
    });
    expect((await fixture.simulator.requestLog({ id })).at(-1)?.record.status).toBe('CANCELLED');
    expect(await findNumber(msisdn)).toEqual([]);
    await fixture.worker.handleWakeUps();
  });

  it('leaves a consistent database', () => checkInvariants(fixture.db));
});

/** The order of a port-in, which no worker has acquired. */
async function placeOrderWithoutWorker(id: string): Promise<string> {
  return (await fixture.pollUntil(id, 'has its order', ({ orderId }) => orderId !== undefined)).orderId ?? '';
}

/** The same with an order that the network rejects. */
async function placeFailingOrder(id: string): Promise<string> {
  const orderId = await placeOrderWithoutWorker(id);
  const { steps } = await theOrder(fixture.client, orderId);
  fixture.worker.network.failNext(`${steps[0]?.id}:execute`, 'permanent');
  return orderId;
}
