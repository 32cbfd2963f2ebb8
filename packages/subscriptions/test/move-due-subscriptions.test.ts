import { openDb } from '@linework/db/db';
import { createLog, silentLog } from '@linework/log/log';
import { anActiveLine } from '@linework/testing/a-line';
import { aSubscription, type SubscriptionOptions } from '@linework/testing/a-subscription';
import { createTestDb } from '@linework/testing/create-test-db';
import { afterAll, describe, expect, it } from 'vitest';
import { findNextCycle } from '../src/cycles/find-next-cycle.ts';
import { lockBillableSubscriptions } from '../src/cycles/lock-billable-subscriptions.ts';
import { moveDueSubscriptions } from '../src/move-due-subscriptions.ts';

const testDb = await createTestDb();
const db = openDb({ url: testDb.url, poolSize: 8 });
afterAll(async () => {
  await db.close();
  await testDb.drop();
});

const run = (log = silentLog) => moveDueSubscriptions({ db, notify: () => {}, log });
const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
const subscriptionOf = (id: string) => db.prisma.subscription.findUniqueOrThrow({ where: { id } });
const statusEventsOf = async (resourceId: string) => {
  const events = await db.prisma.event.findMany({
    where: { resourceId, toStatus: { not: null } },
    orderBy: { seq: 'asc' },
  });
  return events.map(({ toStatus }) => toStatus);
};

describe('moving due subscriptions', () => {
  it('activates or cancels a subscription at the end of its trial', async () => {
    const [days7, cycles] = [ago(7), 1];
    const kept = await aSubscription(db, 'DRAFT', { trial: { cycles, endBehavior: 'AUTO_ACTIVATE', endsAt: days7 } });
    const dropped = await aSubscription(db, 'DRAFT', { trial: { cycles, endBehavior: 'CANCEL', endsAt: days7 } });
    await run();
    expect(await subscriptionOf(kept.id)).toMatchObject({ status: 'ACTIVE', activatedAt: days7, cycle: 1 });
    expect(await subscriptionOf(dropped.id)).toMatchObject({
      status: 'CANCELLED',
      endedAt: days7,
      nextBillingDate: null,
    });
  });

  it('makes the changes of a week of outage in order, each with its own time', async () => {
    const line = await anActiveLine(db);
    const options: SubscriptionOptions = {
      brokerId: line.brokerId,
      customerId: line.holderId,
      lineIds: [line.id],
      activatedAt: ago(20),
    };
    const [pausedAt, endedAt] = [ago(7), ago(3)];
    const { id } = await aSubscription(db, 'ACTIVE', {
      ...options,
      scheduledPauseAt: pausedAt,
      endDate: endedAt,
      scheduledCancelAt: ago(2),
    });
    await run();
    expect(await statusEventsOf(id)).toEqual(['DRAFT', 'ACTIVE', 'PAUSED', 'EXPIRED']);
    expect(await subscriptionOf(id)).toMatchObject({ lastPausedAt: pausedAt, endedAt, dueAt: null });
  });

  it('moves each one once in concurrent and repeated runs', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => aSubscription(db, 'ACTIVE', { endDate: ago(1) })));
    const counts = await Promise.all([run(), run(), run(), run()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20);
    expect(await run()).toBe(0);
    for (const { id } of made) expect(await statusEventsOf(id)).toEqual(['DRAFT', 'ACTIVE', 'EXPIRED']);
  });

  it('ends one that was activated after its scheduled end at its activation, not before', async () => {
    const activatedAt = ago(1);
    const { id } = await aSubscription(db, 'ACTIVE', { activatedAt, scheduledPauseAt: ago(6), endDate: ago(5) });
    await run();
    expect(await subscriptionOf(id)).toMatchObject({ status: 'EXPIRED', endedAt: activatedAt });
  });

  it('does not change subscriptions that are not due', async () => {
    const { id } = await aSubscription(db, 'ACTIVE', { scheduledPauseAt: new Date(Date.now() + 60_000) });
    expect(await run()).toBe(0);
    expect(await subscriptionOf(id)).toMatchObject({ status: 'ACTIVE' });
  });

  it('postpones one that fails, logs it once, and moves the others', async () => {
    const bad = await aSubscription(db, 'ACTIVE', { endDate: ago(2) });
    await db.pool.query(
      `CREATE FUNCTION refuse_this() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$`,
    );
    await db.pool.query(
      `CREATE TRIGGER refuse_this BEFORE UPDATE OF status ON subscription
         FOR EACH ROW WHEN (OLD.id = '${bad.id}')
         EXECUTE FUNCTION refuse_this()`,
    );
    const good = await aSubscription(db, 'ACTIVE', { endDate: ago(1) });
    const logged: string[] = [];
    const log = createLog({ name: 'test', level: 'error', destination: { write: (line) => void logged.push(line) } });
    await run(log);
    expect(await subscriptionOf(good.id)).toMatchObject({ status: 'EXPIRED' });
    await db.prisma.subscription.update({ where: { id: bad.id }, data: { notBefore: ago(1) } });
    await run(log);
    expect(await subscriptionOf(bad.id)).toMatchObject({ status: 'ACTIVE', attempt: 2 });
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain(bad.id);
    await db.pool.query('DROP TRIGGER refuse_this ON subscription');
    await db.prisma.subscription.update({ where: { id: bad.id }, data: { notBefore: null } });
    expect(await run()).toBe(1);
  });
});

