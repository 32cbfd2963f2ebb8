import { recordFailure } from '@linework/partners/durable-call/record-failure';
import { portInCall } from '@linework/portability/port-ins/due-port-ins';
import { decideUnansweredCallRoute } from '@linework/schemas/unanswered-calls/unanswered-calls.routes';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortabilityFixture, type PortabilityFixture } from './portability-fixture.ts';

let fixture: PortabilityFixture;
beforeAll(async () => {
  fixture = await openPortabilityFixture();
});
afterAll(() => fixture.close());

async function decide(recordId: string, status: 'ACTIVE' | 'ERROR') {
  const operator = await fixture.anOperatorsClient();
  const { id } = await fixture.db.prisma.unansweredCall.findFirstOrThrow({ where: { recordId, endedAt: null } });
  return operator.call(decideUnansweredCallRoute, {
    params: { id },
    body: { status, reason: 'The portal of the clearing house shows it.' },
  });
}

const findNumber = async (msisdn: string) => {
  const where = { externalCode: msisdn };
  return fixture.db.prisma.resource.findFirstOrThrow({
    where,
    orderBy: { createdAt: 'desc' },
    include: { state: true },
  });
};

describe('an unanswered port-in', () => {
  it("becomes ACTIVE by an operator's decision when its number is on its line", async () => {
    const { id, msisdn } = await fixture.aPortIn();
    await fixture.pollUntil(id, 'has its order', ({ orderId }) => orderId !== undefined);
    await fixture.simulator.injectFault({
      fault: 'error-before',
      match: { operation: 'clearing-house.confirm', id },
      times: 'always',
    });
    await waitUntil('its arrival is not confirmed', async () => {
      await fixture.makeDue('port_in', id);
      await fixture.runAll();
      return (await fixture.db.prisma.unansweredCall.count({ where: { recordId: id } })) > 0;
    });

    expect(await decide(id, 'ACTIVE')).toMatchObject({ status: 200, body: { decision: 'ACTIVE' } });
    expect(await fixture.find(id)).toMatchObject({ status: 'ACTIVE', activatedAt: expect.any(String) });
    expect(await findNumber(msisdn)).toMatchObject({ attributes: {}, state: { status: 'active' } });
  });

  it('cannot be decided while its order may still assign the number, which stays claimed', async () => {
    const { id, msisdn } = await fixture.aPortIn();
    await fixture.pollUntil(id, 'has its order', ({ orderId }) => orderId !== undefined);
    await recordFailure(fixture.db, portInCall, { recordId: id, code: 'internal-error', limitMs: 86_400_000 });

    expect(await decide(id, 'ERROR')).toMatchObject({
      status: 422,
      body: { code: 'status-not-possible', allowed: [] },
    });
    expect(await findNumber(msisdn)).toMatchObject({ state: { status: 'reserved' } });
    await fixture.runUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');
  });

  it('leaves a consistent database', () => checkInvariants(fixture.db));
});
