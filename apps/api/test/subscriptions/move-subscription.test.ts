import { silentLog } from '@linework/log/log';
import { type SubscriptionStatus, subscriptionLifecycle } from '@linework/schemas/lifecycles/subscription.lifecycle';
import { cancelOrderRoute } from '@linework/schemas/orders/orders.routes';
import {
  activateSubscriptionRoute,
  cancelSubscriptionRoute,
  getSubscriptionRoute,
  pauseSubscriptionRoute,
  resumeSubscriptionRoute,
} from '@linework/schemas/subscriptions/subscriptions.routes';
import { reconcilePausedLines } from '@linework/subscriptions/pauses/reconcile-paused-lines';
import { aLine, anActiveLine } from '@linework/testing/a-line';
import { aSubscription } from '@linework/testing/a-subscription';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const brokerId = client.broker.id;
const worker = testWorker(api);

const callRequest = {
  activate: (id: string) => client.call(activateSubscriptionRoute, { params: { id } }),
  pause: (id: string) => client.call(pauseSubscriptionRoute, { params: { id }, body: {} }),
  resume: (id: string) => client.call(resumeSubscriptionRoute, { params: { id } }),
  cancel: (id: string) => client.call(cancelSubscriptionRoute, { params: { id }, body: {} }),
};
const requests = Object.keys(callRequest) as (keyof typeof callRequest)[];
const allCases = subscriptionLifecycle.statuses.flatMap((status) =>
  requests.map((request) => [request, status] as const),
);
const statusOf = async (id: string) => (await api.db.prisma.line.findUniqueOrThrow({ where: { id } })).status;
const reconcileLines = () =>
  reconcilePausedLines({ db: api.db, notify: (more) => void api.wakeUps.push(...more), log: silentLog });
const aBlockedLine = (holderId: string) => aLine(api.db, 'BLOCKED', { brokerId, holderId });

describe.each(allCases)('a request to %s a subscription that is %s', (request, status: SubscriptionStatus) => {
  const target = subscriptionLifecycle.getTarget(request, status);

  it(target ? `makes it ${target}, with an event` : 'is rejected and changes nothing', async () => {
    const { id } = await aSubscription(api.db, status, { brokerId });
    const before = await api.db.prisma.subscription.findUnique({ where: { id } });
    const response = await callRequest[request](id);
    if (!target) {
      const allowed = subscriptionLifecycle.getRequests(status);
      expect(response).toMatchObject({ status: 409, body: { currentStatus: status, requested: request, allowed } });
      return expect(await api.db.prisma.subscription.findUnique({ where: { id } })).toEqual(before);
    }
    expect(response).toMatchObject({ status: 200, body: { id, status: target } });
    const last = await api.db.prisma.event.findFirst({ where: { resourceId: id }, orderBy: { seq: 'desc' } });
    expect(last).toMatchObject({ fromStatus: status, toStatus: target, keyId: client.keyId });
  });
});

