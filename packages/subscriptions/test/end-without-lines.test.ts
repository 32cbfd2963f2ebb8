import { randomUUID } from 'node:crypto';
import type { Caller } from '@linework/auth/caller';
import { startOfDay } from '@linework/billing/civil-day';
import { openDb } from '@linework/db/db';
import { silentLog } from '@linework/log/log';
import { aLine, anActiveLine, type TestLine } from '@linework/testing/a-line';
import { aSubscription, type SubscriptionOptions } from '@linework/testing/a-subscription';
import { createTestDb } from '@linework/testing/create-test-db';
import { afterAll, describe, expect, it } from 'vitest';
import { cancelSubscription } from '../src/cancel-subscription.ts';
import { endWithoutLines } from '../src/lines/end-without-lines.ts';
import { joinLine } from '../src/lines/join-line.ts';
import { moveDueSubscriptions } from '../src/move-due-subscriptions.ts';

const testDb = await createTestDb();
const db = openDb({ url: testDb.url, poolSize: 8 });
afterAll(async () => {
  await db.close();
  await testDb.drop();
});

const run = () => endWithoutLines({ db, log: silentLog });
const days = (count: number) => new Date(Date.now() + count * 86_400_000);
const subscriptionOf = (id: string) => db.prisma.subscription.findUniqueOrThrow({ where: { id } });
const eventsOf = (resourceId: string, type: string) => db.prisma.event.findMany({ where: { resourceId, type } });
const move = (line: TestLine, data: object) => db.prisma.line.update({ where: { id: line.id }, data });

/** Ends a line like an order that deletes it or ports it out. */
async function terminate(line: TestLine): Promise<void> {
  await move(line, { status: 'TERMINATING' });
  await move(line, { status: 'TERMINATED', terminatedAt: new Date() });
}

async function withLine(status: 'DRAFT' | 'ACTIVE' | 'PAUSED', options: SubscriptionOptions = {}) {
  const line = await anActiveLine(db);
  const subscription = await aSubscription(db, status, {
    brokerId: line.brokerId,
    customerId: line.holderId,
    lineIds: [line.id],
    ...options,
  });
  return { line, id: subscription.id };
}

const keyOf = (brokerId: string): Caller => ({ keyId: randomUUID(), brokerId, scopes: [] });

const prepaid = { billingType: 'PREPAID', cycleUntil: '2031-04-30' } as const;

describe('a subscription whose last line ended', () => {
  it('is cancelled at the end of its paid cycle, with the time in an event', async () => {
    const { line, id } = await withLine('ACTIVE', prepaid);
    await terminate(line);
    await run();
    const cancelAt = startOfDay('2031-04-30');
    expect(await subscriptionOf(id)).toMatchObject({ status: 'ACTIVE', scheduledCancelAt: cancelAt });
    expect(await eventsOf(id, 'subscription.last_line_ended')).toMatchObject([
      { details: { lineId: line.id, policy: 'cancel', cancelAt: cancelAt.toISOString() } },
    ]);
  });

  it('is cancelled at once if nothing is paid in advance, with the time of its end', async () => {
    const { line, id } = await withLine('ACTIVE', { billingType: 'POSTPAID' });
    await terminate(line);
    await run();
    expect(await subscriptionOf(id)).toMatchObject({ status: 'CANCELLED', endedAt: expect.any(Date) });
  });

  it('is cancelled also while it is paused', async () => {
    const { line, id } = await withLine('PAUSED', prepaid);
    await terminate(line);
    await run();
    expect(await subscriptionOf(id)).toMatchObject({ status: 'PAUSED', scheduledCancelAt: startOfDay('2031-04-30') });
  });

  it('ends with its trial and is not activated', async () => {
    const trial = { cycles: 1, endBehavior: 'AUTO_ACTIVATE', endsAt: days(3) };
    const { line, id } = await withLine('DRAFT', { trial });
    await terminate(line);
    await run();
    expect(await subscriptionOf(id)).toMatchObject({ status: 'DRAFT', scheduledCancelAt: trial.endsAt });
  });

  it('is kept if its offer says so, with an event', async () => {
    const { line, id } = await withLine('ACTIVE', { onLastLineEnded: 'keep' });
    await terminate(line);
    await run();
    expect(await subscriptionOf(id)).toMatchObject({ status: 'ACTIVE', scheduledCancelAt: null });
    expect(await eventsOf(id, 'subscription.last_line_ended')).toMatchObject([{ details: { policy: 'keep' } }]);
  });

  it('is cancelled only after a second line, which was never in service, is deleted too', async () => {
    const { line, id } = await withLine('ACTIVE', prepaid);
    const failed = await aLine(db, 'PROVISIONING_ERROR', { brokerId: line.brokerId, holderId: line.holderId });
    await db.prisma.line.update({ where: { id: failed.id }, data: { subscriptionId: id } });
    await terminate(line);
    await run();
    expect(await subscriptionOf(id)).toMatchObject({ status: 'ACTIVE', scheduledCancelAt: null });
    await terminate(failed);
    await run();
    expect(await subscriptionOf(id)).toMatchObject({
      scheduledCancelAt: startOfDay('2031-04-30'),
      cancelForNoLine: true,
    });
  });

  it('keeps an earlier scheduled end', async () => {
    const scheduledCancelAt = days(1);
    const { line, id } = await withLine('ACTIVE', { ...prepaid, scheduledCancelAt });
    await terminate(line);
    await run();
    expect(await subscriptionOf(id)).toMatchObject({ scheduledCancelAt, cancelForNoLine: false });
  });
});

