import { randomUUID } from 'node:crypto';
import { addDays } from '@linework/billing/civil-day';
import { readToday } from '@linework/billing/read-today';
import { cancelSubscription } from '@linework/subscriptions/cancel-subscription';
import type { SubscriptionOptions } from '@linework/testing/a-subscription';
import { aCallerOf } from '@linework/testing/callers';
import { describe, expect, it } from 'vitest';
import { aPlan, startInvoicing } from './start-invoicing.ts';

const { db, aSubscriptionBegunOn, runOn, monthly, invoicesOf, linesOf, subscriptionOf } = await startInvoicing();

describe('the end of a PREPAID subscription', () => {
  const prepaid = (options: SubscriptionOptions) =>
    monthly('2027-01', '2027-02', { billingType: 'PREPAID', products: [aPlan('28.00')], ...options });

  it('limits the invoiced days if the term is known', async () => {
    const { id } = await prepaid({ endDate: new Date('2027-02-15T12:00:00Z') });
    await runOn('2027-02-01');
    expect(await invoicesOf(id)).toMatchObject([{ cycle: 2, total: '14.00', period: '2027-02-01 2027-02-15' }]);
  });

  it('does not limit the invoiced days if it is only scheduled, because the schedule may be removed', async () => {
    const { id } = await prepaid({ scheduledCancelAt: new Date('2027-02-15T12:00:00Z') });
    await runOn('2027-02-01');
    expect(await invoicesOf(id)).toMatchObject([{ cycle: 2, total: '28.00', period: '2027-02-01 2027-03-01' }]);
  });

  it('is followed by an invoice of the last charges and by no further cycle', async () => {
    const { id, brokerId, products } = await prepaid({});
    const of = {
      subscriptionId: id,
      brokerId,
      subscriptionProductId: products[0]?.id as string,
      productId: products[0]?.productId as string,
    };
    const period = { periodFrom: new Date('2027-01-10'), periodUntil: new Date('2027-02-01') };
    await db.prisma.subscriptionCharge.create({
      data: { id: randomUUID(), ...of, description: 'added', amount: '7.00', ...period },
    });
    await db.pool.query(
      "UPDATE subscription SET status = 'CANCELLED', ended_at = '2027-01-20T12:00:00Z' WHERE id = $1",
      [id],
    );
    expect(await runOn('2027-02-01')).toBe(1);
    expect(await invoicesOf(id)).toMatchObject([{ total: '7.00', period: '2027-01-01 2027-02-01' }]);
    expect(await subscriptionOf(id)).toMatchObject({ cycle: 1, nextBillingDate: null });
  });
});

describe('a PREPAID subscription that is cancelled in the middle of a cycle', () => {
  const withCurrentCycle = async () => {
    const today = await readToday(db);
    const options = {
      billingType: 'PREPAID',
      products: [aPlan('30.00')],
      cycleUntil: addDays(today, 25),
      nextBillingDate: today,
    } as const;
    const subscription = await aSubscriptionBegunOn(addDays(today, -5), options);
    const target = { caller: aCallerOf({ id: subscription.brokerId }), subscriptionId: subscription.id };
    const { brokerId, products } = subscription;
    const of = {
      subscriptionId: subscription.id,
      brokerId,
      subscriptionProductId: products[0]?.id as string,
      productId: products[0]?.productId as string,
    };
    const charge = (amount: string) =>
      db.prisma.subscriptionCharge.create({
        data: {
          id: randomUUID(),
          ...of,
          description: 'changed',
          amount,
          periodFrom: new Date(today),
          periodUntil: new Date(addDays(today, 25)),
        },
      });
    return { id: subscription.id, today, charge, cancel: () => cancelSubscription(db, target) };
  };
  const totalsOf = async (id: string) => (await invoicesOf(id)).map(({ total }) => total);

  it.each([['0.00'], ['-4.00']])('has no further invoice if the sum of its charges is %s', async (owed) => {
    const { id, today, charge, cancel } = await withCurrentCycle();
    await runOn(today);
    if (owed !== '0.00') await charge(owed);
    expect(await cancel()).not.toHaveProperty('nextBillingDate');
    expect(await totalsOf(id)).toEqual(['30.00']);
  });

  it('is invoiced for its charges on the same day, and for nothing twice', async () => {
    const { id, today, charge, cancel } = await withCurrentCycle();
    await runOn(today);
    await charge('5.00');
    expect(await cancel()).toMatchObject({ nextBillingDate: today });
    expect(await runOn(today)).toBe(1);
    expect(await runOn(today)).toBe(0);
    expect(await totalsOf(id)).toEqual(['30.00', '5.00']);
    expect(await subscriptionOf(id)).toMatchObject({ nextBillingDate: null });
  });

  it('gets one invoice with its charges if its first invoice was not made yet', async () => {
    const { id, today, charge, cancel } = await withCurrentCycle();
    await charge('5.00');
    await cancel();
    expect(await runOn(today)).toBe(1);
    expect(await totalsOf(id)).toEqual([expect.any(String)]);
    expect(await subscriptionOf(id)).toMatchObject({ nextBillingDate: null });
  });
});

