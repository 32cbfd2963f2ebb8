import { randomUUID } from 'node:crypto';
import {
  addCreditRoute,
  getBalancesRoute,
  getConsumptionRoute,
  recordUsageRoute,
} from '@linework/schemas/usage/usage.routes';
import { aLineWithProducts, aProduct } from '@linework/testing/a-line-with-products';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const { id: brokerId } = client.broker;

const dayMs = 24 * 60 * 60_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const aRecord = (lineId: string, options = {}) => ({
  recordId: randomUUID(),
  lineId,
  type: 'DATA' as const,
  amount: 1,
  usedAt: inDays(0),
  ...options,
});
const send = (records: ReturnType<typeof aRecord>[]) => client.call(recordUsageRoute, { body: { records } });

async function aLine(...products: ReturnType<typeof aProduct>[]) {
  const activatedAt = new Date(Date.now() - 60 * dayMs);
  const line = await aLineWithProducts(api.db, products.length === 0 ? [aProduct()] : products, {
    brokerId,
    activatedAt,
    cycle: 2,
    cycleFrom: inDays(-3).slice(0, 10),
  });
  const [product] = line.products;
  if (!product) throw new Error('the line has no product');
  return { line, product, params: { lineId: line.id, productId: product.id } };
}

describe('sending records of usage', () => {
  it('counts the valid ones and returns a reason for each invalid one', async () => {
    const { line } = await aLine();
    const [good, bad] = [aRecord(line.id), aRecord(randomUUID())];
    const response = await send([good, good, bad]);
    const refused = [{ index: 2, recordId: bad.recordId, code: 'unknown-line', detail: 'The line does not exist.' }];
    expect(response).toMatchObject({ status: 200, body: { accepted: 1, duplicates: 1, refused } });
  });

  it('counts the good ones of a batch with malformed ones, and lists each of these with its place and reason', async () => {
    const { line, params } = await aLine();
    const usedAt = inDays(0);
    const records = [
      { recordId: 'case-1', lineId: line.id, type: 'DATA', amount: 25, usedAt },
      { recordId: 'case-2', lineId: line.id, type: 'VOICE', amount: 0, usedAt },
      { recordId: 'case-3', lineId: line.id, type: 'DATA', amount: -10, usedAt },
      { recordId: 'case-4', lineId: line.id, type: 'DATA', amount: 12.5, usedAt },
      { recordId: 'case-5', lineId: line.id, type: 'DATA', amount: 1, usedAt: usedAt.slice(0, 19) },
      { lineId: line.id, imsi: '724990000000011', type: 'DATA', amount: 1, usedAt },
      'not a record',
      { recordId: '\0', lineId: line.id, type: 'DATA', amount: 1, usedAt },
    ];
    const response = await send(records as never);
    const code = 'invalid-record';
    expect(response).toMatchObject({ status: 200, body: { accepted: 2, duplicates: 0, partlyCounted: [] } });
    expect(response.body).toMatchObject({
      refused: [
        { index: 2, recordId: 'case-3', code, detail: '`amount` must be at least 0.' },
        { index: 3, recordId: 'case-4', code, detail: '`amount` must be a whole number.' },
        { index: 4, recordId: 'case-5', code, detail: expect.stringContaining('`usedAt` must be an ISO 8601') },
        {
          index: 5,
          recordId: '',
          code,
          detail: '`recordId` is missing. The record must have one of lineId, msisdn and imsi.',
        },
        { index: 6, recordId: '', code, detail: 'The record must be an object.' },
        { index: 7, code, detail: expect.stringContaining('`recordId` contains a NUL character') },
      ],
    });
    expect((await client.call(getBalancesRoute, { params })).body).toMatchObject({
      balance: { usedAmount: { DATA: 25 } },
    });
  });

  it('counts the good ones of a long batch with malformed ones', async () => {
    const { line } = await aLine();
    const bad = { ...aRecord(line.id), lineId: 'line' };
    const good = Array.from({ length: 600 }, () => aRecord(line.id));
    const response = await send([...good.slice(0, 300), bad, ...good.slice(300)]);
    expect(response).toMatchObject({
      status: 200,
      body: {
        accepted: 600,
        refused: [{ index: 300, recordId: bad.recordId, detail: '`lineId` must be a UUID.' }],
      },
    });
  });

  it('accepts ten thousand in one request', async () => {
    const { line, params } = await aLine(aProduct({ amounts: { DATA: 20_000 } }));
    expect(await send(Array.from({ length: 10_000 }, () => aRecord(line.id)))).toMatchObject({
      status: 200,
      body: { accepted: 10_000 },
    });
    expect((await client.call(getBalancesRoute, { params })).body).toMatchObject({
      balance: { usedAmount: { DATA: 10_000 } },
    });
    expect((await send(Array.from({ length: 10_001 }, () => aRecord(line.id)))).status).toBe(400);
  });

  it("counts an operator's records for the brokers of their lines", async () => {
    const operator = await api.anOperatorsClient();
    const [own, foreign] = [await aLine(), await aLineWithProducts(api.db)];
    const record = aRecord(own.line.id);
    const response = await operator.call(recordUsageRoute, {
      body: { records: [record, { ...record, lineId: foreign.id }] },
    });
    expect(response).toMatchObject({ status: 200, body: { accepted: 2 } });
    expect(await send([record])).toMatchObject({ body: { duplicates: 1 } });
  });
});

