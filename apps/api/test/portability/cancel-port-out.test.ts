import { getLineRoute } from '@linework/schemas/lines/lines.routes';
import type { PortOut } from '@linework/schemas/portability/port-out';
import { cancelPortOutRoute } from '@linework/schemas/portability/port-outs.routes';
import { getPortabilityStatusRoute } from '@linework/schemas/portability/portability.routes';
import { decideUnansweredCallRoute } from '@linework/schemas/unanswered-calls/unanswered-calls.routes';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anUnansweredCall } from '../unanswered-calls/an-unanswered-call.ts';
import { openPortOutFixture, type PortOutFixture } from './port-out-fixture.ts';

let fixture: PortOutFixture;
beforeAll(async () => {
  fixture = await openPortOutFixture();
});
afterEach(async () => {
  await fixture.simulator.clearFaults();
  await fixture.simulator.clearScriptedReplies();
});
afterAll(() => fixture.close());

const getTimeInAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const isStatus =
  (wanted: PortOut['status']) =>
  ({ status }: PortOut) =>
    status === wanted;
const cancel = (id: string) => fixture.client.call(cancelPortOutRoute, { params: { id } });
const lineStatus = async (id: string) =>
  (await fixture.client.call(getLineRoute, { params: { id } })).body as { readonly status: string };
const openWindow = (id: string) =>
  fixture.db.pool.query('UPDATE port_out SET window_from = now(), due_at = least(due_at, now()) WHERE id = $1', [id]);
const makeDue = (id: string) =>
  fixture.db.pool.query("UPDATE port_out SET due_at = now() - interval '1 ms' WHERE id = $1", [id]);

/** A port-out that the clearing house has requested, with its window in an hour. */
async function anAgreedPortOut() {
  const line = await fixture.aPortableLine();
  const ticket = await fixture.simulator.startPortOut({ msisdn: line.msisdn, windowFrom: getTimeInAnHour() });
  const { id } = await fixture.db.prisma.portOut.findFirstOrThrow({ where: { ticket } });
  return { id, ticket, line };
}

