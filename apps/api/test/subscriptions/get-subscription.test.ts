import type { Subscription } from '@linework/schemas/subscriptions/subscription';
import {
  addProductRoute,
  createSubscriptionRoute,
  getSubscriptionRoute,
  joinLineRoute,
  listSubscriptionsRoute,
} from '@linework/schemas/subscriptions/subscriptions.routes';
import { aHolder } from '@linework/testing/a-holder';
import { anActiveLine } from '@linework/testing/a-line';
import { aSubscription } from '@linework/testing/a-subscription';
import { anOffer } from '@linework/testing/an-offer';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const brokerId = client.broker.id;

/** The members that section 2.2 of the interface lists. */
const members =
  `id customerId status billingCycle products activatedAt invoiceApprovalRequired changesBehavior prorateFirstInvoice
  createdAt endDate scheduledPauseAt lastPausedAt lastResumedAt scheduledCancelAt trialConfig externalCode
  nextBillingDate metadata updatedAt`.split(/\s+/);
const productMembers = 'id productId billingType addedAt discounts offerVersionId removedAt'.split(' ');
const discountMembers =
  `id discountId offerVersionDiscountId scope fromCycle elapsedCycles consumedCycles durationInCycles value redeemedAt
  componentId`.split(/\s+/);

describe('getting a subscription', () => {
  it('returns all members of the interface that have a value, and no others', async () => {
    const { id } = await aSubscription(api.db, 'ACTIVE', { brokerId, frequency: 'CUSTOM', customPeriodDays: 10 });
    const at = new Date('2030-01-01T00:00:00Z');
    const times = { endDate: at, scheduledPauseAt: at, lastPausedAt: at, lastResumedAt: at, scheduledCancelAt: at };
    await api.db.prisma.subscription.update({
      where: { id },
      data: { ...times, trialCycles: 2, trialEndBehavior: 'AUTO_ACTIVATE', externalCode: 'S-1', metadata: { a: 1 } },
    });
    await api.db.prisma.subscriptionProduct.updateMany({
      where: { subscriptionId: id },
      data: { removedAt: at, untilCycle: 2 },
    });
    await api.db.prisma.subscriptionDiscount.updateMany({
      where: { product: { subscriptionId: id } },
      data: { scope: 'COMPONENT', componentId: '018f0000-0000-7000-8000-000000000000' },
    });
    const { status, body } = await client.call(getSubscriptionRoute, { params: { id } });
    const shown = body as Subscription;
    expect(status).toBe(200);
    expect(Object.keys(shown).toSorted()).toEqual(members.toSorted());
    expect(Object.keys(shown.products[0] ?? {}).toSorted()).toEqual(productMembers.toSorted());
    expect(Object.keys(shown.products[0]?.discounts[0] ?? {}).toSorted()).toEqual(discountMembers.toSorted());
    expect(shown).toMatchObject({
      billingCycle: { frequency: 'CUSTOM', billingType: 'POSTPAID', customPeriodDays: 10 },
      trialConfig: { trialCycles: 2, endBehavior: 'AUTO_ACTIVATE' },
      products: [{ discounts: [{ value: { type: 'PERCENTAGE', amount: '10', currency: 'BRL' } }] }],
    });
  });

  it('returns the time of its end, also before its planned end date', async () => {
    const { id } = await aSubscription(api.db, 'CANCELLED', { brokerId, endDate: new Date('2030-01-01T03:00:00Z') });
    const { endedAt } = await api.db.prisma.subscription.findUniqueOrThrow({ where: { id } });
    const { body } = await client.call(getSubscriptionRoute, { params: { id } });
    expect(body).toMatchObject({ status: 'CANCELLED', endDate: endedAt?.toISOString() });
  });

  it('leaves out members without a value', async () => {
    const { id } = await aSubscription(api.db, 'DRAFT', { brokerId, discounts: [] });
    const { body } = await client.call(getSubscriptionRoute, { params: { id } });
    const always =
      `id customerId status billingCycle products invoiceApprovalRequired changesBehavior prorateFirstInvoice createdAt
      metadata updatedAt`.split(/\s+/);
    expect(Object.keys(body as Subscription).toSorted()).toEqual(always.toSorted());
  });
});

