import type { Payment } from '@linework/schemas/payments/payment';
import {
  cancelPaymentRoute,
  getPaymentRoute,
  listPaymentsRoute,
  notifyPaymentsRoute,
  payInvoiceRoute,
} from '@linework/schemas/payments/payments.routes';
import { aPayment } from '@linework/testing/a-payment';
import { aPaymentMethod } from '@linework/testing/a-payment-method';
import { anInvoice } from '@linework/testing/an-invoice';
import { afterAll, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const { id: brokerId } = client.broker;
const eventsOf = (resourceId: string) =>
  api.db.prisma.event.findMany({ where: { resourceId }, orderBy: { seq: 'asc' } });
const dueAtOf = async (id: string) => (await api.db.prisma.payment.findUniqueOrThrow({ where: { id } })).dueAt;

async function anInvoiceToPay(status: 'OPEN' | 'OVERDUE' | 'DRAFT' | 'PAID' | 'VOID' = 'OPEN') {
  const invoice = await anInvoice(api.db, status, { brokerId, amount: '49.90' });
  const method = await aPaymentMethod(api.db, 'ACTIVE', { brokerId, customerId: invoice.customerId, isDefault: true });
  return { invoice, method };
}

const pay = (id: string, body: object = {}, headers: Record<string, string> = {}) =>
  client.call(payInvoiceRoute, { params: { id }, body, headers });

describe('paying an invoice', () => {
  it.each(['OPEN', 'OVERDUE'] as const)(
    "that is %s creates a payment with the holder's default method",
    async (status) => {
      const { invoice, method } = await anInvoiceToPay(status);
      const response = await pay(invoice.id, { metadata: { by: 'app' } });
      const created = response.body as Payment;
      expect(response.status).toBe(202);
      expect(response.headers.get('Location')).toBe(`/payments/${created.id}`);
      expect(created).toEqual({
        id: expect.any(String),
        brokerId,
        customerId: invoice.customerId,
        invoiceId: invoice.id,
        paymentMethodId: method.id,
        paymentMethodType: 'CARD',
        status: 'PENDING',
        amount: '49.90',
        currency: 'BRL',
        refundedAmount: '0.00',
        metadata: { by: 'app' },
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      });
      expect(await client.call(getPaymentRoute, { params: { id: created.id } })).toMatchObject({
        status: 200,
        body: created,
      });
      expect(await dueAtOf(created.id)).not.toBeNull();
      expect(await eventsOf(created.id)).toMatchObject([
        { type: 'payment.created', keyId: client.keyId, details: { invoiceId: invoice.id } },
      ]);
    },
  );

  it('needs no body', async () => {
    const { invoice, method } = await anInvoiceToPay();
    expect(await client.call(payInvoiceRoute, { params: { id: invoice.id } })).toMatchObject({
      status: 202,
      body: { paymentMethodId: method.id },
    });
  });

  it('with a named method does not change the default', async () => {
    const { invoice } = await anInvoiceToPay();
    const pix = await aPaymentMethod(api.db, 'ACTIVE', {
      brokerId,
      customerId: invoice.customerId,
      type: 'PIX_AUTHORIZATION',
    });
    const response = await pay(invoice.id, { paymentMethodId: pix.id });
    expect(response).toMatchObject({
      status: 202,
      body: { paymentMethodId: pix.id, paymentMethodType: 'PIX_AUTHORIZATION' },
    });
  });

  it.each(['DRAFT', 'PAID', 'VOID'] as const)('that is %s is rejected with 409', async (status) => {
    const { invoice } = await anInvoiceToPay(status);
    expect(await pay(invoice.id)).toMatchObject({
      status: 409,
      body: { resource: { type: 'invoice', id: invoice.id }, currentStatus: status, requested: 'pay' },
    });
  });

  it("with a method that is not ACTIVE, has expired or is another holder's is rejected with 422 and writes nothing", async () => {
    const { invoice } = await anInvoiceToPay();
    const of = { brokerId, customerId: invoice.customerId };
    const unusable = [
      await aPaymentMethod(api.db, 'SUSPENDED', of),
      await aPaymentMethod(api.db, 'ACTIVE', { ...of, expiresOn: '2020-01-31' }),
      await aPaymentMethod(api.db, 'ACTIVE', { brokerId }),
      await aPaymentMethod(api.db, 'ACTIVE'),
    ];
    const before = await readDatabaseState(api.db);
    for (const { id } of unusable) {
      expect(await pay(invoice.id, { paymentMethodId: id })).toMatchObject({
        status: 422,
        body: { code: 'payment-method-not-active' },
      });
    }
    expect(await readDatabaseState(api.db)).toEqual(before);
  });

  it('of a holder without a default is rejected with 422', async () => {
    const { id } = await anInvoice(api.db, 'OPEN', { brokerId });
    expect(await pay(id)).toMatchObject({ status: 422, body: { code: 'no-default-payment-method' } });
  });

  it('while a payment is in progress is rejected with 409 and its id, and is accepted once that one has failed', async () => {
    const { invoice } = await anInvoiceToPay();
    const first = (await pay(invoice.id)).body as Payment;
    expect(await pay(invoice.id)).toMatchObject({
      status: 409,
      body: { code: 'payment-in-progress', paymentId: first.id },
    });
    await api.db.prisma.payment.update({ where: { id: first.id }, data: { status: 'FAILED', endedAt: new Date() } });
    expect(await pay(invoice.id)).toMatchObject({ status: 202 });
  });

  it('thirty-two times at once creates one payment', async () => {
    const { invoice } = await anInvoiceToPay();
    const responses = await Promise.all(Array.from({ length: 32 }, () => pay(invoice.id)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([202, ...Array.from({ length: 31 }, () => 409)]);
    expect(await api.db.prisma.payment.count({ where: { invoiceId: invoice.id } })).toBe(1);
  });

  it('twice with one Idempotency-Key returns the same payment', async () => {
    const { invoice } = await anInvoiceToPay();
    const headers = { 'Idempotency-Key': 'pay-once' };
    const first = await pay(invoice.id, {}, headers);
    const again = await pay(invoice.id, {}, headers);
    expect(again).toMatchObject({ status: 202, body: first.body as Payment });
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(await api.db.prisma.payment.count({ where: { invoiceId: invoice.id } })).toBe(1);
  });
});

describe('cancelling a payment', () => {
  it.each(['PENDING', 'AUTHORIZED'] as const)('that is %s is recorded once and makes it due', async (status) => {
    const { id } = await aPayment(api.db, status, { brokerId });
    const cancelled = await client.call(cancelPaymentRoute, { params: { id } });
    expect(cancelled).toMatchObject({ status: 202, body: { status, cancelRequestedAt: expect.any(String) } });
    expect(await dueAtOf(id)).not.toBeNull();
    expect(await client.call(cancelPaymentRoute, { params: { id } })).toMatchObject({
      status: 202,
      body: cancelled.body as Payment,
    });
    expect((await eventsOf(id)).filter(({ type }) => type === 'payment.cancel_requested')).toHaveLength(1);
  });

  it.each([
    ['CONFIRMED', ['refund']],
    ['FAILED', []],
    ['CHARGED_BACK', []],
  ] as const)('that is %s is rejected with 409', async (status, allowed) => {
    const { id } = await aPayment(api.db, status, { brokerId });
    const response = await client.call(cancelPaymentRoute, { params: { id } });
    expect(response).toMatchObject({ status: 409, body: { currentStatus: status, requested: 'cancel', allowed } });
  });
});

describe('a notification', () => {
  const notify = (body: { paymentId?: string; paymentMethodId?: string }) => client.call(notifyPaymentsRoute, { body });

  it.each(['PENDING', 'AUTHORIZED', 'CONFIRMED'] as const)('of a payment that is %s makes it due', async (status) => {
    const { id } = await aPayment(api.db, status, { brokerId });
    expect(await notify({ paymentId: id })).toMatchObject({ status: 204 });
    expect(await dueAtOf(id)).not.toBeNull();
  });

  it('of an ended, foreign or unknown payment is accepted and changes nothing', async () => {
    const [ended, foreign] = [await aPayment(api.db, 'FAILED', { brokerId }), await aPayment(api.db, 'PENDING')];
    const method = await aPaymentMethod(api.db, 'PENDING');
    const before = await readDatabaseState(api.db);
    for (const paymentId of [ended.id, foreign.id, crypto.randomUUID()])
      expect(await notify({ paymentId })).toMatchObject({ status: 204 });
    expect(await notify({ paymentMethodId: method.id })).toMatchObject({ status: 204 });
    expect(await readDatabaseState(api.db)).toEqual(before);
  });

  it('without an id is rejected with 400', async () => expect(await notify({})).toMatchObject({ status: 400 }));
});

describe('the list of payments', () => {
  it('can be filtered by status, method, holder, invoice, payment method and amount', async () => {
    const small = await aPayment(api.db, 'PENDING', { brokerId, amount: '9.99' });
    const middle = await aPayment(api.db, 'CONFIRMED', { brokerId, customerId: small.customerId, amount: '10.00' });
    const pix = await aPaymentMethod(api.db, 'ACTIVE', {
      brokerId,
      customerId: small.customerId,
      type: 'PIX_AUTHORIZATION',
    });
    const large = await aPayment(api.db, 'FAILED', {
      brokerId,
      customerId: small.customerId,
      amount: '100.00',
      paymentMethodId: pix.id,
    });
    const idsOf = async (query: object) => {
      const { body } = await client.call(listPaymentsRoute, { query: { customerId: [small.customerId], ...query } });
      return (body as { items: Payment[] }).items.map(({ id }) => id);
    };
    expect(await idsOf({})).toEqual([large.id, middle.id, small.id]);
    expect(await idsOf({ amountFrom: '10.00' })).toEqual([large.id, middle.id]);
    expect(await idsOf({ amountFrom: '10.00', amountTo: '99.99' })).toEqual([middle.id]);
    expect(await idsOf({ status: ['PENDING', 'FAILED'] })).toEqual([large.id, small.id]);
    expect(await idsOf({ paymentMethodType: ['PIX_AUTHORIZATION'] })).toEqual([large.id]);
    expect(await idsOf({ paymentMethodId: [pix.id] })).toEqual([large.id]);
    expect(await idsOf({ invoiceId: [middle.invoiceId] })).toEqual([middle.id]);
  });
});
