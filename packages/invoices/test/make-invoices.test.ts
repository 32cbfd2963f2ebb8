import { randomUUID } from 'node:crypto';
import { addDays } from '@linework/billing/civil-day';
import { readToday } from '@linework/billing/read-today';
import { type Db, openDb } from '@linework/db/db';
import { createFailureBackoff } from '@linework/invoices/failure-backoff';
import { makeInvoice } from '@linework/invoices/make-invoice';
import { makeInvoices } from '@linework/invoices/make-invoices';
import { silentLog } from '@linework/log/log';
import { cancelSubscription } from '@linework/subscriptions/cancel-subscription';
import {
  type BillableSubscription,
  lockBillableSubscriptions,
} from '@linework/subscriptions/cycles/lock-billable-subscriptions';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { takesLong } from '@linework/testing/run/takes-long';
import { sql } from '@linework/testing/sql';
import { describe, expect, it } from 'vitest';
import { aPlan, startInvoicing } from './start-invoicing.ts';

takesLong('much-work');

const { db, url, runOn, aSubscriptionBegunOn, monthly, invoicesOf, linesOf, subscriptionOf } = await startInvoicing();
const eventsOf = async (resourceId: string) =>
  (await db.prisma.event.findMany({ where: { resourceId }, orderBy: { seq: 'asc' } })).map(({ type }) => type);