describe('creating a subscription', () => {
  const billingCycle = { frequency: 'MONTHLY', billingType: 'POSTPAID' } as const;

  it('creates a DRAFT with all recurring products of the offer and their discounts', async () => {
    const [offer, holder] = [await anOffer(api.db, { brokerId }), await aHolder(api.db, { brokerId })];
    const { status, body, headers } = await client.call(createSubscriptionRoute, {
      body: { customerId: holder.id, offerId: offer.id, billingCycle },
    });
    const created = body as Subscription;
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/subscriptions/${created.id}`);
    expect(created).toMatchObject({
      status: 'DRAFT',
      customerId: holder.id,
      changesBehavior: 'IMMEDIATE_WITH_PRORATE',
    });
    expect(created.products).toMatchObject([
      {
        productId: offer.plan.id,
        discounts: [{ discountId: offer.welcome.discountId, fromCycle: 1, durationInCycles: 3 }],
      },
    ]);
    const events = await api.db.prisma.event.findMany({ where: { resourceId: created.id } });
    expect(events).toMatchObject([{ type: 'subscription.created', toStatus: 'DRAFT', keyId: client.keyId, brokerId }]);
  });

  it.each([
    ['unknown-offer', async () => ({ offerId: (await anOffer(api.db)).id })],
    ['unknown-offer', async () => ({ offerVersionId: (await anOffer(api.db)).versionId })],
    [
      'offer-not-valid',
      async () => ({
        offerVersionId: (await anOffer(api.db, { brokerId, validUntil: new Date('2026-02-01T00:00:00Z') })).versionId,
      }),
    ],
    ['unknown-product', async () => ({ offerId: (await anOffer(api.db, { brokerId })).id, productIds: [brokerId] })],
    ['unknown-holder', async () => ({ offerId: (await anOffer(api.db, { brokerId })).id, customerId: brokerId })],
    ['unknown-lines', async () => ({ offerId: (await anOffer(api.db, { brokerId })).id, lineIds: [brokerId] })],
    [
      'time-has-passed',
      async () => ({ offerId: (await anOffer(api.db, { brokerId })).id, endDate: new Date('2020-01-01T00:00:00Z') }),
    ],
    [
      'time-has-passed',
      async () => ({
        offerId: (await anOffer(api.db, { brokerId })).id,
        scheduledPauseAt: new Date('2020-01-01T00:00:00Z'),
      }),
    ],
  ])('is rejected with 422 %s and creates nothing (%#)', async (code, buildInput) => {
    const holder = await aHolder(api.db, { brokerId });
    const before = await api.db.prisma.subscription.count();
    const response = await client.call(createSubscriptionRoute, {
      body: { customerId: holder.id, billingCycle, ...(await buildInput()) },
    });
    expect(response).toMatchObject({ status: 422, body: { code } });
    expect(await api.db.prisma.subscription.count()).toBe(before);
  });

  it.each(['cancel', 'keep'] as const)(
    'stores the policy of its offer for the end of its last line: %s',
    async (onLastLineEnded) => {
      const [offer, holder] = [
        await anOffer(api.db, { brokerId, onLastLineEnded }),
        await aHolder(api.db, { brokerId }),
      ];
      const { body } = await client.call(createSubscriptionRoute, {
        body: { customerId: holder.id, offerId: offer.id, billingCycle },
      });
      const { id } = body as Subscription;
      expect(await api.db.prisma.subscription.findUnique({ where: { id } })).toMatchObject({ onLastLineEnded });
    },
  );

  it('accepts ids of lines and products in capitals and removes duplicates', async () => {
    const [offer, line] = [await anOffer(api.db, { brokerId }), await anActiveLine(api.db, { brokerId })];
    const both = (id: string) => [id, id.toUpperCase()];
    const named = { lineIds: both(line.id), productIds: both(offer.topUp.id) };
    const { status, body } = await client.call(createSubscriptionRoute, {
      body: { customerId: line.holderId, offerId: offer.id, billingCycle, ...named },
    });
    expect({ status, body }).toMatchObject({ status: 201, body: { products: [{ productId: offer.topUp.id }] } });
    const params = { id: (body as Subscription).id };
    expect(await client.call(joinLineRoute, { params, body: { lineId: line.id.toUpperCase() } })).toMatchObject({
      status: 200,
    });
    const added = await client.call(addProductRoute, { params, body: { productId: offer.plan.id.toUpperCase() } });
    expect(added).toMatchObject({ status: 201, body: { products: [{}, { productId: offer.plan.id }] } });
  });

  it('reports every product that the offer does not have', async () => {
    const [offer, holder] = [await anOffer(api.db, { brokerId }), await aHolder(api.db, { brokerId })];
    const productIds = [brokerId, offer.plan.id, holder.id];
    const response = await client.call(createSubscriptionRoute, {
      body: { customerId: holder.id, offerId: offer.id, billingCycle, productIds },
    });
    expect(response).toMatchObject({
      status: 422,
      body: { code: 'unknown-product', productIds: [brokerId, holder.id] },
    });
  });

  it.each([
    ['/billingCycle/customPeriodDays', { billingCycle: { ...billingCycle, customPeriodDays: 3 } }],
    ['/billingCycle/customPeriodDays', { billingCycle: { ...billingCycle, frequency: 'CUSTOM' } }],
    ['/billingDay', { billingCycle: { ...billingCycle, frequency: 'WEEKLY' }, billingDay: 3 }],
    ['/scheduledPauseAt', { scheduledPauseAt: '2031-05-02T00:00:00Z', endDate: '2031-05-01T00:00:00Z' }],
    ['/scheduledPauseAt', { scheduledPauseAt: '2031-05-02T00:00:00Z', scheduledCancelAt: '2031-05-01T00:00:00Z' }],
    ['/trialConfig', { activate: true, trialConfig: { trialCycles: 1, endBehavior: 'CANCEL' } }],
  ] as const)('is rejected with 400 if its terms contradict each other at %s (%#)', async (pointer, terms) => {
    const body = { customerId: brokerId, offerId: brokerId, billingCycle, ...terms };
    const { status, body: problem } = await client.call(createSubscriptionRoute, { body });
    expect({ status, problem }).toMatchObject({ status: 400, problem: { errors: [{ pointer }] } });
  });

  it('activates it on request, with a first cycle up to its billing day', async () => {
    const [offer, holder] = [await anOffer(api.db, { brokerId }), await aHolder(api.db, { brokerId })];
    const body = {
      customerId: holder.id,
      offerVersionId: offer.versionId,
      billingCycle,
      billingDay: 31,
      activate: true,
    };
    const created = (await client.call(createSubscriptionRoute, { body })).body as Subscription;
    const row = await api.db.prisma.subscription.findUniqueOrThrow({ where: { id: created.id } });
    const until = row.cycleUntil as Date;
    expect(created).toMatchObject({ status: 'ACTIVE', nextBillingDate: until.toISOString().slice(0, 10) });
    expect(row.anchorDay?.getUTCDate()).toBe(31);
    const isLastOfMonth = new Date(until.getTime() + 86_400_000).getUTCDate() === 1;
    expect(isLastOfMonth).toBe(true);
  });

  it('has an updatedAt that is not before its createdAt', async () => {
    const [offer, holder] = [await anOffer(api.db, { brokerId }), await aHolder(api.db, { brokerId })];
    const body = { customerId: holder.id, offerVersionId: offer.versionId, billingCycle, activate: true };
    const { createdAt, updatedAt } = (await client.call(createSubscriptionRoute, { body })).body as Subscription;
    expect(updatedAt >= createdAt).toBe(true);
  });
});

describe('listing subscriptions', () => {
  it('filters them by status and holder', async () => {
    const { id, customerId } = await aSubscription(api.db, 'PAUSED', { brokerId });
    await aSubscription(api.db, 'ACTIVE', { brokerId, customerId });
    const listed = await client.call(listSubscriptionsRoute, {
      query: { customerId: [customerId], status: ['PAUSED'] },
    });
    expect(listed).toMatchObject({ status: 200, body: { items: [{ id }], meta: { total: 1 } } });
  });
});
