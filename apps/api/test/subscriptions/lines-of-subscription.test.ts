import { randomUUID } from 'node:crypto';
import { silentLog } from '@linework/log/log';
import { createLineRoute } from '@linework/schemas/lines/lines.routes';
import { retryOrderRoute } from '@linework/schemas/orders/orders.routes';
import {
  createSubscriptionRoute,
  joinLineRoute,
  leaveLineRoute,
  pauseSubscriptionRoute,
  resumeSubscriptionRoute,
} from '@linework/schemas/subscriptions/subscriptions.routes';
import { reconcilePausedLines } from '@linework/subscriptions/pauses/reconcile-paused-lines';
import { aHolder } from '@linework/testing/a-holder';
import { aLine, anActiveLine } from '@linework/testing/a-line';
import { aPool } from '@linework/testing/a-pool';
import { aSubscription } from '@linework/testing/a-subscription';
import { anOffer } from '@linework/testing/an-offer';
import { countWaitingSessions } from '@linework/testing/count-waiting-sessions';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, describe, expect, it } from 'vitest';
import { theOrder } from '../orders/a-failed-order.ts';
import { startTestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const brokerId = client.broker.id;
const worker = testWorker(api);

const lineOf = (id: string) => api.db.prisma.line.findUniqueOrThrow({ where: { id } });
const join = (id: string, lineId: string) => client.call(joinLineRoute, { params: { id }, body: { lineId } });
const leave = (id: string, lineId: string) => client.call(leaveLineRoute, { params: { id, lineId } });
const pauseBlocksOf = (subscriptionId: string) => api.db.prisma.pausedLine.findMany({ where: { subscriptionId } });
const reconcileLines = (log = silentLog) =>
  reconcilePausedLines({ db: api.db, notify: (more) => void api.wakeUps.push(...more), log });

/** An active line, and a subscription of its holder without it. */
async function withSubscription(status: Parameters<typeof aSubscription>[1]) {
  const line = await anActiveLine(api.db, { brokerId });
  const { id } = await aSubscription(api.db, status, { brokerId, customerId: line.holderId });
  return { line, id };
}

describe('a line', () => {
  it('joins a new subscription, with an event', async () => {
    const [line, offer] = [await anActiveLine(api.db, { brokerId }), await anOffer(api.db, { brokerId })];
    const billingCycle = { frequency: 'MONTHLY', billingType: 'POSTPAID' } as const;
    const body = { customerId: line.holderId, offerId: offer.id, billingCycle, lineIds: [line.id] };
    const created = await client.call(createSubscriptionRoute, { body });
    expect(created).toMatchObject({ status: 201 });
    expect((await lineOf(line.id)).subscriptionId).toBe((created.body as { id: string }).id);
    const events = await api.db.prisma.event.findMany({ where: { resourceId: line.id, type: 'line.changed' } });
    expect(events).toMatchObject([{ keyId: client.keyId, details: { changed: ['subscriptionId'] } }]);
    expect(await client.call(createSubscriptionRoute, { body })).toMatchObject({
      status: 409,
      body: { code: 'line-in-subscription' },
    });
  });

  it('joins an active subscription and leaves it, each once', async () => {
    const { line, id } = await withSubscription('ACTIVE');
    for (let round = 0; round < 2; round += 1) expect(await join(id, line.id)).toMatchObject({ status: 200 });
    expect((await lineOf(line.id)).subscriptionId).toBe(id);
    expect([await leave(id, line.id), await leave(id, line.id)]).toMatchObject([{ status: 200 }, { status: 404 }]);
    expect(await api.db.prisma.event.count({ where: { resourceId: line.id, type: 'line.changed' } })).toBe(2);
  });

  it('joins only one of two subscriptions for concurrent requests', async () => {
    const { line, id } = await withSubscription('ACTIVE');
    const other = await aSubscription(api.db, 'ACTIVE', { brokerId, customerId: line.holderId });
    const responses = await Promise.all([id, other.id].map((each) => join(each, line.id)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('stays in another subscription that it joined while the request waited', async () => {
    const { line, id } = await withSubscription('ACTIVE');
    const other = await aSubscription(api.db, 'ACTIVE', { brokerId, customerId: line.holderId });
    const response = await api.db.transaction(async (tx) => {
      await tx.prisma.line.update({ where: { id: line.id }, data: { subscriptionId: other.id } });
      const joining = join(id, line.id);
      await waitUntil('the second request waits for the line', async () => (await countWaitingSessions(api.db)) === 1);
      return { joining };
    });
    expect(await response.joining).toMatchObject({ status: 409, body: { code: 'line-in-subscription' } });
    expect((await lineOf(line.id)).subscriptionId).toBe(other.id);
  });

  it('cannot join an ended subscription, but can leave an ended one and join another', async () => {
    const { line, id } = await withSubscription('CANCELLED');
    expect(await join(id, line.id)).toMatchObject({ status: 409, body: { currentStatus: 'CANCELLED' } });
    await api.db.prisma.line.update({ where: { id: line.id }, data: { subscriptionId: id } });
    const other = await aSubscription(api.db, 'ACTIVE', { brokerId, customerId: line.holderId });
    expect(await join(other.id, line.id)).toMatchObject({ status: 200 });
  });

  it.each([
    ["another holder's", () => anActiveLine(api.db, { brokerId })],
    ["another broker's", () => anActiveLine(api.db)],
    ['unknown', async () => ({ id: randomUUID() })],
  ])('that is %s cannot join', async (_, createLine) => {
    const { id } = await withSubscription('ACTIVE');
    expect(await join(id, (await createLine()).id)).toMatchObject({ status: 422, body: { code: 'unknown-lines' } });
  });

  it.each([
    ['unknown', async () => randomUUID()],
    ["another holder's", async () => (await aSubscription(api.db, 'ACTIVE', { brokerId })).id],
    ['over', async (customerId: string) => (await aSubscription(api.db, 'EXPIRED', { brokerId, customerId })).id],
  ])('cannot be created for a subscription that is %s', async (_, aSubscriptionOf) => {
    const holderId = (await aHolder(api.db, { brokerId })).id;
    const [numbers, sims] = [
      await aPool(api.db, { brokerId, count: 1 }),
      await aPool(api.db, { brokerId, type: 'SIM', count: 1 }),
    ];
    const body = {
      customerId: holderId,
      msisdn: { poolId: numbers.id },
      sim: { poolId: sims.id },
      subscriptionId: await aSubscriptionOf(holderId),
    };
    expect(await client.call(createLineRoute, { body })).toMatchObject({
      status: 422,
      body: { code: 'unknown-subscription' },
    });
  });

  it('that leaves a paused subscription is not unblocked by its resume', async () => {
    const { line, id } = await withSubscription('ACTIVE');
    await join(id, line.id);
    await client.call(pauseSubscriptionRoute, { params: { id }, body: {} });
    await leave(id, line.id);
    await worker.handleWakeUps();
    await client.call(resumeSubscriptionRoute, { params: { id } });
    await reconcileLines();
    await worker.handleWakeUps();
    expect((await lineOf(line.id)).status).toBe('BLOCKED');
  });
});

describe('a pause with a failed block order', () => {
  it('waits for the operator, and its resume unblocks the line once the order was retried', async () => {
    const { line, id } = await withSubscription('ACTIVE');
    await join(id, line.id);
    await client.call(pauseSubscriptionRoute, { params: { id }, body: {} });
    const { id: orderId } = await api.db.prisma.order.findFirstOrThrow({
      where: { resourceId: line.id, type: 'LINE_BLOCK' },
    });
    const { steps } = await theOrder(client, orderId);
    worker.network.failNext(`${steps[0]?.id}:execute`, 'permanent');
    await worker.handleWakeUps();
    await client.call(resumeSubscriptionRoute, { params: { id } });
    await reconcileLines();
    expect([(await lineOf(line.id)).status, await pauseBlocksOf(id)]).toMatchObject([
      'BLOCKING_ERROR',
      [{ lineId: line.id }],
    ]);
    expect(await client.call(retryOrderRoute, { params: { orderId } })).toMatchObject({ status: 202 });
    await worker.handleWakeUps();
    await reconcileLines();
    await worker.handleWakeUps();
    expect([(await lineOf(line.id)).status, await pauseBlocksOf(id)]).toEqual(['ACTIVE', []]);
  });
});

/** Makes the database reject orders of a line. Returns a function that ends it. */
async function rejectOrdersOn(lineId: string): Promise<() => Promise<unknown>> {
  await api.db.pool.query(`CREATE OR REPLACE FUNCTION reject_order() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = 'check_violation'; END $$`);
  await api.db.pool.query(
    `CREATE OR REPLACE TRIGGER reject_order BEFORE INSERT ON orders
       FOR EACH ROW WHEN (NEW.resource_id = '${lineId}')
       EXECUTE FUNCTION reject_order()`,
  );
  return () => api.db.pool.query('DROP TRIGGER reject_order ON orders');
}

/** A subscription with two lines. The test rejects orders of the `bad` one. */
async function withTwoLines(status: Parameters<typeof aSubscription>[1]) {
  const bad = await anActiveLine(api.db, { brokerId });
  const good = await aLine(api.db, 'ACTIVE', { brokerId, holderId: bad.holderId });
  const { id } = await aSubscription(api.db, status, {
    brokerId,
    customerId: bad.holderId,
    lineIds: [bad.id, good.id],
  });
  const statuses = async () => [(await lineOf(good.id)).status, (await lineOf(bad.id)).status];
  const endBackoff = () =>
    api.db.prisma.pausedLine.updateMany({ where: { lineId: bad.id }, data: { notBefore: null } });
  return { bad, good, id, statuses, endBackoff };
}

describe('a pause whose block order the database rejects', () => {
  it.each([
    ['without an Idempotency-Key', undefined],
    ['with an Idempotency-Key', 'pause-once'],
  ])('begins %s, and the job blocks its lines', async (_, idempotencyKey) => {
    const { bad, id, statuses, endBackoff } = await withTwoLines('ACTIVE');
    const allow = await rejectOrdersOn(bad.id);
    const headers = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
    const response = await client.call(pauseSubscriptionRoute, { params: { id }, body: {}, headers });
    expect(response).toMatchObject({ status: 200, body: { id, status: 'PAUSED', lastPausedAt: expect.any(String) } });
    expect([await statuses(), await pauseBlocksOf(id), api.wakeUps]).toMatchObject([
      ['ACTIVE', 'ACTIVE'],
      [{}, {}],
      [],
    ]);
    await reconcileLines();
    expect(await statuses()).toEqual(['BLOCKING', 'ACTIVE']);
    await allow();
    await endBackoff();
    await reconcileLines();
    expect(await statuses()).toEqual(['BLOCKING', 'BLOCKING']);
    await worker.handleWakeUps();
  });

  it('ends on request, and the job unblocks its lines', async () => {
    const { bad, id, statuses, endBackoff } = await withTwoLines('ACTIVE');
    await client.call(pauseSubscriptionRoute, { params: { id }, body: {} });
    await worker.handleWakeUps();
    const allow = await rejectOrdersOn(bad.id);
    expect(await client.call(resumeSubscriptionRoute, { params: { id } })).toMatchObject({
      status: 200,
      body: { status: 'ACTIVE' },
    });
    await reconcileLines();
    expect(await statuses()).toEqual(['ACTIVATING', 'BLOCKED']);
    await allow();
    await endBackoff();
    await reconcileLines();
    expect(await statuses()).toEqual(['ACTIVATING', 'ACTIVATING']);
    await worker.handleWakeUps();
  });
});

describe('the job of paused lines', () => {
  it('postpones a line whose order the database rejects, logs it once, and blocks the others', async () => {
    const { bad, good, id, statuses, endBackoff } = await withTwoLines('PAUSED');
    for (const lineId of [bad.id, good.id])
      await api.db.prisma.pausedLine.create({ data: { subscriptionId: id, lineId, brokerId } });
    const allow = await rejectOrdersOn(bad.id);
    const logged: object[] = [];
    const log = { ...silentLog, error: (fields: object) => logged.push(fields) } as typeof silentLog;
    await reconcileLines(log);
    await endBackoff();
    await reconcileLines(log);
    expect(await statuses()).toEqual(['BLOCKING', 'ACTIVE']);
    expect(logged).toMatchObject([{ lineId: bad.id, subscriptionId: id }]);
    await allow();
    await endBackoff();
    await reconcileLines();
    expect(await statuses()).toEqual(['BLOCKING', 'BLOCKING']);
  });
});
