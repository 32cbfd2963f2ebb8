import { randomUUID } from 'node:crypto';
import type { ListedOffer, Offer } from '@linework/schemas/catalog/offer';
import type { OfferVersion } from '@linework/schemas/catalog/offer-version';
import {
  createOfferRoute,
  findOfferVersionRoute,
  getOfferRoute,
  getOfferVersionRoute,
  listOffersRoute,
  listOfferVersionsRoute,
  publishOfferVersionRoute,
} from '@linework/schemas/catalog/offers.routes';
import { anOffer } from '@linework/testing/an-offer';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const operator = await api.anOperatorsClient();
const brokerId = client.broker.id;

const aProduct = { name: 'Plan', billingType: 'POSTPAID', price: '49.90' } as const;
const publish = (id: string, body: object = { products: [aProduct] }) =>
  operator.call(publishOfferVersionRoute, { params: { id }, body: body as never });

async function anEmptyOffer(): Promise<string> {
  const created = await operator.call(createOfferRoute, { body: { brokerId, name: `offer ${randomUUID()}` } });
  expect(created.status).toBe(201);
  return (created.body as Offer).id;
}

const timeFromNow = (ms: number) => new Date(Date.now() + ms).toISOString();
const hour = 3_600_000;

describe('an offer', () => {
  it('is created by an operator without a version, emits an event and is visible to its broker', async () => {
    const body = {
      brokerId,
      name: 'Controle',
      description: 'Ten gigabytes',
      externalCode: randomUUID(),
      metadata: { tier: 'gold' },
    };
    const created = await operator.call(createOfferRoute, { body });
    const shown = created.body as Offer;
    expect(created).toMatchObject({ status: 201, body: { ...body, versions: [] } });
    expect(shown).not.toHaveProperty('currentVersion');
    expect(await client.call(getOfferRoute, { params: { id: shown.id } })).toMatchObject({ status: 200, body: shown });
    expect(await api.db.prisma.event.findMany({ where: { resourceId: shown.id } })).toMatchObject([
      { type: 'offer.created', keyId: operator.keyId },
    ]);
    expect(await operator.call(createOfferRoute, { body })).toMatchObject({
      status: 409,
      body: { code: 'external-code-taken' },
    });
  });

  it('shows the newest version that is valid now', async () => {
    const id = await anEmptyOffer();
    const current = async () =>
      ((await client.call(getOfferRoute, { params: { id } })).body as Offer).currentVersion?.version;
    await publish(id, { products: [aProduct], validFrom: timeFromNow(-hour) });
    expect(await current()).toBe(1);
    await publish(id, { products: [aProduct], validFrom: timeFromNow(hour) });
    expect(await current()).toBe(1);
    await publish(id, { products: [aProduct], validFrom: timeFromNow(-2 * hour), validUntil: timeFromNow(-hour) });
    expect(await current()).toBe(1);
    await publish(id);
    expect(await current()).toBe(4);
    const listed = await client.call(listOffersRoute, { query: { limit: 100 } });
    expect((listed.body as { items: readonly ListedOffer[] }).items.find((offer) => offer.id === id)).toMatchObject({
      currentVersion: { version: 4 },
    });
  });
});

