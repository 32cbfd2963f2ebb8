import { createOrderAdvancer } from '@linework/engine/execution/advance-order';
import { releasePausedOrders } from '@linework/engine/execution/release-paused-orders';
import { requeueDueOrders } from '@linework/engine/execution/requeue-due-orders';
import { noObserver } from '@linework/engine/model/engine-observer';
import { indexOrderTypes } from '@linework/engine/model/order-type';
import { loadPauses } from '@linework/engine/store/load-pauses';
import { allOrderTypeVersions } from '@linework/lines/order-types/all-order-types';
import { silentLog } from '@linework/log/log';
import { cancelOrderRoute, explainOrderRoute, listOrdersRoute } from '@linework/schemas/orders/orders.routes';
import type { Pause } from '@linework/schemas/pauses/pause';
import {
  createPauseRoute,
  endPauseRoute,
  getPauseRoute,
  listPausesRoute,
} from '@linework/schemas/pauses/pauses.routes';
import { recordingNetwork } from '@linework/testing/recording-network';
import { sql } from '@linework/testing/sql';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';
import { aPlacedOrder, theOrder } from './a-failed-order.ts';

const api = await startTestApi();
afterAll(() => api.close());
const operator = await api.anOperatorsClient();
const network = recordingNetwork();
const engine = {
  db: api.db,
  orderTypes: indexOrderTypes(allOrderTypeVersions),
  systems: { network },
  notify: (more: readonly { orderId: string; epoch: number }[]) => void api.wakeUps.push(...more),
  readPauses: () => loadPauses(api.db),
  observer: noObserver,
  log: silentLog,
  settings: { leaseMs: 10_000, stepTimeoutMs: 5_000, acquisitionLimit: 50, unavailableLimitMs: 60_000 },
};
const advance = createOrderAdvancer(engine);

async function handleWakeUps() {
  for (let wakeUp = api.wakeUps.shift(); wakeUp; wakeUp = api.wakeUps.shift()) await advance(wakeUp);
}

async function aPause(kind: 'order-type' | 'step' | 'system', target: string): Promise<string> {
  const { status, body } = await operator.call(createPauseRoute, { body: { kind, target, reason: 'incident 4711' } });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}

async function resume(id: string) {
  await operator.call(endPauseRoute, { params: { id }, body: { reason: 'solved' } });
  await releasePausedOrders(api.db);
  await requeueDueOrders({ db: api.db, notify: engine.notify, unavailableLimitMs: 60_000 });
  await handleWakeUps();
}