describe('a pause that is due', () => {
  it('begins although the database rejects the block order of a line, which the job retries', async () => {
    const line = await anActiveLine(db);
    const { id } = await aSubscription(db, 'ACTIVE', {
      brokerId: line.brokerId,
      customerId: line.holderId,
      lineIds: [line.id],
      scheduledPauseAt: ago(1),
    });
    await db.pool.query(`CREATE FUNCTION refuse_order() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = 'check_violation'; END $$`);
    await db.pool.query(
      'CREATE TRIGGER refuse_order BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION refuse_order()',
    );
    await run();
    await db.pool.query('DROP TRIGGER refuse_order ON orders');
    expect(await subscriptionOf(id)).toMatchObject({ status: 'PAUSED', attempt: 0 });
    expect(await db.prisma.pausedLine.findMany({ where: { subscriptionId: id } })).toMatchObject([
      { lineId: line.id, blockOrderId: null },
    ]);
  });
});

describe('a billable subscription', () => {
  const claim = (today: string) => db.transaction((tx) => lockBillableSubscriptions(tx, { today, limit: 1_000 }));
  const claimOne = async (id: string, today: string) => (await claim(today)).find((billable) => billable.id === id);
  const monthly = {
    activatedAt: new Date('2026-01-31T12:00:00Z'),
    anchorDay: '2026-01-31',
    cycle: 3,
    cycleFrom: '2026-03-31',
    cycleUntil: '2026-04-30',
  } as const;

  it('is found with its products and terms from its billing date on', async () => {
    const { id, products } = await aSubscription(db, 'ACTIVE', monthly);
    expect(await claimOne(id, '2026-04-29')).toBeUndefined();
    const billable = await claimOne(id, '2026-04-30');
    expect(billable).toMatchObject({
      activatedOn: '2026-01-31',
      cycleFrom: '2026-03-31',
      endDay: null,
      pauses: [],
      charges: [],
    });
    expect(billable?.products).toMatchObject([
      { id: products[0]?.id, fromCycle: 1, discounts: [{ valueType: 'PERCENTAGE', durationInCycles: 3 }] },
    ]);
  });

  it('moves to the cycle after a pause and skips the paused ones', async () => {
    const { id, brokerId } = await aSubscription(db, 'ACTIVE', monthly);
    const pause = { pausedAt: new Date('2026-04-10T12:00:00Z'), resumedAt: new Date('2026-07-05T12:00:00Z') };
    await db.prisma.subscriptionPause.create({ data: { subscriptionId: id, brokerId, ...pause } });
    const billable = await claimOne(id, '2026-07-05');
    expect(billable && findNextCycle(billable)).toMatchObject({ cycle: 6, from: '2026-06-30', until: '2026-07-31' });
  });

  it('is not billed on the day of its scheduled end, so that it can continue if the schedule is removed', async () => {
    const ending = await aSubscription(db, 'ACTIVE', {
      ...monthly,
      cycleUntil: '2031-04-30',
      scheduledCancelAt: new Date('2031-04-30T12:00:00Z'),
    });
    expect(await claimOne(ending.id, '2031-04-30')).toBeUndefined();
    await db.prisma.subscription.update({ where: { id: ending.id }, data: { scheduledCancelAt: null } });
    expect(await claimOne(ending.id, '2031-04-30')).toBeDefined();
  });

  it('is not found while it is paused or a scheduled change is due', async () => {
    const paused = await aSubscription(db, 'PAUSED', monthly);
    const due = await aSubscription(db, 'ACTIVE', { ...monthly, scheduledPauseAt: ago(1) });
    expect([await claimOne(paused.id, '2027-01-01'), await claimOne(due.id, '2027-01-01')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('has its last cycle up to its end after it has ended', async () => {
    const { id } = await aSubscription(db, 'ACTIVE', { activatedAt: ago(5), endDate: ago(1) });
    await run();
    const today = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10);
    const billable = await claimOne(id, today);
    expect(billable).toMatchObject({
      status: 'EXPIRED',
      endDay: new Date(ago(1).getTime() - 3 * 3_600_000).toISOString().slice(0, 10),
    });
    expect(billable && findNextCycle(billable)).toBeUndefined();
  });
});
