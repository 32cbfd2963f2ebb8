import {
  activatePaymentMethodRoute,
  createPaymentMethodRoute,
  getPaymentMethodRoute,
  listPaymentMethodsRoute,
  makeDefaultPaymentMethodRoute,
  removePaymentMethodRoute,
  resumePaymentMethodRoute,
  suspendPaymentMethodRoute,
} from '@linework/schemas/payment-methods/payment-methods.routes';
import { aHolder } from '@linework/testing/a-holder';
import { aPaymentMethod } from '@linework/testing/a-payment-method';
import { afterAll, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const { id: brokerId } = client.broker;
const eventsOf = (resourceId: string) =>
  api.db.prisma.event.findMany({ where: { resourceId }, orderBy: { seq: 'asc' } });
const row = (id: string) => api.db.prisma.paymentMethod.findUniqueOrThrow({ where: { id } });
const method = (id: string) => client.call(getPaymentMethodRoute, { params: { id } });

describe('a new payment method', () => {
  it('is PENDING and due for polling, and its token is never returned', async () => {
    const { id: customerId } = await aHolder(api.db, { brokerId });
    const body = { customerId, type: 'CARD' as const, token: 'tok_ok_of_a_holder', metadata: { wallet: 1 } };
    const created = await client.call(createPaymentMethodRoute, { body });
    expect(created).toMatchObject({
      status: 201,
      body: { brokerId, customerId, type: 'CARD', status: 'PENDING', isDefault: false, metadata: { wallet: 1 } },
    });
    const { id } = created.body as { id: string };
    expect(created.headers.get('Location')).toBe(`/payment-methods/${id}`);
    const found = await method(id);
    expect(found.body).toEqual(created.body);
    const events = (await eventsOf(id)).map(({ details }) => details);
    expect(JSON.stringify([created.body, found.body, events])).not.toContain('tok_');
    expect((await row(id)).dueAt).not.toBeNull();
    expect(await eventsOf(id)).toMatchObject([
      { type: 'payment_method.created', toStatus: 'PENDING', keyId: client.keyId, brokerId },
    ]);
  });

  it('with the token of another one is rejected with 409 unless that one was removed', async () => {
    const { customerId, token, id } = await aPaymentMethod(api.db, 'ACTIVE', { brokerId });
    const body = { customerId, type: 'CARD' as const, token };
    expect(await client.call(createPaymentMethodRoute, { body })).toMatchObject({
      status: 409,
      body: { code: 'token-in-use' },
    });
    await client.call(removePaymentMethodRoute, { params: { id } });
    expect(await client.call(createPaymentMethodRoute, { body })).toMatchObject({ status: 201 });
  });

  it('can have the token of an expired card whose validity was extended', async () => {
    const { customerId, token } = await aPaymentMethod(api.db, 'EXPIRED', { brokerId });
    expect(await client.call(createPaymentMethodRoute, { body: { customerId, type: 'CARD', token } })).toMatchObject({
      status: 201,
    });
  });

  it("of another broker's or an anonymised holder is rejected with 422", async () => {
    const other = await aPaymentMethod(api.db);
    const body = { customerId: other.customerId, type: 'CARD' as const, token: 'tok_1' };
    expect(await client.call(createPaymentMethodRoute, { body })).toMatchObject({
      status: 422,
      body: { code: 'unknown-holder' },
    });
    const { id } = await aHolder(api.db, { brokerId });
    await api.db.prisma.holder.update({
      where: { id },
      data: { anonymisedAt: new Date(), name: 'Anonymised', federalTaxId: null },
    });
    expect(await client.call(createPaymentMethodRoute, { body: { ...body, customerId: id } })).toMatchObject({
      status: 422,
    });
  });
});

describe('a payment method', () => {
  it('is no longer the default after it was suspended and resumed', async () => {
    const { id } = await aPaymentMethod(api.db, 'ACTIVE', { brokerId, isDefault: true });
    expect(await client.call(suspendPaymentMethodRoute, { params: { id } })).toMatchObject({
      status: 200,
      body: { status: 'SUSPENDED', isDefault: false },
    });
    const again = await client.call(suspendPaymentMethodRoute, { params: { id } });
    expect(again).toMatchObject({
      status: 409,
      body: { currentStatus: 'SUSPENDED', requested: 'suspend', allowed: ['resume', 'remove'] },
    });
    expect(await client.call(resumePaymentMethodRoute, { params: { id } })).toMatchObject({
      status: 200,
      body: { status: 'ACTIVE', isDefault: false },
    });
    const events = (await eventsOf(id))
      .slice(2)
      .map(({ type, fromStatus, toStatus, keyId }) => [type, fromStatus, toStatus, keyId]);
    expect(events).toEqual([
      ['payment_method.suspended', 'ACTIVE', 'SUSPENDED', client.keyId],
      ['payment_method.activated', 'SUSPENDED', 'ACTIVE', client.keyId],
    ]);
  });

  it('cannot be resumed when its card has expired', async () => {
    const { id } = await aPaymentMethod(api.db, 'SUSPENDED', { brokerId, expiresOn: '2020-01-31' });
    expect(await client.call(resumePaymentMethodRoute, { params: { id } })).toMatchObject({
      status: 409,
      body: { code: 'card-expired' },
    });
  });

  it('loses its token when it is removed, and is due so that the provider is notified', async () => {
    const { id, token } = await aPaymentMethod(api.db, 'ACTIVE', { brokerId, isDefault: true });
    const removed = await client.call(removePaymentMethodRoute, { params: { id } });
    expect(removed).toMatchObject({
      status: 200,
      body: { status: 'REMOVED', isDefault: false, removedAt: expect.any(String) },
    });
    const stored = await row(id);
    expect(stored.token).not.toContain(token);
    expect(stored.dueAt).not.toBeNull();
    expect(await client.call(removePaymentMethodRoute, { params: { id } })).toMatchObject({
      status: 409,
      body: { requested: 'remove', allowed: [] },
    });
  });

  it('can be polled again only while it is PENDING', async () => {
    const [pending, active] = [
      await aPaymentMethod(api.db, 'PENDING', { brokerId }),
      await aPaymentMethod(api.db, 'ACTIVE', { brokerId }),
    ];
    expect(await client.call(activatePaymentMethodRoute, { params: { id: pending.id } })).toMatchObject({
      status: 202,
      body: { status: 'PENDING' },
    });
    expect((await row(pending.id)).dueAt).not.toBeNull();
    expect(await client.call(activatePaymentMethodRoute, { params: { id: active.id } })).toMatchObject({
      status: 409,
      body: { requested: 'activate' },
    });
  });
});

describe('the default payment method', () => {
  it('is unique, and a change emits an event', async () => {
    const one = await aPaymentMethod(api.db, 'ACTIVE', { brokerId, isDefault: true });
    const other = await aPaymentMethod(api.db, 'ACTIVE', { brokerId, customerId: one.customerId });
    expect(await client.call(makeDefaultPaymentMethodRoute, { params: { id: other.id } })).toMatchObject({
      status: 200,
      body: { isDefault: true },
    });
    expect(await method(one.id)).toMatchObject({ body: { isDefault: false } });
    expect((await eventsOf(other.id)).at(-1)).toMatchObject({
      type: 'payment_method.made_default',
      keyId: client.keyId,
      details: { insteadOf: one.id },
    });
    await client.call(makeDefaultPaymentMethodRoute, { params: { id: other.id } });
    expect((await eventsOf(other.id)).filter(({ type }) => type === 'payment_method.made_default')).toHaveLength(1);
  });

  it.each(['PENDING', 'SUSPENDED', 'REFUSED', 'EXPIRED'] as const)(
    'cannot be %s; the previous default stays',
    async (status) => {
      const one = await aPaymentMethod(api.db, 'ACTIVE', { brokerId, isDefault: true });
      const other = await aPaymentMethod(api.db, status, { brokerId, customerId: one.customerId });
      const response = await client.call(makeDefaultPaymentMethodRoute, { params: { id: other.id } });
      expect(response).toMatchObject({ status: 409, body: { currentStatus: status, requested: 'default' } });
      expect(await method(one.id)).toMatchObject({ body: { isDefault: true } });
    },
  );

  it('cannot have an expired card; the previous default stays', async () => {
    const one = await aPaymentMethod(api.db, 'ACTIVE', { brokerId, isDefault: true });
    const other = await aPaymentMethod(api.db, 'ACTIVE', {
      brokerId,
      customerId: one.customerId,
      expiresOn: '2020-01-31',
    });
    const response = await client.call(makeDefaultPaymentMethodRoute, { params: { id: other.id } });
    expect(response).toMatchObject({ status: 409, body: { code: 'card-expired' } });
    expect(await method(other.id)).toMatchObject({ body: { status: 'ACTIVE', isDefault: false } });
    expect(await method(one.id)).toMatchObject({ body: { isDefault: true } });
  });

  it('is unique after sixteen concurrent requests for different methods, which all return 200', async () => {
    const first = await aPaymentMethod(api.db, 'ACTIVE', { brokerId });
    const rest = Array.from({ length: 15 }, () =>
      aPaymentMethod(api.db, 'ACTIVE', { brokerId, customerId: first.customerId }),
    );
    const methods = [first, ...(await Promise.all(rest))];
    const responses = await Promise.all(
      methods.map(({ id }) => client.call(makeDefaultPaymentMethodRoute, { params: { id } })),
    );
    expect(responses.map(({ status }) => status)).toEqual(methods.map(() => 200));
    expect(await api.db.prisma.paymentMethod.count({ where: { customerId: first.customerId, isDefault: true } })).toBe(
      1,
    );
  });
});

describe('the list of payment methods', () => {
  it('can be filtered by holder, status and type', async () => {
    const { customerId, id } = await aPaymentMethod(api.db, 'ACTIVE', { brokerId });
    const pix = await aPaymentMethod(api.db, 'SUSPENDED', { brokerId, customerId, type: 'PIX_AUTHORIZATION' });
    const idsOf = async (query: object) => {
      const { body } = await client.call(listPaymentMethodsRoute, { query: { customerId: [customerId], ...query } });
      return (body as { items: { id: string }[] }).items.map((item) => item.id);
    };
    expect(await idsOf({})).toEqual([pix.id, id]);
    expect(await idsOf({ status: ['ACTIVE'] })).toEqual([id]);
    expect(await idsOf({ type: ['PIX_AUTHORIZATION'] })).toEqual([pix.id]);
    expect(await idsOf({ status: ['ACTIVE'], type: ['PIX_AUTHORIZATION'] })).toEqual([]);
  });
});

describe('a rejected request', () => {
  it('changes nothing', async () => {
    const { id } = await aPaymentMethod(api.db, 'REFUSED', { brokerId });
    const before = await readDatabaseState(api.db);
    for (const route of [
      activatePaymentMethodRoute,
      suspendPaymentMethodRoute,
      resumePaymentMethodRoute,
      makeDefaultPaymentMethodRoute,
      removePaymentMethodRoute,
    ]) {
      expect(await client.call(route, { params: { id } })).toMatchObject({ status: 409 });
    }
    expect(await readDatabaseState(api.db)).toEqual(before);
  });
});