describe('a pause', () => {
  it.each([
    ['system', 'network'],
    ['order-type', 'LINE_BLOCK'],
    ['step', 'LINE_BLOCK.SUSPEND_NETWORK'],
  ] as const)('of a %s lets orders wait without an attempt, and they go on when it has ended', async (kind, target) => {
    const client = await api.aClient();
    const pauseId = await aPause(kind, target);
    const { orderId } = await aPlacedOrder(api, client);
    const calls = network.calls.length;
    await handleWakeUps();
    expect(network.calls).toHaveLength(calls);
    expect(await theOrder(client, orderId)).toMatchObject({
      status: 'PENDING',
      steps: [{ attempt: 0, error: { code: 'paused', pauseId } }, {}],
    });
    expect((await client.call(explainOrderRoute, { params: { orderId } })).body).toMatchObject({
      waitsFor: 'pause',
      pause: { id: pauseId, kind, target },
    });
    expect((await client.call(listOrdersRoute, { query: { paused: 'true' } })).body).toMatchObject({
      meta: { total: 1 },
    });
    expect((await operator.call(getPauseRoute, { params: { id: pauseId } })).body).toMatchObject({
      target,
      reason: 'incident 4711',
    });
    await resume(pauseId);
    expect(await theOrder(client, orderId)).toMatchObject({
      status: 'COMPLETED',
      steps: [{ attempt: 1, error: null }, {}],
    });
  });

  it('lets a call that has begun end, and stops the order before the next step', async () => {
    const client = await api.aClient();
    const { orderId } = await aPlacedOrder(api, client);
    const call = network.hold(`${orderId}-1:execute`);
    const handled = handleWakeUps();
    await call.arrived;
    const pauseId = await aPause('step', 'LINE_BLOCK.SUSPEND_RESOURCES');
    call.release();
    await handled;
    expect(await theOrder(client, orderId)).toMatchObject({
      status: 'IN_PROGRESS',
      steps: [{ status: 'SUCCESS' }, { status: 'PENDING', error: { code: 'paused' } }],
    });
    await resume(pauseId);
    expect(await theOrder(client, orderId)).toMatchObject({ status: 'COMPLETED' });
  });

  it('leaves its orders due at once when it ends, in any microsecond', async () => {
    const client = await api.aClient();
    const pauseId = await aPause('system', 'network');
    const { orderId } = await aPlacedOrder(api, client);
    await handleWakeUps();
    await operator.call(endPauseRoute, { params: { id: pauseId }, body: { reason: 'solved' } });
    const isDue = () =>
      api.db.dryRun(async (tx) => {
        await releasePausedOrders(tx);
        return (
          await tx.query(
            sql<{ readonly due: boolean }>`SELECT due_at <= now() AS due FROM orders WHERE id = ${orderId}::uuid`,
          )
        )[0]?.due;
      });
    for (let microsecond = 0; microsecond < 20; microsecond++) expect(await isDue()).toBe(true);
    await resume(pauseId);
  });

  it('says who started it, and how many orders wait for its end', async () => {
    const client = await api.aClient();
    const pauseId = await aPause('step', 'LINE_BLOCK.SUSPEND_NETWORK');
    const other = await aPause('order-type', 'LINE_ACTIVATION');
    await aPlacedOrder(api, client);
    await aPlacedOrder(api, client);
    await handleWakeUps();
    const { body } = await operator.call(listPausesRoute, { query: { ended: 'false', sortOrder: 'asc' } });
    expect(body).toMatchObject({
      items: [
        { id: pauseId, waitingCount: 2, createdBy: { type: 'key', keyId: operator.keyId } },
        { id: other, waitingCount: 0 },
      ],
    });
    await resume(pauseId);
    await resume(other);
    expect((await operator.call(getPauseRoute, { params: { id: pauseId } })).body).toMatchObject({ waitingCount: 0 });
  });

  it('ends by itself at the time that was given with it, and its orders go on', async () => {
    const client = await api.aClient();
    const { body } = await operator.call(createPauseRoute, {
      body: { kind: 'system', target: 'network', reason: 'a short one', endsAfterMinutes: 30 },
    });
    const { id: pauseId, createdAt, endsAt = '' } = body as Pause;
    expect(Date.parse(endsAt) - Date.parse(createdAt)).toBe(1_800_000);
    const { orderId } = await aPlacedOrder(api, client);
    await handleWakeUps();
    await releasePausedOrders(api.db);
    expect((await operator.call(getPauseRoute, { params: { id: pauseId } })).body).not.toHaveProperty('endedAt');
    const earlier = "SET created_at = created_at - interval '30 min', ends_at = ends_at - interval '30 min'";
    await api.db.pool.query(`UPDATE pause ${earlier} WHERE id = $1`, [pauseId]);
    await releasePausedOrders(api.db);
    await requeueDueOrders({ db: api.db, notify: engine.notify, unavailableLimitMs: 60_000 });
    await handleWakeUps();
    expect(await theOrder(client, orderId)).toMatchObject({ status: 'COMPLETED' });
    expect((await operator.call(getPauseRoute, { params: { id: pauseId } })).body).toMatchObject({
      endedAt: expect.any(String),
    });
    expect(await api.db.prisma.event.findMany({ where: { resourceId: pauseId, type: 'pause.ended' } })).toMatchObject([
      { keyId: null, job: 'requeue-due-orders', details: { kind: 'system', target: 'network' } },
    ]);
  });

  it('does not keep an order from being cancelled', async () => {
    const client = await api.aClient();
    const pauseId = await aPause('system', 'network');
    const { orderId } = await aPlacedOrder(api, client);
    await handleWakeUps();
    expect(await client.call(cancelOrderRoute, { params: { orderId }, body: {} })).toMatchObject({
      status: 202,
      body: { status: 'CANCELLED' },
    });
    expect((await client.call(listOrdersRoute, { query: { paused: 'true' } })).body).toMatchObject({
      meta: { total: 0 },
    });
    await resume(pauseId);
  });

  it('exists once for a target, has a known target, and ends once', async () => {
    const pauseId = await aPause('order-type', 'LINE_BLOCK');
    const body = { kind: 'order-type' as const, target: 'LINE_BLOCK', reason: 'twice' };
    expect(await operator.call(createPauseRoute, { body })).toMatchObject({
      status: 409,
      body: { code: 'already-paused', pauseId },
    });
    expect(await operator.call(createPauseRoute, { body: { ...body, target: 'NONE' } })).toMatchObject({
      status: 422,
      body: { code: 'unknown-pause-target' },
    });
    await resume(pauseId);
    expect(await operator.call(endPauseRoute, { params: { id: pauseId }, body: { reason: 'again' } })).toMatchObject({
      status: 409,
      body: { code: 'pause-ended' },
    });
    const events = await api.db.prisma.event.findMany({ where: { resourceId: pauseId }, orderBy: { seq: 'asc' } });
    expect(events).toMatchObject([
      { type: 'pause.created', keyId: operator.keyId },
      { type: 'pause.ended', details: { reason: 'solved' } },
    ]);
  });
});
