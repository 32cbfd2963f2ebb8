import { addProductRoute, removeProductRoute } from '@linework/schemas/subscriptions/subscriptions.routes';
import { aSubscription, type SubscriptionOptions } from '@linework/testing/a-subscription';
import { anOffer } from '@linework/testing/an-offer';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const brokerId = client.broker.id;

const dayMs = 86_400_000;
const today = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10);
const dayFrom = (days: number) =>
  new Date(new Date(`${today}T00:00:00Z`).getTime() + days * dayMs).toISOString().slice(0, 10);
/** A cycle of thirty days of which ten have elapsed. */
const currentCycle = {
  frequency: 'CUSTOM',
  customPeriodDays: 30,
  cycle: 1,
  anchorDay: dayFrom(-10),
  cycleFrom: dayFrom(-10),
  cycleUntil: dayFrom(20),
} as const;
const begunSubscription = { ...currentCycle, activatedAt: new Date(Date.now() - 10 * dayMs) };

const aSubscriptionWithPlan = (options: SubscriptionOptions = {}, status: 'DRAFT' | 'ACTIVE' | 'PAUSED' = 'ACTIVE') =>
  aSubscription(api.db, status, { brokerId, ...begunSubscription, ...options });
const add = (id: string, productId: string, offerVersionId?: string) =>
  client.call(addProductRoute, {
    params: { id },
    body: { productId, ...(offerVersionId !== undefined && { offerVersionId }) },
  });
const remove = (id: string, productId: string) => client.call(removeProductRoute, { params: { id, productId } });
const chargesOf = async (subscriptionId: string) =>
  (await api.db.prisma.subscriptionCharge.findMany({ where: { subscriptionId }, orderBy: { createdAt: 'asc' } })).map(
    ({ amount }) => amount.toFixed(2),
  );
const aPlan = () =>
  anOffer(api.db, { brokerId, discounted: false, plan: { price: '30.00' }, topUp: { price: '9.90' } });