describe('getting a balance', () => {
  it('returns the members of interface.md 2.7', async () => {
    const components = [
      {
        id: randomUUID(),
        name: '1 kB',
        type: 'DATA',
        unlimited: false,
        amount: 1_000,
        price: '0.00',
        icon: 'globe',
        externalCode: 'D1',
      },
      { id: randomUUID(), name: 'calls', type: 'VOICE', unlimited: true, amount: 0, price: '0.00' },
      { id: randomUUID(), name: 'music', type: 'SERVICE', unlimited: false, amount: 0, price: '0.00' },
    ] as const;
    const [data, calls] = components;
    const features = [{ icon: 'roaming', name: 'Roaming' }];
    const { line, product, params } = await aLine({
      ...aProduct({ externalCode: 'P1', features }),
      components: [...components],
    });
    await send([aRecord(line.id, { amount: 400 }), aRecord(line.id, { type: 'VOICE', amount: 60 })]);
    const metadata = { gift: true };
    const dueDate = inDays(60);
    await client.call(addCreditRoute, { params, body: { type: 'DATA', amount: 50, dueDate, metadata } });
    const { status, body } = await client.call(getBalancesRoute, { params });
    expect(status).toBe(200);
    const times = { createdAt: timestamp, updatedAt: timestamp };
    const cycle = { startDate: timestamp, endDate: timestamp };
    expect(body).toEqual({
      lineId: line.id,
      productId: product.id,
      online: true,
      accountMetadata: {},
      balance: {
        accountId: expect.any(String),
        totalAmount: { DATA: 1_050, VOICE: 0, SMS: 0 },
        usedAmount: { DATA: 400, VOICE: 60, SMS: 0 },
        balanceCredits: [
          { type: 'DATA', value: 600, updatedAt: timestamp, dueDate: timestamp, metadata: {} },
          { type: 'DATA', value: 50, updatedAt: timestamp, dueDate, metadata },
        ],
        metadata: {},
        ...times,
        product: {
          catalogProductId: product.id,
          name: 'Plan',
          externalCode: 'P1',
          ...times,
          billingType: 'POSTPAID',
          recurrence: 'RECURRING',
          features,
          productComponents: [
            {
              ...{ id: data.id, name: '1 kB', unit: 'BYTE', icon: 'globe', externalCode: 'D1', ...cycle, ...times },
              ...{ type: 'DATA', unlimited: false, totalAmount: 1_050, usedAmount: 400 },
            },
            {
              id: calls.id,
              name: 'calls',
              unit: 'SECOND',
              ...cycle,
              ...times,
              type: 'VOICE',
              unlimited: true,
              totalAmount: 0,
              usedAmount: 60,
            },
          ],
        },
      },
    });
  });

  it('returns whether the line is online', async () => {
    const line = await aLineWithProducts(api.db, [aProduct()], { brokerId, status: 'BLOCKED' });
    const params = { lineId: line.id, productId: line.products[0]?.id ?? '' };
    expect(await client.call(getBalancesRoute, { params })).toMatchObject({ status: 200, body: { online: false } });
  });

  it('returns 404 for a product that the line does not have', async () => {
    const { params } = await aLine();
    expect((await client.call(getBalancesRoute, { params: { ...params, productId: randomUUID() } })).status).toBe(404);
  });
});

