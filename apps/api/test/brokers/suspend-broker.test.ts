import { listBrokerEventsRoute, resumeBrokerRoute, suspendBrokerRoute } from '@linework/schemas/brokers/brokers.routes';
import { blockLineRoute, listLinesRoute } from '@linework/schemas/lines/lines.routes';
import { anActiveLine } from '@linework/testing/a-line';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';

let nowMs = Date.now();
const api = await startTestApi({ nowMs: () => nowMs });
afterAll(() => api.close());
const operator = await api.anOperatorsClient();
/** The maximum time that a suspended broker's key may still work, as documented. */
const advanceClock = () => {
  nowMs += 5_000;
};

const suspend = (id: string) => operator.call(suspendBrokerRoute, { params: { id } });
const resume = (id: string) => operator.call(resumeBrokerRoute, { params: { id } });

describe('suspending a broker', () => {
  it('rejects each of its keys with 403 and the reason, but no key of another broker', async () => {
    const [client, other] = [await api.aClient(), await api.aClient()];
    const second = await api.aClient({ broker: client.broker });
    expect((await client.call(listLinesRoute)).status).toBe(200);
    expect(await suspend(client.broker.id)).toMatchObject({
      status: 200,
      body: { id: client.broker.id, status: 'SUSPENDED' },
    });
    advanceClock();
    for (const { call } of [client, second])
      expect(await call(listLinesRoute)).toMatchObject({ status: 403, body: { code: 'broker-suspended' } });
    expect((await other.call(listLinesRoute)).status).toBe(200);
    expect(await operator.call(listLinesRoute, { query: { brokerId: client.broker.id } })).toMatchObject({
      status: 200,
    });
  });

  it('lets its open orders continue', async () => {
    const client = await api.aClient();
    const { id } = await anActiveLine(api.db, { brokerId: client.broker.id });
    expect((await client.call(blockLineRoute, { params: { id } })).status).toBe(200);
    await suspend(client.broker.id);
    await testWorker(api).handleWakeUps();
    expect(await api.db.prisma.line.findFirst({ where: { id } })).toMatchObject({ status: 'BLOCKED' });
  });

  it('is reverted by resuming it, and the events show who requested it', async () => {
    const client = await api.aClient();
    const { id } = client.broker;
    await suspend(id);
    advanceClock();
    expect((await client.call(listLinesRoute)).status).toBe(403);
    expect(await resume(id)).toMatchObject({ status: 200, body: { status: 'ACTIVE' } });
    advanceClock();
    expect((await client.call(listLinesRoute)).status).toBe(200);
    const { body } = await operator.call(listBrokerEventsRoute, { params: { id } });
    expect(body).toMatchObject({
      items: [
        { type: 'broker.suspended', from: 'ACTIVE', to: 'SUSPENDED' },
        { type: 'broker.resumed', from: 'SUSPENDED', to: 'ACTIVE' },
      ],
    });
    expect(await api.db.prisma.event.count({ where: { resourceId: id, keyId: operator.keyId } })).toBe(2);
  });

  it('is rejected the second time, and so is resuming a broker that is not suspended', async () => {
    const { broker } = await api.aClient();
    expect(await resume(broker.id)).toMatchObject({
      status: 409,
      body: { currentStatus: 'ACTIVE', requested: 'resume', allowed: ['suspend'] },
    });
    const responses = await Promise.all([suspend(broker.id), suspend(broker.id)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});