describe('cancelling a port-out', () => {
  it('calls the clearing house, which responds later, and its line stays', async () => {
    const { id, ticket, line } = await anAgreedPortOut();
    expect(await cancel(id)).toMatchObject({
      status: 202,
      body: { status: 'CANCELLING', cancelRequestedAt: expect.any(String) },
    });
    const done = await fixture.runPortOutUntil(id, 'is CANCELLED', isStatus('CANCELLED'));
    expect(done).toMatchObject({ endedAt: expect.any(String) });
    expect(done.orderId).toBeUndefined();
    expect(await lineStatus(line.id)).toMatchObject({ status: 'ACTIVE' });
    expect((await fixture.simulator.requestLog({ kind: 'port-out', id: ticket })).at(-1)?.record.status).toBe(
      'CANCELLED',
    );
    const status = await fixture.client.call(getPortabilityStatusRoute, { query: { msisdn: line.msisdn } });
    expect(status).toMatchObject({ body: { status: 'CANCELLED' } });
    expect(await cancel(id)).toMatchObject({
      status: 409,
      body: { currentStatus: 'CANCELLED', requested: 'cancel', allowed: [] },
    });
    expect(await fixture.aPortOut(line.msisdn, { windowFrom: getTimeInAnHour() })).toMatchObject({ status: 'PENDING' });
  });

  it('lets it continue at its window when the clearing house rejects the cancel', async () => {
    const { id, line } = await anAgreedPortOut();
    await fixture.simulator.scriptReply({ match: { operation: 'clearing-house.cancel-port-out' }, answer: 'REJECTED' });
    await cancel(id);
    const goesOn = await fixture.runPortOutUntil(id, 'is PENDING', isStatus('PENDING'));
    expect(goesOn).toMatchObject({ reasonDetail: 'The clearing house has not cancelled it.' });
    expect(await lineStatus(line.id)).toMatchObject({ status: 'ACTIVE' });
    await openWindow(id);
    await fixture.runPortOutUntil(id, 'is COMPLETED', isStatus('COMPLETED'));
    expect(await lineStatus(line.id)).toMatchObject({ status: 'TERMINATED' });
  });

  it.each([
    ['CANCELLED', 'CANCELLED', 'ACTIVE'],
    ['ASKED', 'COMPLETED', 'TERMINATED'],
  ] as const)(
    'keeps the line in service until a late response, which is %s',
    async (answer, portOutStatus, endLineStatus) => {
      const { id, ticket, line } = await anAgreedPortOut();
      await fixture.simulator.scriptReply({ match: { operation: 'clearing-house.cancel-port-out' }, answer: 'LATER' });
      await cancel(id);
      await fixture.runPortOutUntil(
        id,
        'waits for the response',
        ({ reasonDetail }) => reasonDetail === 'The clearing house has not answered yet.',
      );
      await openWindow(id);
      for (let turn = 0; turn < 3; turn += 1) {
        await makeDue(id);
        await fixture.runAll();
      }
      expect(await fixture.findPortOut(id)).toMatchObject({ status: 'CANCELLING' });
      expect(await lineStatus(line.id)).toMatchObject({ status: 'ACTIVE' });

      await fixture.simulator.answerCancel(ticket, answer);
      await fixture.runPortOutUntil(id, `is ${portOutStatus}`, isStatus(portOutStatus));
      expect(await lineStatus(line.id)).toMatchObject({ status: endLineStatus });
    },
  );

  it('is requested once when the response is lost', async () => {
    const { id, ticket } = await anAgreedPortOut();
    await fixture.simulator.injectFault({
      fault: 'drop-after',
      match: { operation: 'clearing-house.cancel-port-out' },
    });
    await cancel(id);
    await fixture.runPortOutUntil(id, 'is CANCELLED', isStatus('CANCELLED'));
    const requests = (await fixture.simulator.requestLog({ kind: 'port-out', id: ticket })).filter(
      ({ operation }) => operation === 'clearing-house.cancel-port-out',
    );
    expect(requests).toHaveLength(1);
  });

  it('makes it CANCELLED when the clearing house does not know it', async () => {
    const line = await fixture.aPortableLine();
    const { id } = await fixture.aPortOut(line.msisdn, { windowFrom: getTimeInAnHour() });
    await cancel(id);
    await fixture.runPortOutUntil(id, 'is CANCELLED', isStatus('CANCELLED'));
    expect(await lineStatus(line.id)).toMatchObject({ status: 'ACTIVE' });
  });

  it('is rejected with 409 once its window has begun', async () => {
    const { id, line } = await anAgreedPortOut();
    await openWindow(id);
    expect(await cancel(id)).toMatchObject({ status: 409, body: { code: 'window-begun' } });
    await waitUntil('its line is TERMINATED', async () => {
      await fixture.runAll();
      return (await lineStatus(line.id)).status === 'TERMINATED';
    });
    expect(await cancel(id)).toMatchObject({ status: 409 });
  });

  it('is decided by an operator when it is unanswered for too long', async () => {
    const { id, line } = await anAgreedPortOut();
    await fixture.simulator.injectFault({
      fault: 'unavailable',
      match: { company: 'clearing-house' },
      times: 'always',
    });
    await cancel(id);
    const callId = await anUnansweredCall(fixture.db, { brokerId: line.brokerId, kind: 'port-out', recordId: id });
    const operator = await fixture.anOperatorsClient();
    const decide = (status: 'COMPLETED' | 'PENDING') =>
      operator.call(decideUnansweredCallRoute, {
        params: { id: callId },
        body: { status, reason: 'Confirmed by telephone.' },
      });
    expect(await decide('COMPLETED')).toMatchObject({ status: 422, body: { allowed: ['CANCELLED', 'PENDING'] } });
    expect(await decide('PENDING')).toMatchObject({ status: 200 });
    expect(await fixture.findPortOut(id)).toMatchObject({ status: 'PENDING' });
  });

  it('leaves a consistent database', () => checkInvariants(fixture.db));
});