describe('getting the consumption', () => {
  it('returns the usage per day in São Paulo, of the last thirty days by default', async () => {
    const { line, product, params } = await aLine();
    const at = (day: string) => aRecord(line.id, { amount: 10, usedAt: `${day}T02:30:00Z` });
    const today = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10);
    const [late, later] = [inDays(-40).slice(0, 10), inDays(-39).slice(0, 10)];
    await send([at(later), at(later), aRecord(line.id, { amount: 5 })]);
    const componentId = product.components[0]?.id;
    const shown = { componentId, type: 'DATA', overage: 0 };
    expect((await client.call(getConsumptionRoute, { params })).body).toEqual({
      days: [{ day: today, amount: 5, ...shown }],
    });
    const requested = await client.call(getConsumptionRoute, { params, query: { from: late, to: later } });
    expect(requested.body).toEqual({ days: [{ day: late, amount: 20, ...shown }] });
  });

  it.each([
    { from: '2026-03-02', to: '2026-03-01' },
    { from: '2024-01-01', to: '2025-01-01' },
    { from: '2020-01-01' },
    { to: '2026-02-30' },
  ])('is rejected with 400 for %j', async (query) => {
    const { params } = await aLine();
    expect((await client.call(getConsumptionRoute, { params, query })).status).toBe(400);
  });
});

describe('adding a credit', () => {
  it('returns it, adds it to the balance, and emits an event', async () => {
    const { line, product, params } = await aLine();
    const [component] = product.components;
    const dueDate = inDays(1);
    const response = await client.call(addCreditRoute, {
      params,
      body: { componentId: component?.id, amount: 70, dueDate },
    });
    const named = { lineId: line.id, productId: product.id, componentId: component?.id, type: 'DATA', amount: 70 };
    expect(response).toMatchObject({ status: 201, body: { ...named, dueDate, metadata: {} } });
    const event = await api.db.prisma.event.findFirst({ where: { resourceId: line.id, type: 'usage.credited' } });
    const { lineId: _, ...details } = named;
    expect(event).toMatchObject({
      resourceType: 'line',
      keyId: client.keyId,
      details: { ...details, creditId: (response.body as { id: string }).id },
    });
    expect((await client.call(getBalancesRoute, { params })).body).toMatchObject({
      balance: { totalAmount: { DATA: 1_070 } },
    });
  });

  it.each([
    ['already-due', { type: 'DATA' as const, amount: 1, dueDate: inDays(-1) }],
    ['no-component', { type: 'SMS' as const, amount: 1, dueDate: inDays(1) }],
    ['no-component', { componentId: randomUUID(), amount: 1, dueDate: inDays(1) }],
  ])('is rejected with 422 %s', async (code, body) => {
    const { params } = await aLine();
    expect(await client.call(addCreditRoute, { params, body })).toMatchObject({ status: 422, body: { code } });
  });

  it('is rejected with 409 when the line no longer has the product', async () => {
    const { line, params } = await aLine();
    await client.call(getBalancesRoute, { params });
    await api.db.prisma.line.update({ where: { id: line.id }, data: { subscriptionId: null } });
    const body = { type: 'DATA' as const, amount: 1, dueDate: inDays(1) };
    expect(await client.call(addCreditRoute, { params, body })).toMatchObject({
      status: 409,
      body: { code: 'product-not-active' },
    });
  });
});
