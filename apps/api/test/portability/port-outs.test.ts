import { blockLineRoute } from '@linework/schemas/lines/block-line.route';
import { deleteLineRoute } from '@linework/schemas/lines/delete-line.route';
import { getLineRoute } from '@linework/schemas/lines/get-line.route';
import { cancelOrderRoute } from '@linework/schemas/orders/cancel-order.route';
import { createPortInRoute } from '@linework/schemas/portability/create-port-in.route';
import { createPortOutRoute } from '@linework/schemas/portability/create-port-out.route';
import { getPortOutRoute } from '@linework/schemas/portability/get-port-out.route';
import type { PortOut } from '@linework/schemas/portability/port-out';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { until } from '@linework/testing/processes/until';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { theOrder } from '../orders/a-failed-order.ts';
import { aLineOfTheDesk } from './a-line-of-the-desk.ts';
import { openPortabilityDesk, type PortabilityDesk } from './portability-desk.ts';

let desk: PortabilityDesk;
beforeAll(async () => {
  desk = await openPortabilityDesk();
});
afterEach(() => desk.simulator.clearFaults());
afterAll(() => desk.close());

let linesMade = 0;

/** An active line whose number is one that there may be: numbers that pools of tests are filled with are of no numbering plan. */
async function aLeavingLine() {
  const line = await aLineOfTheDesk(desk, 'ACTIVE');
  linesMade += 1;
  const msisdn = `+55119770${String(linesMade).padStart(5, '0')}`;
  await desk.db.pool.query('UPDATE resource SET external_code = $2 WHERE id = $1', [line.numberId, msisdn]);
  await desk.db.pool.query('UPDATE line SET msisdn = $2 WHERE id = $1', [line.id, msisdn]);
  return { ...line, msisdn };
}

const past = () => new Date(Date.now() - 1_000).toISOString();