describe('publishing a version', () => {
  it('generates missing ids, applies defaults and keeps the sent values', async () => {
    const id = await anEmptyOffer();
    const [productId, componentId] = [randomUUID(), randomUUID()];
    const data = { id: componentId, name: '10 GB', type: 'DATA', amount: 10_000_000_000 };
    const discount = {
      name: 'Welcome',
      scope: 'COMPONENT',
      productId,
      componentId,
      value: { type: 'PERCENTAGE', amount: '12.5' },
      durationInCycles: 3,
    };
    const body = {
      products: [{ ...aProduct, id: productId, components: [data, { name: 'Calls', type: 'VOICE', unlimited: true }] }],
      discounts: [discount],
    };
    const published = await publish(id, body);
    const version = published.body as OfferVersion;
    expect(published).toMatchObject({
      status: 201,
      body: { ...body, offerId: id, brokerId, version: 1, currency: 'BRL' },
    });
    expect(version.onLastLineEnded).toBe('cancel');
    expect(version.products[0]).toMatchObject({
      recurrence: 'RECURRING',
      components: [{ price: '0.00' }, { id: expect.any(String), amount: 0 }],
    });
    expect(version.discounts[0]).toMatchObject({
      id: expect.any(String),
      discountId: expect.any(String),
      fromCycle: 1,
    });
    for (const shown of [
      await client.call(getOfferVersionRoute, { params: { id, versionId: version.id } }),
      await client.call(findOfferVersionRoute, { params: { versionId: version.id } }),
    ]) {
      expect(shown).toMatchObject({ status: 200, body: version });
    }
  });

  it('reports all contradictions at once', async () => {
    const id = await anEmptyOffer();
    const [twice, component] = [randomUUID(), randomUUID()];
    const value = { type: 'AMOUNT', amount: '5.00', currency: 'BRL' };
    const discount = (more: object) => ({ name: 'x', value, ...more });
    const body = {
      validFrom: timeFromNow(hour),
      validUntil: timeFromNow(0),
      products: [
        { ...aProduct, id: twice, components: [{ id: component, name: 'Support', type: 'SERVICE', amount: 1 }] },
        {
          ...aProduct,
          id: twice,
          components: [{ id: component, name: 'All', type: 'SMS', unlimited: true, amount: 5 }],
        },
        { ...aProduct, id: randomUUID() },
      ],
      discounts: [
        discount({ scope: 'PRODUCT' }),
        discount({ scope: 'PRODUCT', productId: randomUUID() }),
        discount({ scope: 'COMPONENT' }),
        discount({ scope: 'COMPONENT', componentId: randomUUID() }),
        discount({ scope: 'OFFER', productId: twice, componentId: component }),
      ],
    };
    const { status, body: problem } = await publish(id, body);
    expect(status).toBe(400);
    expect(
      (problem as unknown as { errors: readonly { pointer: string }[] }).errors
        .map(({ pointer }) => pointer)
        .toSorted(),
    ).toEqual([
      '/discounts/0/productId',
      '/discounts/1/productId',
      '/discounts/2/componentId',
      '/discounts/3/componentId',
      '/discounts/4/componentId',
      '/discounts/4/productId',
      '/products/0/components/0/amount',
      '/products/1/components/0/amount',
      '/products/1/components/0/id',
      '/products/1/id',
      '/validUntil',
    ]);
  });

  it('rejects a discount on a component of another product', async () => {
    const [first, second, componentId] = [randomUUID(), randomUUID(), randomUUID()];
    const products = [
      { ...aProduct, id: first, components: [{ id: componentId, name: 'Data', type: 'DATA', amount: 1 }] },
      { ...aProduct, id: second },
    ];
    const discount = {
      name: 'x',
      scope: 'COMPONENT',
      productId: second,
      componentId,
      value: { type: 'PERCENTAGE', amount: '10' },
    };
    const rejected = await publish(await anEmptyOffer(), { products, discounts: [discount] });
    expect(rejected).toMatchObject({ status: 400, body: { errors: [{ pointer: '/discounts/0/componentId' }] } });
  });

  it.each(['100.1', '101', '12.34567', '-1'])('rejects a discount of %s percent', async (amount) => {
    const discounts = [{ name: 'x', scope: 'OFFER', value: { type: 'PERCENTAGE', amount } }];
    expect(await publish(await anEmptyOffer(), { products: [aProduct], discounts })).toMatchObject({ status: 400 });
  });

  it('is rejected if the validity ends before it begins', async () => {
    const rejected = await publish(await anEmptyOffer(), { products: [aProduct], validUntil: timeFromNow(-hour) });
    expect(rejected).toMatchObject({ status: 422, body: { code: 'invalid-validity-period' } });
  });

  it('numbers concurrent versions without a gap', async () => {
    const id = await anEmptyOffer();
    const responses = await Promise.all(Array.from({ length: 12 }, () => publish(id)));
    expect(responses.map(({ body }) => (body as OfferVersion).version).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, at) => at + 1),
    );
    const listed = await client.call(listOfferVersionsRoute, {
      params: { id },
      query: { sortBy: 'version', limit: 5 },
    });
    expect(listed).toMatchObject({
      body: { items: [12, 11, 10, 9, 8].map((version) => ({ version })), meta: { total: 12 } },
    });
    expect(await api.db.prisma.event.count({ where: { resourceId: id, type: 'offer.published' } })).toBe(12);
  });
});

describe('a version', () => {
  it('cannot be changed or removed', async () => {
    const { versionId } = await anOffer(api.db, { brokerId });
    for (const change of [
      "UPDATE offer_version SET content = '{}' WHERE id = $1",
      'DELETE FROM offer_version WHERE id = $1',
    ]) {
      await expect(api.db.pool.query(change, [versionId])).rejects.toMatchObject({
        constraint: 'offer_version_is_immutable',
      });
    }
  });

  it('is not found under another offer', async () => {
    const [one, other] = [await anOffer(api.db, { brokerId }), await anOffer(api.db, { brokerId })];
    expect(
      await client.call(getOfferVersionRoute, { params: { id: other.id, versionId: one.versionId } }),
    ).toMatchObject({ status: 404 });
  });
});