const pidOf = async (session: Db) =>
  (await session.query(sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`))[0]?.pid as number;
const hasSession = async (observer: Db, pid: number) =>
  (await observer.query(sql`SELECT FROM pg_stat_activity WHERE pid = ${pid}`)).length > 0;
const dayOf = (date: Date | null) => date?.toISOString().slice(0, 10);

describe('making invoices', () => {
  it('invoices a POSTPAID cycle on the day after it and begins the next one', async () => {
    const { id } = await monthly('2027-01', '2027-02');
    expect(await runOn('2027-01-31')).toBe(0);
    expect(await runOn('2027-02-01')).toBe(1);
    const invoices = await invoicesOf(id);
    expect(invoices).toMatchObject([
      { cycle: 1, status: 'OPEN', period: '2027-01-01 2027-02-01', total: '49.90', due: '2027-02-11' },
    ]);
    expect(await eventsOf(invoices[0]?.id as string)).toEqual(['invoice.opened']);
    const { cycle, cycleFrom, cycleUntil, nextBillingDate } = await subscriptionOf(id);
    expect([cycle, dayOf(cycleFrom), dayOf(cycleUntil), dayOf(nextBillingDate)]).toEqual([
      2,
      '2027-02-01',
      '2027-03-01',
      '2027-03-01',
    ]);
  });

  it('invoices a PREPAID cycle on its first day; the first invoice begins no new cycle', async () => {
    const { id } = await monthly('2027-01', '2027-02', { billingType: 'PREPAID', nextBillingDate: '2027-01-01' });
    expect(await runOn('2027-01-01')).toBe(1);
    expect((await subscriptionOf(id)).cycle).toBe(1);
    expect(await runOn('2027-02-01')).toBe(1);
    expect(await invoicesOf(id)).toMatchObject([
      { cycle: 1, period: '2027-01-01 2027-02-01' },
      { cycle: 2, period: '2027-02-01 2027-03-01', due: '2027-02-11' },
    ]);
  });

  it('makes a DRAFT if the subscription requires approval', async () => {
    const { id } = await monthly('2027-01', '2027-02', { invoiceApprovalRequired: true });
    await runOn('2027-02-01');
    expect(await invoicesOf(id)).toMatchObject([{ status: 'DRAFT', due: null }]);
  });

  it('makes a zero invoice and marks it as paid at once', async () => {
    const { id } = await monthly('2027-01', '2027-02', { products: [aPlan('0.00')], invoiceApprovalRequired: true });
    await runOn('2027-02-01');
    const invoices = await invoicesOf(id);
    expect(invoices).toMatchObject([{ status: 'PAID', total: '0.00' }]);
    expect(await eventsOf(invoices[0]?.id as string)).toEqual(['invoice.opened', 'invoice.paid']);
  });

  it('prorates a first cycle that ends at a billing day only if that is agreed', async () => {
    const first = {
      anchorDay: '2027-01-10',
      cycleFrom: '2027-01-25',
      cycleUntil: '2027-02-10',
      nextBillingDate: '2027-02-10',
    };
    const shared = await aSubscriptionBegunOn('2027-01-25', {
      ...first,
      prorateFirstInvoice: true,
      products: [aPlan('31.00')],
    });
    const whole = await aSubscriptionBegunOn('2027-01-25', { ...first, products: [aPlan('31.00')] });
    await runOn('2027-02-10');
    expect([await invoicesOf(shared.id), await invoicesOf(whole.id)]).toMatchObject([
      [{ total: '16.00' }],
      [{ total: '31.00' }],
    ]);
  });

  it('counts the cycles of a discount and ends it after its duration', async () => {
    const plan = aPlan('100.00');
    const value = { type: 'PERCENTAGE' as const, amount: '10' };
    const discount = {
      id: randomUUID(),
      discountId: randomUUID(),
      name: 'less',
      scope: 'PRODUCT' as const,
      value,
      fromCycle: 1,
      durationInCycles: 2,
    };
    const { id, products } = await monthly('2027-01', '2027-02', { products: [plan], discounts: [discount] });
    for (const today of ['2027-02-01', '2027-03-01', '2027-04-01']) await runOn(today);
    expect((await invoicesOf(id)).map(({ total }) => total)).toEqual(['90.00', '90.00', '100.00']);
    const counted = await db.prisma.subscriptionDiscount.findFirstOrThrow({
      where: { subscriptionProductId: products[0]?.id as string },
    });
    expect([counted.consumedCycles, counted.elapsedCycles]).toEqual([2, 2]);
  });

  it('includes charges once and carries over a credit that exceeds the amount', async () => {
    const { id, brokerId, products } = await monthly('2027-01', '2027-02');
    const [product] = products;
    const of = {
      subscriptionId: id,
      brokerId,
      subscriptionProductId: product?.id as string,
      productId: product?.productId as string,
    };
    const period = { periodFrom: new Date('2027-01-10'), periodUntil: new Date('2027-02-01') };
    await db.prisma.subscriptionCharge.create({
      data: { id: randomUUID(), ...of, description: 'credit', amount: '-80.00', ...period },
    });
    for (const today of ['2027-02-01', '2027-03-01', '2027-04-01']) await runOn(today);
    const invoices = await invoicesOf(id);
    expect(invoices).toMatchObject([
      { total: '0.00', status: 'PAID' },
      { total: '19.80', status: 'OPEN' },
      { total: '49.90', status: 'OPEN' },
    ]);
    expect(await linesOf(invoices[0]?.id as string)).toEqual(['PRODUCT 49.90', 'CHARGE -80.00', 'CHARGE 30.10']);
    expect(await linesOf(invoices[1]?.id as string)).toEqual(['PRODUCT 49.90', 'CHARGE -30.10']);
  });
});

describe('cycles with late invoices', () => {
  it('are invoiced one by one with their own days after an outage of three months', async () => {
    const { id } = await aSubscriptionBegunOn('2027-01-31', {
      cycleUntil: '2027-02-28',
      nextBillingDate: '2027-02-28',
    });
    expect(await runOn('2027-05-03')).toBe(3);
    expect(await invoicesOf(id)).toMatchObject([
      { cycle: 1, period: '2027-01-31 2027-02-28', due: '2027-05-13' },
      { cycle: 2, period: '2027-02-28 2027-03-31', due: '2027-05-13' },
      { cycle: 3, period: '2027-03-31 2027-04-30', due: '2027-05-13' },
    ]);
    expect(await runOn('2027-05-03')).toBe(0);
  });

  it('are caught up batch by batch', async () => {
    const { id } = await aSubscriptionBegunOn('2027-01-01', { frequency: 'DAILY' });
    expect(await runOn('2027-01-08', 3)).toBe(3);
    expect(await runOn('2027-01-08')).toBe(4);
    expect((await invoicesOf(id)).map(({ cycle }) => cycle)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it.each([
    ['DAILY', {}, 366, '2028-12-31'],
    ['CUSTOM', { customPeriodDays: 10, cycleUntil: '2028-01-11', nextBillingDate: '2028-01-11' }, 36, '2028-12-16'],
    ['MONTHLY', { cycleUntil: '2028-02-01', nextBillingDate: '2028-02-01' }, 12, '2028-12-01'],
  ])('of a leap year, %s, have no gaps and one invoice each', async (frequency, options, count, lastFrom) => {
    const { id } = await aSubscriptionBegunOn('2028-01-01', { frequency, ...options });
    for (let day = '2028-01-02'; day <= '2029-01-01'; day = addDays(day, 37)) await runOn(day);
    await runOn('2029-01-01');
    const invoices = await invoicesOf(id);
    expect(invoices.map(({ cycle }) => cycle)).toEqual(Array.from({ length: count }, (_, at) => at + 1));
    const periods = invoices.map(({ period }) => period.split(' '));
    expect(periods.slice(1).map(([from]) => from)).toEqual(periods.slice(0, -1).map(([, until]) => until));
    expect(periods.at(-1)?.[0]).toBe(lastFrom);
  });

  it('of an ended POSTPAID subscription are invoiced up to its end, the last one prorated', async () => {
    const { id } = await monthly('2026-08', '2026-09', { products: [aPlan('31.00')] });
    await db.pool.query(
      "UPDATE subscription SET status = 'CANCELLED', ended_at = '2026-10-11T12:00:00Z' WHERE id = $1",
      [id],
    );
    await runOn('2026-11-01');
    expect(await invoicesOf(id)).toMatchObject([
      { cycle: 1, total: '31.00' },
      { cycle: 2, total: '31.00' },
      { cycle: 3, total: '10.00', period: '2026-10-01 2026-10-11' },
    ]);
    expect((await subscriptionOf(id)).nextBillingDate).toBeNull();
  });
});

describe('a POSTPAID subscription that ends on the first day of a cycle', () => {
  const endedOnDayOne = async () => {
    const subscription = await monthly('2026-08', '2026-09', { products: [aPlan('31.00')] });
    const end = () =>
      db.pool.query("UPDATE subscription SET status = 'CANCELLED', ended_at = '2026-09-01T15:00:00Z' WHERE id = $1", [
        subscription.id,
      ]);
    return { ...subscription, end };
  };

  it.each(['before', 'after'])(
    'is not charged for that day if the previous cycle is invoiced %s its end',
    async (when) => {
      const { id, end } = await endedOnDayOne();
      if (when === 'before') await runOn('2026-09-01');
      await end();
      await db.pool.query(
        'UPDATE subscription SET next_billing_date = least(next_billing_date, $2::date) WHERE id = $1',
        [id, '2026-09-01'],
      );
      await runOn('2026-09-02');
      expect(await invoicesOf(id)).toMatchObject([{ cycle: 1, total: '31.00' }]);
      expect((await subscriptionOf(id)).nextBillingDate).toBeNull();
    },
  );

  it('pays the charges of that day', async () => {
    const { id, brokerId, products, end } = await endedOnDayOne();
    await runOn('2026-09-01');
    const of = {
      subscriptionId: id,
      brokerId,
      subscriptionProductId: products[0]?.id as string,
      productId: products[0]?.productId as string,
    };
    const period = { periodFrom: new Date('2026-09-01'), periodUntil: new Date('2026-10-01') };
    await db.prisma.subscriptionCharge.create({
      data: { id: randomUUID(), ...of, description: 'top-up', amount: '9.90', ...period },
    });
    await end();
    await runOn('2026-10-01');
    expect(await invoicesOf(id)).toMatchObject([{ total: '31.00' }, { total: '9.90' }]);
  });
});

describe('invoices made concurrently', () => {
  it('are made once per cycle', async () => {
    const made = await Promise.all(
      Array.from({ length: 6 }, () => aSubscriptionBegunOn('2027-01-01', { frequency: 'DAILY' })),
    );
    const counts = await Promise.all([1, 2, 3, 4].map(() => runOn('2027-01-11')));
    await runOn('2027-01-11');
    for (const { id } of made)
      expect((await invoicesOf(id)).map(({ cycle }) => cycle)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(60);
  });

  it('are complete or absent when a worker is killed, and no other worker waits for it', async () => {
    const { id } = await monthly('2027-01', '2027-02');
    const killed = openDb({ url, poolSize: 1 });
    const pid = await pidOf(killed);
    const halfWay = killed.transaction(async (tx) => {
      const [billable] = await lockBillableSubscriptions(tx, { today: '2027-02-01', limit: 1 });
      await makeInvoice(tx, billable as BillableSubscription, '2027-02-01');
      expect(await runOn('2027-02-01')).toBe(0);
      await tx.query(sql`SELECT pg_terminate_backend(${pid})`);
    });
    await expect(halfWay).rejects.toThrow();
    // The client gets the error before PostgreSQL has released the locks of the session.
    await waitUntil('the session is gone', async () => !(await hasSession(db, pid)));
    await killed.close();
    expect([await invoicesOf(id), (await subscriptionOf(id)).cycle]).toEqual([[], 1]);
    expect(await runOn('2027-02-01')).toBe(1);
    expect(await invoicesOf(id)).toHaveLength(1);
  });

  it('end with the subscription if it is cancelled while its cycle changes', async () => {
    const made = await Promise.all(
      Array.from({ length: 10 }, () => monthly('2026-08', '2026-09', { products: [aPlan('31.00')] })),
    );
    const caller = { keyId: randomUUID(), scopes: [] };
    const cancels = made.map(({ id: subscriptionId, brokerId }) =>
      cancelSubscription(db, { caller: { ...caller, brokerId }, subscriptionId }),
    );
    await Promise.all([runOn('2026-10-11'), runOn('2026-10-11'), ...cancels]);
    await runOn(addDays(await readToday(db), 31));
    for (const { id } of made) {
      const invoices = await invoicesOf(id);
      expect(invoices.map(({ cycle }) => cycle)).toEqual(invoices.map((_, at) => at + 1));
      expect(invoices.slice(0, -1).map(({ total }) => total)).toEqual(invoices.slice(1).map(() => '31.00'));
      expect(await subscriptionOf(id)).toMatchObject({ status: 'CANCELLED', nextBillingDate: null });
    }
  });

  it('do not wait for a subscription whose invoice fails', async () => {
    const poisonous = await monthly('2026-12', '2027-01', { products: [{ ...aPlan(), price: 'much' }] });
    const { id } = await monthly('2027-01', '2027-02');
    const [kept, errors] = [createFailureBackoff(), [] as unknown[]];
    const log = { ...silentLog, error: (fields: object) => errors.push(fields) } as typeof silentLog;
    expect(await makeInvoices({ db, log, backoff: kept }, { today: '2027-02-01' })).toBe(1);
    expect([await invoicesOf(id), await invoicesOf(poisonous.id)]).toMatchObject([[{ cycle: 1 }], []]);
    expect(errors).toMatchObject([{ subscriptionId: poisonous.id }]);
    expect(kept.waitingIds()).toEqual([poisonous.id]);
  });
});
