import { blockLineRoute, deleteLineRoute, getLineRoute } from '@linework/schemas/lines/lines.routes';
import { cancelOrderRoute } from '@linework/schemas/orders/orders.routes';
import { createPortInRoute } from '@linework/schemas/portability/port-ins.routes';
import { createPortOutRoute } from '@linework/schemas/portability/port-outs.routes';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { theOrder } from '../orders/a-failed-order.ts';
import { openPortOutFixture, type PortOutFixture } from './port-out-fixture.ts';

let fixture: PortOutFixture;
beforeAll(async () => {
  fixture = await openPortOutFixture();
});
afterEach(() => fixture.simulator.clearFaults());
afterAll(() => fixture.close());

const readState = async (resourceId: string) => {
  const { rows } = await fixture.db.pool.query(
    `SELECT s.status, s.line_id,
       (SELECT count(*)::int FROM allocation a WHERE a.resource_id = s.resource_id AND a.held_to IS NULL) AS held
     FROM resource_state s
     WHERE s.resource_id = $1`,
    [resourceId],
  );
  return rows[0];
};

const listMoves = async (resourceId: string) => {
  const { rows } = await fixture.db.pool.query(
    'SELECT to_status FROM event WHERE resource_id = $1 AND to_status IS NOT NULL ORDER BY seq',
    [resourceId],
  );
  return rows.map(({ to_status }) => to_status);
};