describe('a subscription continues', () => {
  it('while it has another line', async () => {
    const { line, id } = await withLine('ACTIVE', prepaid);
    const other = await anActiveLine(db, { brokerId: line.brokerId, holderId: line.holderId });
    await db.prisma.line.update({ where: { id: other.id }, data: { subscriptionId: id } });
    await terminate(line);
    await run();
    expect(await subscriptionOf(id)).toMatchObject({ status: 'ACTIVE', scheduledCancelAt: null });
    expect(await eventsOf(id, 'subscription.last_line_ended')).toEqual([]);
  });

  it('after the deletion of a line whose creation failed', async () => {
    const line = await aLine(db, 'PROVISIONING_ERROR');
    const { id } = await aSubscription(db, 'ACTIVE', {
      brokerId: line.brokerId,
      customerId: line.holderId,
      lineIds: [line.id],
    });
    await terminate(line);
    await run();
    expect(await subscriptionOf(id)).toMatchObject({ status: 'ACTIVE', scheduledCancelAt: null });
  });

  it('when a line joins it before the scheduled end', async () => {
    const { line, id } = await withLine('ACTIVE', prepaid);
    await terminate(line);
    await run();
    const other = await anActiveLine(db, { brokerId: line.brokerId, holderId: line.holderId });
    await joinLine(db, { caller: keyOf(line.brokerId), subscriptionId: id, lineId: other.id });
    expect(await subscriptionOf(id)).toMatchObject({ scheduledCancelAt: null, cancelForNoLine: false });
  });

  it('when it has a line again at the scheduled end', async () => {
    const { line, id } = await withLine('ACTIVE', prepaid);
    await terminate(line);
    await run();
    const other = await anActiveLine(db, { brokerId: line.brokerId, holderId: line.holderId });
    await db.prisma.line.update({ where: { id: other.id }, data: { subscriptionId: id } });
    await db.prisma.subscription.update({ where: { id }, data: { scheduledCancelAt: days(-1) } });
    await moveDueSubscriptions({ db, notify: () => {}, log: silentLog });
    expect(await subscriptionOf(id)).toMatchObject({ status: 'ACTIVE', scheduledCancelAt: null });
  });

  it('unless a client has scheduled its end again', async () => {
    const { line, id } = await withLine('ACTIVE', prepaid);
    await terminate(line);
    await run();
    const caller = keyOf(line.brokerId);
    await cancelSubscription(db, { caller, subscriptionId: id, at: days(2) });
    const other = await anActiveLine(db, { brokerId: line.brokerId, holderId: line.holderId });
    await joinLine(db, { caller, subscriptionId: id, lineId: other.id });
    expect(await subscriptionOf(id)).toMatchObject({ scheduledCancelAt: expect.any(Date) });
  });
});

describe('ended lines', () => {
  it('are handled once by concurrent runs', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => withLine('ACTIVE', { billingType: 'POSTPAID' })));
    for (const { line } of made) await terminate(line);
    const counts = await Promise.all([run(), run(), run()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(12);
    for (const { id } of made) expect(await eventsOf(id, 'subscription.cancelled')).toHaveLength(1);
  });

  it('do not wait for one that cannot be handled', async () => {
    const [bad, good] = [await withLine('ACTIVE'), await withLine('ACTIVE')];
    await db.pool.query(
      `CREATE FUNCTION refuse_this() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$`,
    );
    await db.pool.query(
      `CREATE TRIGGER refuse_this BEFORE UPDATE OF status ON subscription
         FOR EACH ROW WHEN (OLD.id = '${bad.id}')
         EXECUTE FUNCTION refuse_this()`,
    );
    await terminate(bad.line);
    await terminate(good.line);
    await run();
    expect([(await subscriptionOf(bad.id)).status, (await subscriptionOf(good.id)).status]).toEqual([
      'ACTIVE',
      'CANCELLED',
    ]);
    expect(await db.prisma.subscriptionLineEnded.findMany()).toMatchObject([{ lineId: bad.line.id, attempt: 1 }]);
  });
});
