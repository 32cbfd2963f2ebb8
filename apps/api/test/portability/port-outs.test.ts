import { blockLineRoute } from '@linework/schemas/lines/block-line.route';
import { deleteLineRoute } from '@linework/schemas/lines/delete-line.route';
import { getLineRoute } from '@linework/schemas/lines/get-line.route';
import { cancelOrderRoute } from '@linework/schemas/orders/cancel-order.route';
import { createPortInRoute } from '@linework/schemas/portability/create-port-in.route';
import { createPortOutRoute } from '@linework/schemas/portability/create-port-out.route';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { until } from '@linework/testing/processes/until';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { theOrder } from '../orders/a-failed-order.ts';
import { openPortOutDesk, type PortOutDesk } from './port-out-desk.ts';

let desk: PortOutDesk;
beforeAll(async () => {
  desk = await openPortOutDesk();
});
afterEach(() => desk.simulator.clearFaults());
afterAll(() => desk.close());

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
    const line = await desk.aLeavingLine();
    const { id } = await desk.aPortOut(line.msisdn);
    const { orderId = '', ...done } = await desk.workPortOutUntil(id, 'is COMPLETED', ({ status }) => status === 'COMPLETED');

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

  it('is the same to whoever asks again under its ticket, also when the number is gone', async () => {
    const line = await desk.aLeavingLine();
    const { id } = await desk.aPortOut(line.msisdn);
    await desk.workPortOutUntil(id, 'is COMPLETED', ({ status }) => status === 'COMPLETED');
    const body = { ticket: `T${line.msisdn}`, msisdn: line.msisdn, recipient: '55341', windowFrom: new Date().toISOString() };

    expect(await desk.client.call(createPortOutRoute, { body })).toMatchObject({ status: 409, body: { code: 'ticket-taken', portOutId: id } });
  });

  it('leaves a number that may come back', async () => {
    const line = await desk.aLeavingLine();
    const { id } = await desk.aPortOut(line.msisdn);
    await desk.workPortOutUntil(id, 'is COMPLETED', ({ status }) => status === 'COMPLETED');
    const { body, status } = await desk.client.call(createPortInRoute, { body: { ...(await desk.aPortInBody()), msisdn: line.msisdn } });

    expect(status).toBe(202);
    const { id: portInId } = body as { id: string };
    await desk.openWindow(portInId);
    await desk.workUntil(portInId, 'is ACTIVE', (portIn) => portIn.status === 'ACTIVE');
  });

  it('waits for its window', async () => {
    const { msisdn, id: lineId } = await desk.aLeavingLine();
    const { id } = await desk.aPortOut(msisdn, { windowFrom: new Date(Date.now() + 3_600_000).toISOString() });
    await desk.work();

    expect(await desk.findPortOut(id)).toMatchObject({ status: 'PENDING' });
    expect((await desk.client.call(getLineRoute, { params: { id: lineId } })).body).toMatchObject({ status: 'ACTIVE' });
  });

  it('is tried again while its line has another order at work', async () => {
    const line = await desk.aLeavingLine();
    await desk.client.call(blockLineRoute, { params: { id: line.id } });
    const { id } = await desk.aPortOut(line.msisdn);
    const waits = await desk.workPortOutUntil(id, 'waits', ({ reasonDetail }) => reasonDetail !== undefined, desk.ask);
    expect(waits).toMatchObject({ status: 'PENDING', reasonDetail: expect.stringContaining('Another order is at work') });
    expect(await desk.afterManyLooks('port_out', id)).toEqual({ attempt: 21, isSoon: true });
    await desk.worker.answerRings();
    await desk.letTimePass('port_out', id);

    await desk.workPortOutUntil(id, 'is COMPLETED', ({ status }) => status === 'COMPLETED');
  });

  it('is done where somebody deletes the line first: the number that rests is withdrawn', async () => {
    const line = await desk.aLeavingLine();
    const { id } = await desk.aPortOut(line.msisdn, { windowFrom: new Date(Date.now() + 400).toISOString() });
    await desk.client.call(deleteLineRoute, { params: { id: line.id } });
    await desk.workPortOutUntil(id, 'is COMPLETED', ({ status }) => status === 'COMPLETED');

    expect(await stateOf(line.numberId)).toMatchObject({ status: 'decommissioned' });
  });

  it('is an ERROR where its order is cancelled, and the line stays', async () => {
    const line = await desk.aLeavingLine();
    const { id } = await desk.aPortOut(line.msisdn);
    const { orderId = '' } = await desk.workPortOutUntil(id, 'has its order', (found) => found.orderId !== undefined, desk.ask);
    await desk.client.call(cancelOrderRoute, { params: { orderId }, body: { reason: 'the customer stays' } });
    await desk.workPortOutUntil(id, 'is over', ({ status }) => status === 'ERROR');

    expect((await desk.client.call(getLineRoute, { params: { id: line.id } })).body).toMatchObject({ status: 'ACTIVE' });
  });

  it('is confirmed once where the answer is lost', async () => {
    const line = await desk.aLeavingLine();
    await desk.simulator.orderFault({ fault: 'drop-after', match: { operation: 'clearing-house.confirm-port-out' } });
    const { id } = await desk.aPortOut(line.msisdn);
    await desk.workPortOutUntil(id, 'is COMPLETED', ({ status }) => status === 'COMPLETED');

    expect(await desk.simulator.ledger({ key: `${id}:confirm` })).toHaveLength(1);
  });

  it('may be asked for by the clearing house itself', async () => {
    const line = await desk.aLeavingLine();
    const ticket = await desk.simulator.startPortOut({ msisdn: line.msisdn });
    await until('its line is TERMINATED', async () => {
      await desk.work();
      return (await desk.db.prisma.portOut.count({ where: { ticket, status: 'COMPLETED' } })) === 1;
    });
  });

  it('is refused for a number without a line, twice under one ticket, and twice for one line', async () => {
    const [{ msisdn }, other] = [await desk.aLeavingLine(), await desk.aLeavingLine()];
    const windowFrom = new Date(Date.now() + 3_600_000).toISOString();
    const first = await desk.aPortOut(msisdn, { ticket: 'once', windowFrom });
    const ask = (body: { ticket: string; msisdn: string }) => desk.client.call(createPortOutRoute, { body: { recipient: '55341', windowFrom, ...body } });

    expect(await ask({ ticket: 'a', msisdn: '+5511977009999' })).toMatchObject({ status: 422, body: { reasonCode: 'NOT_A_CUSTOMER' } });
    expect(await ask({ ticket: 'once', msisdn: other.msisdn })).toMatchObject({ status: 409, body: { code: 'ticket-taken', portOutId: first.id } });
    expect(await ask({ ticket: 'twice', msisdn })).toMatchObject({ status: 422, body: { reasonCode: 'REQUEST_RUNNING' } });
  });

  it('leaves a sound database behind', () => checkInvariants(desk.db));
});