describe('a pause', () => {
  it('blocks the lines in service, and its end unblocks only these', async () => {
    const one = await anActiveLine(api.db, { brokerId });
    const blocked = await aBlockedLine(one.holderId);
    const { id } = await aSubscription(api.db, 'ACTIVE', {
      brokerId,
      customerId: one.holderId,
      lineIds: [one.id, blocked.id],
    });
    await callRequest.pause(id);
    expect(await statusOf(one.id)).toBe('BLOCKING');
    await worker.handleWakeUps();
    expect(await statusOf(one.id)).toBe('BLOCKED');
    await callRequest.resume(id);
    await worker.handleWakeUps();
    expect([await statusOf(one.id), await statusOf(blocked.id)]).toEqual(['ACTIVE', 'BLOCKED']);
    expect(await api.db.prisma.pausedLine.count({ where: { subscriptionId: id } })).toBe(0);
  });

  it('that ends before its block order is settled unblocks the line afterwards', async () => {
    const line = await anActiveLine(api.db, { brokerId });
    const { id } = await aSubscription(api.db, 'ACTIVE', { brokerId, customerId: line.holderId, lineIds: [line.id] });
    await callRequest.pause(id);
    await callRequest.resume(id);
    expect(await statusOf(line.id)).toBe('BLOCKING');
    await worker.handleWakeUps();
    await reconcileLines();
    await worker.handleWakeUps();
    expect(await statusOf(line.id)).toBe('ACTIVE');
  });

  it('that begins again before its block order is settled keeps the line blocked, and its end unblocks it', async () => {
    const line = await anActiveLine(api.db, { brokerId });
    const { id } = await aSubscription(api.db, 'ACTIVE', { brokerId, customerId: line.holderId, lineIds: [line.id] });
    for (const request of ['pause', 'resume', 'pause'] as const) await callRequest[request](id);
    await worker.handleWakeUps();
    await reconcileLines();
    expect([await statusOf(line.id), api.wakeUps]).toEqual(['BLOCKED', []]);
    await callRequest.resume(id);
    await worker.handleWakeUps();
    expect([await statusOf(line.id), await api.db.prisma.pausedLine.count({ where: { subscriptionId: id } })]).toEqual([
      'ACTIVE',
      0,
    ]);
  });

  it('blocks a line again if the block order of the previous pause failed', async () => {
    const line = await anActiveLine(api.db, { brokerId });
    const { id } = await aSubscription(api.db, 'ACTIVE', { brokerId, customerId: line.holderId, lineIds: [line.id] });
    await callRequest.pause(id);
    const { id: orderId } = await api.db.prisma.order.findFirstOrThrow({
      where: { resourceId: line.id, type: 'LINE_BLOCK' },
    });
    await callRequest.resume(id);
    expect(await client.call(cancelOrderRoute, { params: { orderId }, body: { reason: 'not wanted' } })).toMatchObject({
      status: 202,
    });
    await worker.handleWakeUps();
    expect(await statusOf(line.id)).toBe('ACTIVE');
    await callRequest.pause(id);
    await worker.handleWakeUps();
    expect(await statusOf(line.id)).toBe('BLOCKED');
  });

  it('does not unblock a line that a client has unblocked and blocked in the meantime', async () => {
    const line = await anActiveLine(api.db, { brokerId });
    const { id } = await aSubscription(api.db, 'ACTIVE', { brokerId, customerId: line.holderId, lineIds: [line.id] });
    await callRequest.pause(id);
    await worker.handleWakeUps();
    for (const verb of ['unblock', 'block']) {
      const response = await fetch(`${api.url}/lines/${line.id}/${verb}`, {
        method: 'POST',
        headers: { 'X-API-Key': client.key },
      });
      expect(response.ok).toBe(true);
      await worker.handleWakeUps();
    }
    await callRequest.resume(id);
    await reconcileLines();
    await worker.handleWakeUps();
    expect(await statusOf(line.id)).toBe('BLOCKED');
    expect(await api.db.prisma.pausedLine.count({ where: { subscriptionId: id } })).toBe(0);
  });

  it('waits for the open order of a line', async () => {
    const line = await aLine(api.db, 'STAND_BY', { brokerId });
    const { id } = await aSubscription(api.db, 'ACTIVE', { brokerId, customerId: line.holderId, lineIds: [line.id] });
    await fetch(`${api.url}/lines/${line.id}/activate`, { method: 'POST', headers: { 'X-API-Key': client.key } });
    await callRequest.pause(id);
    await reconcileLines();
    expect(await statusOf(line.id)).toBe('ACTIVATING');
    await worker.handleWakeUps();
    await reconcileLines();
    await reconcileLines();
    await worker.handleWakeUps();
    expect(await statusOf(line.id)).toBe('BLOCKED');
    expect(await api.db.prisma.order.count({ where: { resourceId: line.id, type: 'LINE_BLOCK' } })).toBe(1);
  });

  it('and a concurrent cancel run one after the other', async () => {
    for (let round = 0; round < 20; round += 1) {
      const line = await anActiveLine(api.db, { brokerId });
      const { id } = await aSubscription(api.db, 'ACTIVE', { brokerId, customerId: line.holderId, lineIds: [line.id] });
      const [paused, cancelled] = await Promise.all([callRequest.pause(id), callRequest.cancel(id)]);
      expect(cancelled.status).toBe(200);
      const moves = await api.db.prisma.event.findMany({ where: { resourceId: id }, orderBy: { seq: 'asc' } });
      const expected = ['DRAFT', 'ACTIVE', ...(paused.status === 200 ? ['PAUSED'] : []), 'CANCELLED'];
      expect(moves.map(({ toStatus }) => toStatus)).toEqual(expected);
    }
    api.wakeUps.splice(0);
  });
});

describe.each([
  ['pause', pauseSubscriptionRoute, 'PAUSED'],
  ['cancel', cancelSubscriptionRoute, 'CANCELLED'],
] as const)('a %s', (_, route, target) => {
  it('takes effect now if its time has just passed, and is rejected if that is more than a day ago', async () => {
    const { id } = await aSubscription(api.db, 'ACTIVE', { brokerId });
    const askAt = (hoursAgo: number) =>
      client.call(route, { params: { id }, body: { at: new Date(Date.now() - hoursAgo * 3_600_000) } });
    expect(await askAt(25)).toMatchObject({ status: 422, body: { code: 'time-has-passed', members: ['at'] } });
    expect(await client.call(getSubscriptionRoute, { params: { id } })).toMatchObject({ body: { status: 'ACTIVE' } });
    expect(await askAt(1)).toMatchObject({ status: 200, body: { status: target } });
  });
});

describe('a schedule', () => {
  it.each(['pause', 'cancel'] as const)('to %s is stored, shown and removed', async (request) => {
    const { id } = await aSubscription(api.db, 'ACTIVE', { brokerId });
    const route = request === 'pause' ? pauseSubscriptionRoute : cancelSubscriptionRoute;
    const member = request === 'pause' ? 'scheduledPauseAt' : 'scheduledCancelAt';
    const at = new Date('2031-05-01T12:00:00.000Z');
    expect(await client.call(route, { params: { id }, body: { at } })).toMatchObject({
      status: 200,
      body: { status: 'ACTIVE', [member]: at.toISOString() },
    });
    const freed = await client.call(route, { params: { id }, body: { at: null } });
    expect(freed).toMatchObject({ status: 200, body: { status: 'ACTIVE' } });
    expect(freed.body).not.toHaveProperty(member);
    const events = await api.db.prisma.event.findMany({ where: { resourceId: id, type: 'subscription.scheduled' } });
    expect(events).toHaveLength(2);
  });

  it.each(['endDate', 'scheduledCancelAt'])('to pause after the %s is rejected and changes nothing', async (member) => {
    const [end, after] = [new Date('2031-05-01T12:00:00.000Z'), new Date('2031-05-01T12:00:01.000Z')];
    const { id } = await aSubscription(api.db, 'ACTIVE', { brokerId, [member]: end });
    const pauseAt = (at: Date) => client.call(pauseSubscriptionRoute, { params: { id }, body: { at } });
    expect(await pauseAt(after)).toMatchObject({
      status: 422,
      body: { code: 'ended-by-then', endsAt: end.toISOString(), members: ['at'] },
    });
    expect((await client.call(getSubscriptionRoute, { params: { id } })).body).not.toHaveProperty('scheduledPauseAt');
    expect(await pauseAt(end)).toMatchObject({ status: 200, body: { scheduledPauseAt: end.toISOString() } });
  });
});