async function aPortOut(msisdn: string, more: { readonly ticket?: string; readonly windowFrom?: string } = {}): Promise<PortOut> {
  const answer = await desk.client.call(createPortOutRoute, { body: { ticket: `T${msisdn}`, msisdn, recipient: '55341', windowFrom: past(), ...more } });
  if (answer.status !== 202) throw new Error(`a port-out was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function find(id: string): Promise<PortOut> {
  const found = await desk.client.call(getPortOutRoute, { params: { id } });
  return found.body as PortOut;
}

async function workUntil(id: string, what: string, isSo: (portOut: PortOut) => boolean, step = desk.work): Promise<PortOut> {
  let last = await find(id);
  await until(`a port-out ${what}`, async () => {
    await step();
    last = await find(id);
    return isSo(last);
  });
  return last;
}

const stateOf = async (resourceId: string) => {
  const { rows } = await desk.db.pool.query(
    'SELECT s.status, s.line_id, (SELECT count(*)::int FROM allocation a WHERE a.resource_id = s.resource_id AND a.held_to IS NULL) AS held FROM resource_state s WHERE s.resource_id = $1',
    [resourceId],
  );
  return rows[0];
};

const movesOf = async (resourceId: string) => {
  const { rows } = await desk.db.pool.query('SELECT to_status FROM event WHERE resource_id = $1 AND to_status IS NOT NULL ORDER BY seq', [resourceId]);
  return rows.map(({ to_status }) => to_status);
};

describe('a port-out', () => {
  it('terminates the line, withdraws its number and tells the clearing house', async () => {
    const line = await aLeavingLine();
    const { id } = await aPortOut(line.msisdn);
    const { orderId = '', ...done } = await workUntil(id, 'is COMPLETED', ({ status }) => status === 'COMPLETED');

    expect(done).toMatchObject({ lineId: line.id, endedAt: expect.any(String) });
    expect(await theOrder(desk.client, orderId)).toMatchObject({ type: 'LINE_PORT_OUT', status: 'COMPLETED' });
    expect((await desk.client.call(getLineRoute, { params: { id: line.id } })).body).toMatchObject({ status: 'TERMINATED' });
    expect(await stateOf(line.numberId)).toEqual({ status: 'decommissioned', line_id: null, held: 0 });
    // It never rested: nobody here could have been given it.
    expect(await movesOf(line.numberId)).toEqual(['available', 'reserved', 'active', 'decommissioned']);
    expect(await stateOf(line.simId)).toEqual({ status: 'decommissioned', line_id: null, held: 0 });
    expect((await desk.simulator.ledger({ kind: 'port-out' })).map(({ record }) => [record.id, record.status])).toContainEqual([
      `T${line.msisdn}`,
      'CONFIRMED',
    ]);
  });

  it('leaves a number that may come back', async () => {
    const line = await aLeavingLine();
    const { id } = await aPortOut(line.msisdn);
    await workUntil(id, 'is COMPLETED', ({ status }) => status === 'COMPLETED');
    const { body, status } = await desk.client.call(createPortInRoute, { body: { ...(await desk.aPortInBody()), msisdn: line.msisdn } });

    expect(status).toBe(202);
    await desk.workUntil((body as { id: string }).id, 'is ACTIVE', (portIn) => portIn.status === 'ACTIVE');
  });

  it('waits for its window', async () => {
    const { msisdn, id: lineId } = await aLeavingLine();
    const { id } = await aPortOut(msisdn, { windowFrom: new Date(Date.now() + 3_600_000).toISOString() });
    await desk.work();

    expect(await find(id)).toMatchObject({ status: 'PENDING' });
    expect((await desk.client.call(getLineRoute, { params: { id: lineId } })).body).toMatchObject({ status: 'ACTIVE' });
  });

  it('is tried again while its line has another order at work', async () => {
    const line = await aLeavingLine();
    await desk.client.call(blockLineRoute, { params: { id: line.id } });
    const { id } = await aPortOut(line.msisdn);
    const waits = await workUntil(id, 'waits', ({ reasonDetail }) => reasonDetail !== undefined, desk.ask);
    expect(waits).toMatchObject({ status: 'PENDING', reasonDetail: expect.stringContaining('BLOCKING') });

    await workUntil(id, 'is COMPLETED', ({ status }) => status === 'COMPLETED');
  });

  it('is done where somebody deletes the line first: the number that rests is withdrawn', async () => {
    const line = await aLeavingLine();
    const { id } = await aPortOut(line.msisdn, { windowFrom: new Date(Date.now() + 400).toISOString() });
    await desk.client.call(deleteLineRoute, { params: { id: line.id } });
    await workUntil(id, 'is COMPLETED', ({ status }) => status === 'COMPLETED');

    expect(await stateOf(line.numberId)).toMatchObject({ status: 'decommissioned' });
  });

  it('is an ERROR where its order is cancelled, and the line stays', async () => {
    const line = await aLeavingLine();
    const { id } = await aPortOut(line.msisdn);
    const { orderId = '' } = await workUntil(id, 'has its order', (found) => found.orderId !== undefined, desk.ask);
    await desk.client.call(cancelOrderRoute, { params: { orderId }, body: { reason: 'the customer stays' } });
    await workUntil(id, 'is over', ({ status }) => status === 'ERROR');

    expect((await desk.client.call(getLineRoute, { params: { id: line.id } })).body).toMatchObject({ status: 'ACTIVE' });
  });

  it('is confirmed once where the answer is lost', async () => {
    const line = await aLeavingLine();
    await desk.simulator.orderFault({ fault: 'drop-after', match: { operation: 'clearing-house.confirm-port-out' } });
    const { id } = await aPortOut(line.msisdn);
    await workUntil(id, 'is COMPLETED', ({ status }) => status === 'COMPLETED');

    expect(await desk.simulator.ledger({ key: `${id}:confirm` })).toHaveLength(1);
  });

  it('may be asked for by the clearing house itself', async () => {
    const line = await aLeavingLine();
    const ticket = await desk.simulator.startPortOut({ msisdn: line.msisdn });
    await until('its line is TERMINATED', async () => {
      await desk.work();
      return (await desk.db.prisma.portOut.count({ where: { ticket, status: 'COMPLETED' } })) === 1;
    });
  });

  it('is refused for a number without a line, twice under one ticket, and twice for one line', async () => {
    const [{ msisdn }, other] = [await aLeavingLine(), await aLeavingLine()];
    const windowFrom = new Date(Date.now() + 3_600_000).toISOString();
    const first = await aPortOut(msisdn, { ticket: 'once', windowFrom });
    const ask = (body: { ticket: string; msisdn: string }) => desk.client.call(createPortOutRoute, { body: { recipient: '55341', windowFrom, ...body } });

    expect(await ask({ ticket: 'a', msisdn: '+5511977009999' })).toMatchObject({ status: 422, body: { reasonCode: 'NOT_A_CUSTOMER' } });
    expect(await ask({ ticket: 'once', msisdn: other.msisdn })).toMatchObject({ status: 409, body: { code: 'ticket-taken', portOutId: first.id } });
    expect(await ask({ ticket: 'twice', msisdn })).toMatchObject({ status: 422, body: { reasonCode: 'REQUEST_RUNNING' } });
  });

  it('leaves a sound database behind', () => checkInvariants(desk.db));
});