describe('a pause', () => {
  const pause = (
    { id: subscriptionId, brokerId }: { id: string; brokerId: string },
    pausedOn: string,
    resumedOn: string | null,
  ) =>
    db.prisma.subscriptionPause.create({
      data: {
        subscriptionId,
        brokerId,
        pausedAt: new Date(`${pausedOn}T12:00:00Z`),
        resumedAt: resumedOn === null ? null : new Date(`${resumedOn}T12:00:00Z`),
      },
    });
  const cancel = (id: string, day: string) =>
    db.pool.query("UPDATE subscription SET status = 'CANCELLED', ended_at = $2 WHERE id = $1", [
      id,
      `${day}T12:00:00Z`,
    ]);
  const aMonth = (options: SubscriptionOptions = {}) =>
    monthly('2026-01', '2026-02', { products: [aPlan('31.00')], ...options });

  it('excludes whole paused cycles and the paused days of others', async () => {
    const prepaid = await aMonth({ billingType: 'PREPAID', products: [aPlan('30.00')] });
    const postpaid = await aMonth();
    for (const paused of [prepaid, postpaid]) await pause(paused, '2026-01-15', '2026-04-10');
    await runOn('2026-05-01');
    expect(await invoicesOf(prepaid.id)).toMatchObject([
      { cycle: 4, total: '21.00', period: '2026-04-01 2026-05-01' },
      { cycle: 5 },
    ]);
    expect((await invoicesOf(postpaid.id)).map(({ cycle, total }) => `${cycle} ${total}`)).toEqual([
      '1 14.00',
      '4 21.70',
    ]);
  });

  it('is excluded also if the cycle has several, without the day of its end', async () => {
    const { id, brokerId } = await aMonth();
    for (const [from, until] of [
      ['02', '02'],
      ['03', '04'],
      ['04', '07'],
      ['30', '31'],
    ])
      await pause({ id, brokerId }, `2026-01-${from}`, `2026-01-${until}`);
    await runOn('2026-02-01');
    expect(await invoicesOf(id)).toMatchObject([{ total: '26.00' }]);
  });

  it('in which a subscription ended is not charged', async () => {
    const postpaid = await aMonth();
    const prepaid = await aMonth({ billingType: 'PREPAID' });
    for (const paused of [postpaid, prepaid]) {
      await pause(paused, '2026-01-11', null);
      await cancel(paused.id, '2026-05-20');
    }
    await runOn('2026-06-01');
    expect(await invoicesOf(postpaid.id)).toMatchObject([{ cycle: 1, total: '10.00' }]);
    expect(await invoicesOf(prepaid.id)).toEqual([]);
  });

  it('of a whole cycle that has begun leads to a zero invoice', async () => {
    const whole = await aMonth();
    await pause(whole, '2026-01-01', '2026-02-10');
    await runOn('2026-02-10');
    expect(await invoicesOf(whole.id)).toMatchObject([{ cycle: 1, total: '0.00', status: 'PAID' }]);
    expect(await linesOf((await invoicesOf(whole.id))[0]?.id as string)).toEqual([]);
  });
});

describe('a product that was added within a cycle', () => {
  it('is charged from that day on, up to the end of the subscription', async () => {
    const { id, products } = await monthly('2026-01', '2026-02', { products: [aPlan('31.00'), aPlan('62.00')] });
    await db.prisma.subscriptionProduct.update({
      where: { id: products[1]?.id as string },
      data: { addedAt: new Date('2026-01-11T12:00:00Z') },
    });
    await db.pool.query(
      "UPDATE subscription SET status = 'CANCELLED', ended_at = '2026-01-16T12:00:00Z' WHERE id = $1",
      [id],
    );
    await runOn('2026-02-01');
    expect(await linesOf((await invoicesOf(id))[0]?.id as string)).toEqual(['PRODUCT 15.00', 'PRODUCT 10.00']);
  });
});