describe('adding a product', () => {
  it('charges the remaining days of an invoiced cycle with its discounts', async () => {
    const offer = await anOffer(api.db, { brokerId, plan: { price: '30.00' } });
    const { id } = await aSubscriptionWithPlan({ billingType: 'PREPAID' });
    expect(await add(id, offer.plan.id, offer.versionId)).toMatchObject({
      status: 201,
      body: { products: [{}, { productId: offer.plan.id }] },
    });
    expect(await chargesOf(id)).toEqual(['18.00']);
    const events = await api.db.prisma.event.findMany({
      where: { resourceId: id, type: 'subscription.product_added' },
    });
    expect(events).toMatchObject([{ keyId: client.keyId, details: { productId: offer.plan.id } }]);
  });

  it("charges no days after the end of the subscription's term", async () => {
    const offer = await aPlan();
    const { id } = await aSubscriptionWithPlan({ billingType: 'PREPAID', endDate: new Date(Date.now() + 5 * dayMs) });
    await add(id, offer.plan.id, offer.versionId);
    expect(await chargesOf(id)).toEqual(['5.00']);
  });

  it('adds no charge if the cycle is not invoiced yet', async () => {
    const offer = await aPlan();
    const { id } = await aSubscriptionWithPlan();
    await add(id, offer.plan.id, offer.versionId);
    expect(await chargesOf(id)).toEqual([]);
    const added = await api.db.prisma.subscriptionProduct.findFirst({
      where: { subscriptionId: id, productId: offer.plan.id },
    });
    expect(added).toMatchObject({ fromCycle: 1, chargedForCycle: null });
  });

  it('allows a SPOT product once per cycle', async () => {
    const offer = await aPlan();
    const { id } = await aSubscriptionWithPlan();
    expect([
      await add(id, offer.topUp.id, offer.versionId),
      await add(id, offer.topUp.id, offer.versionId),
    ]).toMatchObject([{ status: 201 }, { status: 409, body: { code: 'product-already-there' } }]);
    await api.db.prisma.subscription.update({ where: { id }, data: { cycle: 2 } });
    expect(await add(id, offer.topUp.id, offer.versionId)).toMatchObject({ status: 201 });
    expect(await chargesOf(id)).toEqual(['9.90', '9.90']);
  });

  it.each(['PREPAID', 'POSTPAID'] as const)(
    "puts a SPOT product into today's cycle if the invoices of a %s subscription are late",
    async (billingType) => {
      const offer = await aPlan();
      const late = {
        activatedAt: new Date(Date.now() - 40 * dayMs),
        anchorDay: dayFrom(-40),
        cycleFrom: dayFrom(-40),
        cycleUntil: dayFrom(-10),
      };
      const { id } = await aSubscriptionWithPlan({
        billingType,
        ...late,
        nextBillingDate: dayFrom(billingType === 'PREPAID' ? -40 : -10),
      });
      expect(await add(id, offer.topUp.id, offer.versionId)).toMatchObject({ status: 201 });
      expect(await chargesOf(id)).toEqual(['9.90']);
      const added = await api.db.prisma.subscriptionProduct.findFirst({
        where: { subscriptionId: id, productId: offer.topUp.id },
      });
      expect(added).toMatchObject({ fromCycle: 2, chargedForCycle: 2 });
    },
  );

  it('charges a SPOT product in full, even with NEXT_CYCLE', async () => {
    const offer = await aPlan();
    const { id } = await aSubscriptionWithPlan({ changesBehavior: 'NEXT_CYCLE' });
    await add(id, offer.topUp.id, offer.versionId);
    expect(await chargesOf(id)).toEqual(['9.90']);
  });

  it('starts with the next cycle without a charge if that is agreed', async () => {
    const offer = await aPlan();
    const { id } = await aSubscriptionWithPlan({ changesBehavior: 'NEXT_CYCLE' });
    await add(id, offer.plan.id, offer.versionId);
    expect(await chargesOf(id)).toEqual([]);
    expect(
      await api.db.prisma.subscriptionProduct.findFirst({ where: { subscriptionId: id, productId: offer.plan.id } }),
    ).toMatchObject({ fromCycle: 2 });
  });

  it('is rejected with NO_CHANGES, except for a DRAFT', async () => {
    const offer = await aPlan();
    const { id } = await aSubscriptionWithPlan({ changesBehavior: 'NO_CHANGES' });
    expect(await add(id, offer.plan.id, offer.versionId)).toMatchObject({ status: 409, body: { code: 'no-changes' } });
    const draft = await aSubscriptionWithPlan({ changesBehavior: 'NO_CHANGES' }, 'DRAFT');
    expect(await add(draft.id, offer.plan.id, offer.versionId)).toMatchObject({ status: 201 });
    const paused = await aSubscriptionWithPlan({}, 'PAUSED');
    expect(await add(paused.id, offer.plan.id, offer.versionId)).toMatchObject({
      status: 409,
      body: { currentStatus: 'PAUSED' },
    });
  });

  it('happens once for concurrent requests', async () => {
    const offer = await aPlan();
    const { id } = await aSubscriptionWithPlan({ billingType: 'PREPAID' });
    const responses = await Promise.all(Array.from({ length: 8 }, () => add(id, offer.plan.id, offer.versionId)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
    expect(await chargesOf(id)).toEqual(['20.00']);
  });

  it('is rejected with 422 for a product that the offer does not have', async () => {
    const { id } = await aSubscriptionWithPlan();
    expect(await add(id, brokerId)).toMatchObject({ status: 422, body: { code: 'unknown-product' } });
  });
});

describe('removing a product', () => {
  it('credits the remaining days of an invoiced cycle', async () => {
    const offer = await aPlan();
    const { id, products } = await aSubscriptionWithPlan({ billingType: 'PREPAID', products: [offer.plan] });
    expect(await remove(id, products[0]?.id ?? '')).toMatchObject({
      status: 200,
      body: { products: [{ removedAt: expect.any(String) }] },
    });
    expect(await chargesOf(id)).toEqual(['-20.00']);
  });

  it('charges the elapsed days of a cycle that is not invoiced', async () => {
    const offer = await aPlan();
    const { id, products } = await aSubscriptionWithPlan({ products: [offer.plan] });
    await remove(id, products[0]?.id ?? '');
    expect(await chargesOf(id)).toEqual(['10.00']);
  });

  it.each([
    ['PREPAID', 'IMMEDIATE_WITH_PRORATE', ['10.00'], 2],
    ['POSTPAID', 'IMMEDIATE_WITH_PRORATE', ['10.00'], 2],
    ['PREPAID', 'NEXT_CYCLE', [], 3],
    ['POSTPAID', 'NEXT_CYCLE', [], 3],
  ] as const)(
    "charges the elapsed days of today's cycle if the invoices are late (%s, %s)",
    async (billingType, changesBehavior, charged, untilCycle) => {
      const offer = await aPlan();
      const late = {
        activatedAt: new Date(Date.now() - 40 * dayMs),
        anchorDay: dayFrom(-40),
        cycleFrom: dayFrom(-40),
        cycleUntil: dayFrom(-10),
      };
      const { id, products } = await aSubscriptionWithPlan({
        billingType,
        changesBehavior,
        products: [offer.plan],
        ...late,
      });
      await remove(id, products[0]?.id ?? '');
      expect(await chargesOf(id)).toEqual(charged);
      expect(await api.db.prisma.subscriptionProduct.findFirst({ where: { subscriptionId: id } })).toMatchObject({
        untilCycle,
      });
    },
  );

  it('leaves a SPOT product to the late invoice of its cycle', async () => {
    const offer = await aPlan();
    const late = {
      activatedAt: new Date(Date.now() - 40 * dayMs),
      anchorDay: dayFrom(-40),
      cycleFrom: dayFrom(-40),
      cycleUntil: dayFrom(-10),
    };
    const { id, products } = await aSubscriptionWithPlan({ products: [offer.plan, offer.topUp], ...late });
    await remove(id, products[1]?.id ?? '');
    expect(await chargesOf(id)).toEqual([]);
    const unchanged = await api.db.prisma.subscriptionProduct.findUnique({ where: { id: products[1]?.id ?? '' } });
    expect(unchanged).toMatchObject({ fromCycle: 1, untilCycle: 2, chargedForCycle: null });
  });

  it('credits only the days up to the end of the term', async () => {
    const offer = await aPlan();
    const term = { endDate: new Date(Date.now() + 5 * dayMs) };
    const { id, products } = await aSubscriptionWithPlan({ billingType: 'PREPAID', products: [offer.plan], ...term });
    await remove(id, products[0]?.id ?? '');
    expect(await chargesOf(id)).toEqual(['-5.00']);
  });

  it('charges the elapsed days without those of a pause', async () => {
    const offer = await aPlan();
    const { id, products } = await aSubscriptionWithPlan({ products: [offer.plan] });
    const pause = { pausedAt: new Date(Date.now() - 6 * dayMs), resumedAt: new Date(Date.now() - 2 * dayMs) };
    await api.db.prisma.subscriptionPause.create({ data: { subscriptionId: id, brokerId, ...pause } });
    await remove(id, products[0]?.id ?? '');
    expect(await chargesOf(id)).toEqual(['6.00']);
  });

  it('charges the days since it was added', async () => {
    const offer = await aPlan();
    const { id, products } = await aSubscriptionWithPlan({ products: [offer.plan] });
    await api.db.prisma.subscriptionProduct.update({
      where: { id: products[0]?.id ?? '' },
      data: { addedAt: new Date(Date.now() - 4 * dayMs) },
    });
    await remove(id, products[0]?.id ?? '');
    expect(await chargesOf(id)).toEqual(['4.00']);
  });

  it('credits the charge that adding it has caused', async () => {
    const offer = await aPlan();
    const { id } = await aSubscriptionWithPlan({ billingType: 'PREPAID' });
    await add(id, offer.plan.id, offer.versionId);
    const added = await api.db.prisma.subscriptionProduct.findFirstOrThrow({
      where: { subscriptionId: id, productId: offer.plan.id },
    });
    await remove(id, added.id);
    expect(await chargesOf(id)).toEqual(['20.00', '-20.00']);
    expect(await remove(id, added.id)).toMatchObject({ status: 404 });
  });

  it.each([
    ['IMMEDIATE_WITH_PRORATE', 'POSTPAID'],
    ['IMMEDIATE_WITH_PRORATE', 'PREPAID'],
    ['NEXT_CYCLE', 'POSTPAID'],
    ['NEXT_CYCLE', 'PREPAID'],
  ] as const)(
    'that is SPOT does not allow to add it again in the same cycle (%s, %s)',
    async (changesBehavior, billingType) => {
      const offer = await aPlan();
      const options = { changesBehavior, billingType, products: [offer.plan, offer.topUp] } as const;
      const { id, products } = await aSubscriptionWithPlan({
        ...options,
        ...(billingType === 'PREPAID' && { nextBillingDate: dayFrom(-10) }),
      });
      await remove(id, products[1]?.id ?? '');
      expect(await add(id, offer.topUp.id, offer.versionId)).toMatchObject({
        status: 409,
        body: { code: 'product-already-there' },
      });
    },
  );

  it('from a DRAFT allows to add it again', async () => {
    const offer = await aPlan();
    const { id, products } = await aSubscriptionWithPlan({ products: [offer.plan, offer.topUp] }, 'DRAFT');
    for (const { id: productId } of products) await remove(id, productId);
    for (const { id: productId } of [offer.plan, offer.topUp])
      expect(await add(id, productId, offer.versionId)).toMatchObject({ status: 201 });
  });

  it('takes effect at the end of the cycle if that is agreed', async () => {
    const offer = await aPlan();
    const { id, products } = await aSubscriptionWithPlan({ changesBehavior: 'NEXT_CYCLE', products: [offer.plan] });
    await remove(id, products[0]?.id ?? '');
    expect(await chargesOf(id)).toEqual([]);
    expect(await api.db.prisma.subscriptionProduct.findFirst({ where: { subscriptionId: id } })).toMatchObject({
      untilCycle: 2,
    });
  });
});