describe('a port-out', () => {
  it('terminates the line, withdraws its number and confirms it to the clearing house', async () => {
    const line = await fixture.aPortableLine();
    const { id } = await fixture.aPortOut(line.msisdn);
    const { orderId = '', ...done } = await fixture.runPortOutUntil(
      id,
      'is COMPLETED',
      ({ status }) => status === 'COMPLETED',
    );

    expect(done).toMatchObject({ lineId: line.id, endedAt: expect.any(String) });
    expect(await theOrder(fixture.client, orderId)).toMatchObject({ type: 'LINE_PORT_OUT', status: 'COMPLETED' });
    expect((await fixture.client.call(getLineRoute, { params: { id: line.id } })).body).toMatchObject({
      status: 'TERMINATED',
    });
    expect(await readState(line.numberId)).toEqual({ status: 'decommissioned', line_id: null, held: 0 });
    // It was never in quarantine, because Linework cannot allocate it again.
    expect(await listMoves(line.numberId)).toEqual(['available', 'reserved', 'active', 'decommissioned']);
    expect(await readState(line.simId)).toEqual({ status: 'decommissioned', line_id: null, held: 0 });
    expect(
      (await fixture.simulator.requestLog({ kind: 'port-out' })).map(({ record }) => [record.id, record.status]),
    ).toContainEqual([`T${line.msisdn}`, 'CONFIRMED']);
  });

  it('returns the same for a repeated ticket, even after the number has left', async () => {
    const line = await fixture.aPortableLine();
    const { id } = await fixture.aPortOut(line.msisdn);
    await fixture.runPortOutUntil(id, 'is COMPLETED', ({ status }) => status === 'COMPLETED');
    const body = {
      ticket: `T${line.msisdn}`,
      msisdn: line.msisdn,
      recipient: '55341',
      windowFrom: new Date().toISOString(),
    };

    expect(await fixture.client.call(createPortOutRoute, { body })).toMatchObject({
      status: 409,
      body: { code: 'ticket-taken', portOutId: id },
    });
  });

  it('releases a number that can come back later', async () => {
    const line = await fixture.aPortableLine();
    const { id } = await fixture.aPortOut(line.msisdn);
    await fixture.runPortOutUntil(id, 'is COMPLETED', ({ status }) => status === 'COMPLETED');
    const { body, status } = await fixture.client.call(createPortInRoute, {
      body: { ...(await fixture.aPortInBody()), msisdn: line.msisdn },
    });

    expect(status).toBe(202);
    const { id: portInId } = body as { id: string };
    await fixture.openWindow(portInId);
    await fixture.runUntil(portInId, 'is ACTIVE', (portIn) => portIn.status === 'ACTIVE');
  });

  it('waits for its window', async () => {
    const { msisdn, id: lineId } = await fixture.aPortableLine();
    const { id } = await fixture.aPortOut(msisdn, { windowFrom: new Date(Date.now() + 3_600_000).toISOString() });
    await fixture.runAll();

    expect(await fixture.findPortOut(id)).toMatchObject({ status: 'PENDING' });
    expect((await fixture.client.call(getLineRoute, { params: { id: lineId } })).body).toMatchObject({
      status: 'ACTIVE',
    });
  });

  it('is tried again while its line has another open order', async () => {
    const line = await fixture.aPortableLine();
    await fixture.client.call(blockLineRoute, { params: { id: line.id } });
    const { id } = await fixture.aPortOut(line.msisdn);
    const waits = await fixture.runPortOutUntil(
      id,
      'waits',
      ({ reasonDetail }) => reasonDetail !== undefined,
      fixture.pollPartners,
    );
    expect(waits).toMatchObject({ status: 'PENDING', reasonDetail: expect.stringContaining('Another order is open') });
    expect(await fixture.afterManyPolls('port_out', id)).toEqual({ attempt: 21, isSoon: true });
    await fixture.worker.handleWakeUps();
    await fixture.makeDue('port_out', id);

    await fixture.runPortOutUntil(id, 'is COMPLETED', ({ status }) => status === 'COMPLETED');
  });

  it('completes when the line is deleted first: the number in quarantine is withdrawn', async () => {
    const line = await fixture.aPortableLine();
    const { id } = await fixture.aPortOut(line.msisdn, { windowFrom: new Date(Date.now() + 400).toISOString() });
    await fixture.client.call(deleteLineRoute, { params: { id: line.id } });
    await fixture.runPortOutUntil(id, 'is COMPLETED', ({ status }) => status === 'COMPLETED');

    expect(await readState(line.numberId)).toMatchObject({ status: 'decommissioned' });
  });

  it('is an ERROR when its order is cancelled, and the line stays', async () => {
    const line = await fixture.aPortableLine();
    const { id } = await fixture.aPortOut(line.msisdn);
    const { orderId = '' } = await fixture.runPortOutUntil(
      id,
      'has its order',
      (found) => found.orderId !== undefined,
      fixture.pollPartners,
    );
    await fixture.client.call(cancelOrderRoute, { params: { orderId }, body: { reason: 'the customer stays' } });
    await fixture.runPortOutUntil(id, 'is over', ({ status }) => status === 'ERROR');

    expect((await fixture.client.call(getLineRoute, { params: { id: line.id } })).body).toMatchObject({
      status: 'ACTIVE',
    });
  });

  it('is confirmed once when the response is lost', async () => {
    const line = await fixture.aPortableLine();
    await fixture.simulator.injectFault({
      fault: 'drop-after',
      match: { operation: 'clearing-house.confirm-port-out' },
    });
    const { id } = await fixture.aPortOut(line.msisdn);
    await fixture.runPortOutUntil(id, 'is COMPLETED', ({ status }) => status === 'COMPLETED');

    expect(await fixture.simulator.requestLog({ key: `${id}:confirm` })).toHaveLength(1);
  });

  it('can be requested by the clearing house itself', async () => {
    const line = await fixture.aPortableLine();
    const ticket = await fixture.simulator.startPortOut({ msisdn: line.msisdn });
    await waitUntil('its line is TERMINATED', async () => {
      await fixture.runAll();
      return (await fixture.db.prisma.portOut.count({ where: { ticket, status: 'COMPLETED' } })) === 1;
    });
  });

  it('is rejected for a number without a line, for a repeated ticket, and for a line with another port-out', async () => {
    const [{ msisdn }, other] = [await fixture.aPortableLine(), await fixture.aPortableLine()];
    const windowFrom = new Date(Date.now() + 3_600_000).toISOString();
    const first = await fixture.aPortOut(msisdn, { ticket: 'once', windowFrom });
    const request = (body: { ticket: string; msisdn: string }) =>
      fixture.client.call(createPortOutRoute, { body: { recipient: '55341', windowFrom, ...body } });

    expect(await request({ ticket: 'a', msisdn: '+5511977009999' })).toMatchObject({
      status: 422,
      body: { reasonCode: 'NOT_A_CUSTOMER' },
    });
    expect(await request({ ticket: 'once', msisdn: other.msisdn })).toMatchObject({
      status: 409,
      body: { code: 'ticket-taken', portOutId: first.id },
    });
    expect(await request({ ticket: 'twice', msisdn })).toMatchObject({
      status: 422,
      body: { reasonCode: 'REQUEST_RUNNING' },
    });
  });

  it('leaves a consistent database', () => checkInvariants(fixture.db));
});
