import { deleteLineRoute } from '@linework/schemas/lines/lines.routes';
import { explainOrderRoute } from '@linework/schemas/orders/orders.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestClient } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';
import { aFailedOrder, aPlacedOrder } from './a-failed-order.ts';

const api = await startTestApi();
afterAll(() => api.close());
const worker = testWorker(api);

async function explain(client: TestClient, orderId: string) {
  const { status, body } = await client.call(explainOrderRoute, { params: { orderId } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

describe('the explanation of an order', () => {
  it('names the worker that it waits for, before any has acquired it', async () => {
    const client = await api.aClient();
    const { orderId } = await aPlacedOrder(api, client);
    expect(await explain(client, orderId)).toMatchObject({
      waitsFor: 'worker',
      sentence:
        'The order waits for a free worker, with attempt 1 of 5 of the step “suspend network”. Nobody holds it.',
      step: { attempt: 1, attemptLimit: 5, actionCode: 'network.suspend' },
      allowed: ['cancel'],
    });
    await worker.handleWakeUps();
  });

  it('names the lease while a worker calls the network', async () => {
    const client = await api.aClient();
    const { orderId } = await aPlacedOrder(api, client);
    const call = worker.network.hold(`${orderId}-1:execute`);
    const handled = worker.handleWakeUps();
    await call.arrived;
    const held = await explain(client, orderId);
    expect(held).toMatchObject({
      lease: { epoch: 1 },
      sentence: expect.stringMatching(/^A worker is at attempt 1 of 5 .* and holds the order until/),
    });
    expect(held.waitsFor).toBeUndefined();
    call.release();
    await handled;
  });

  it('names the next attempt and its time after a failed one', async () => {
    const client = await api.aClient();
    const { orderId } = await aPlacedOrder(api, client);
    worker.network.failNext(`${orderId}-1:execute`, 'transient');
    await worker.handleWakeUp();
    api.wakeUps.splice(0);
    // The wait may be over before the question on a busy machine.
    await api.db.prisma.order.update({ where: { id: orderId }, data: { notBefore: new Date(Date.now() + 3_600_000) } });
    const waiting = await explain(client, orderId);
    expect(waiting).toMatchObject({
      waitsFor: 'back-off',
      waitsUntil: expect.any(String),
      step: { attempt: 2, error: { code: expect.any(String) } },
    });
  });

  it('names the system that is unavailable', async () => {
    const client = await api.aClient();
    const { orderId } = await aPlacedOrder(api, client);
    worker.network.failNext(`${orderId}-1:execute`, 'unavailable');
    await worker.handleWakeUp();
    expect(await explain(client, orderId)).toMatchObject({
      waitsFor: 'system',
      waitsSince: expect.any(String),
      sentence: expect.stringMatching(/^The order waits for the network, which is unavailable since/),
      step: { attempt: 1 },
    });
    api.wakeUps.splice(0);
  });

  it('names the step that failed, the decisions that are left, and why the others are not', async () => {
    const client = await api.aClient();
    const { order } = await aFailedOrder(api, client, worker);
    const failed = await explain(client, order.id);
    expect(failed).toMatchObject({
      waitsFor: 'decision',
      allowed: ['retry', 'skip', 'rollback', 'close'],
      step: { attempt: 1, attemptLimit: 5 },
    });
    expect(failed.notAllowed).toMatchObject([
      {
        request: 'cancel',
        code: 'invalid-status-transition',
        detail: 'The order is FAILED and cannot be asked to cancel.',
      },
    ]);
  });

  it('says that a newer order has superseded it', async () => {
    const client = await api.aClient();
    const { order, line } = await aFailedOrder(api, client, worker);
    await client.call(deleteLineRoute, { params: { id: line.id } });
    await worker.handleWakeUps();
    const superseded = await explain(client, order.id);
    expect(superseded.sentence).toContain('has superseded it, so it needs no decision');
    expect(superseded.allowed).toEqual(['close']);
  });

  it('lists what it changed on its line and its resources', async () => {
    const client = await api.aClient();
    const { orderId, line } = await aPlacedOrder(api, client);
    await worker.handleWakeUps();
    const { changes, sentence } = await explain(client, orderId);
    expect(sentence).toBe('The order is completed: every step is done or was skipped.');
    const moves = changes.filter(({ resource }) => resource.id === line.id).map(({ from, to }) => `${from} ${to}`);
    expect(moves).toEqual(['ACTIVE BLOCKING', 'BLOCKING BLOCKED']);
  });

  it('is found by its own broker only', async () => {
    const { orderId } = await aPlacedOrder(api, await api.aClient());
    const other = await api.aClient();
    expect(await other.call(explainOrderRoute, { params: { orderId } })).toMatchObject({ status: 404 });
  });
});
