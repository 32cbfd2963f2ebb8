import { noteFailure } from '@linework/domain/partners/unanswered/note-failure';
import { decideUnansweredCallRoute } from '@linework/schemas/unanswered-calls/decide.route';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { until } from '@linework/testing/processes/until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortabilityDesk, type PortabilityDesk } from './portability-desk.ts';

let desk: PortabilityDesk;
beforeAll(async () => {
  desk = await openPortabilityDesk();
});
afterAll(() => desk.close());

async function decide(recordId: string, status: 'ACTIVE' | 'ERROR') {
  const operator = await desk.anOperatorsClient();
  const { id } = await desk.db.prisma.unansweredCall.findFirstOrThrow({ where: { recordId, endedAt: null } });
  return operator.call(decideUnansweredCallRoute, { params: { id }, body: { status, reason: 'The portal of the clearing house shows it.' } });
}

const numberOf = async (msisdn: string) => {
  const where = { externalCode: msisdn };
  return desk.db.prisma.resource.findFirstOrThrow({ where, orderBy: { createdAt: 'desc' }, include: { state: true } });
};

describe('a port-in that the clearing house does not answer about', () => {
  it('becomes ACTIVE by an operator when its number is on its line', async () => {
    const { id, msisdn } = await desk.aPortIn();
    await desk.askUntil(id, 'has its order', ({ orderId }) => orderId !== undefined);
    await desk.simulator.orderFault({ fault: 'error-before', match: { operation: 'clearing-house.confirm', id }, times: 'always' });
    await until('its arrival is not confirmed', async () => {
      await desk.letTimePass('port_in', id);
      await desk.work();
      return (await desk.db.prisma.unansweredCall.count({ where: { recordId: id } })) > 0;
    });

    expect(await decide(id, 'ACTIVE')).toMatchObject({ status: 200, body: { decision: 'ACTIVE' } });
    expect(await desk.find(id)).toMatchObject({ status: 'ACTIVE', activatedAt: expect.any(String) });
    expect(await numberOf(msisdn)).toMatchObject({ attributes: {}, state: { status: 'active' } });
  });

  it('is not decided while its order may still bring the number, which stays claimed', async () => {
    const { id, msisdn } = await desk.aPortIn();
    await desk.askUntil(id, 'has its order', ({ orderId }) => orderId !== undefined);
    await noteFailure(desk.db, { kind: 'port-in', recordId: id, code: 'internal-error', limitMs: 86_400_000 });

    expect(await decide(id, 'ERROR')).toMatchObject({ status: 422, body: { code: 'status-not-possible', allowed: [] } });
    expect(await numberOf(msisdn)).toMatchObject({ state: { status: 'reserved' } });
    await desk.workUntil(id, 'is ACTIVE', ({ status }) => status === 'ACTIVE');
  });

  it('leaves a sound database behind', () => checkInvariants(desk.db));
});
