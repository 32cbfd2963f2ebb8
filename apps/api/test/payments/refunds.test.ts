import { aTaxReceipt } from '@linework/fixtures/a-tax-receipt';
import { silentLog } from '@linework/log/log';
import { reconcileRefunds } from '@linework/payments/refunds/reconcile-refunds';
import { getPaymentRoute, notifyPaymentsRoute } from '@linework/schemas/payments/payments.routes';
import type { Refund } from '@linework/schemas/refunds/refund';
import {
  createRefundRoute,
  getRefundRoute,
  listRefundEventsRoute,
  listRefundsRoute,
} from '@linework/schemas/refunds/refunds.routes';
import { getTaxReceiptRoute } from '@linework/schemas/tax-receipts/tax-receipts.routes';
import { decideUnansweredCallRoute } from '@linework/schemas/unanswered-calls/unanswered-calls.routes';
import { aPayment } from '@linework/testing/a-payment';
import { recordingPaymentProvider } from '@linework/testing/recording-payment-provider';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';
import { anUnansweredCall } from '../unanswered-calls/an-unanswered-call.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const operator = await api.anOperatorsClient();
const { id: brokerId } = client.broker;
const provider = recordingPaymentProvider();
const reconcileDueRefunds = () => reconcileRefunds({ db: api.db, log: silentLog, paymentProvider: provider });

const aPaidPayment = () => aPayment(api.db, 'CONFIRMED', { brokerId, amount: '49.90' });
const refund = (id: string, body: object = {}, headers: Record<string, string> = {}) =>
  client.call(createRefundRoute, { params: { id }, body, headers });

describe('refunding a payment', () => {
  it('returns 202 with the refund, which is listed and has events', async () => {
    const { id: paymentId } = await aPaidPayment();
    const response = await refund(paymentId, { amount: '9.90', metadata: { ticket: 'T-1' } });
    const created = response.body as Refund;
    expect(response.status).toBe(202);
    expect(response.headers.get('Location')).toBe(`/refunds/${created.id}`);
    expect(created).toEqual({
      id: expect.any(String),
      brokerId,
      paymentId,
      status: 'PENDING',
      amount: '9.90',
      currency: 'BRL',
      metadata: { ticket: 'T-1' },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    await reconcileDueRefunds();
    const done = await client.call(getRefundRoute, { params: { id: created.id } });
    expect(done).toMatchObject({ status: 200, body: { status: 'COMPLETED', endedAt: expect.any(String) } });
    const listed = await client.call(listRefundsRoute, { query: { paymentId: [paymentId] } as never });
    expect(listed).toMatchObject({ status: 200, body: { items: [{ id: created.id }], meta: { total: 1 } } });
    const events = await client.call(listRefundEventsRoute, { params: { id: created.id } });
    expect(events).toMatchObject({
      status: 200,
      body: { items: [{ type: 'refund.created', to: 'PENDING' }, { type: 'refund.completed' }] },
    });
    expect(await client.call(getPaymentRoute, { params: { id: paymentId } })).toMatchObject({
      body: { status: 'CONFIRMED', refundedAmount: '9.90' },
    });
  });

  it('without a body refunds the whole remaining amount', async () => {
    const { id } = await aPaidPayment();
    await refund(id, { amount: '40.00' });
    expect(await client.call(createRefundRoute, { params: { id } })).toMatchObject({
      status: 202,
      body: { amount: '9.90' },
    });
    expect(await refund(id)).toMatchObject({
      status: 409,
      body: { code: 'refund-exceeds-payment', refundable: '0.00' },
    });
  });

  it('with more than the remaining amount is rejected with 409 and the refundable amount', async () => {
    const { id } = await aPaidPayment();
    await refund(id, { amount: '0.01' });
    expect(await refund(id, { amount: '49.90' })).toMatchObject({
      status: 409,
      body: { code: 'refund-exceeds-payment', refundable: '49.89' },
    });
    expect(await refund(id, { amount: '0.00' })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/amount' }] },
    });
  });

  it.each(['PENDING', 'AUTHORIZED', 'FAILED', 'REFUNDED', 'CHARGED_BACK'] as const)(
    'that is %s is rejected with 409',
    async (status) => {
      const { id } = await aPayment(api.db, status, { brokerId });
      expect(await refund(id)).toMatchObject({
        status: 409,
        body: { resource: { type: 'payment', id }, currentStatus: status, requested: 'refund' },
      });
    },
  );

  it('twice with one Idempotency-Key creates one refund', async () => {
    const { id } = await aPaidPayment();
    const headers = { 'Idempotency-Key': `refund-${id}` };
    const [first, second] = [
      await refund(id, { amount: '5.00' }, headers),
      await refund(id, { amount: '5.00' }, headers),
    ];
    expect(second).toMatchObject({ status: 202, body: first.body as Refund });
    expect(await api.db.prisma.refund.count({ where: { paymentId: id } })).toBe(1);
  });

  it('does not change an issued tax receipt, which the event of the invoice names', async () => {
    const receipt = await aTaxReceipt(api.db, 'ACTIVE', { brokerId });
    const { invoiceId } = await api.db.prisma.taxReceipt.findUniqueOrThrow({ where: { id: receipt.id } });
    const { id } = await aPayment(api.db, 'CONFIRMED', { brokerId, invoiceId });
    const { id: refundId } = (await refund(id)).body as Refund;
    await reconcileDueRefunds();
    expect(await client.call(getTaxReceiptRoute, { params: { id: receipt.id } })).toMatchObject({
      body: { status: 'ACTIVE' },
    });
    const [event] = await api.db.prisma.event.findMany({
      where: { resourceId: invoiceId, type: 'invoice.payment_refunded' },
    });
    expect(event?.details).toEqual({ paymentId: id, refundId, amount: '44.91', taxReceiptIds: [receipt.id] });
  });

  it('is polled at once when the provider notifies', async () => {
    const { id } = await aPaidPayment();
    const { id: refundId } = (await refund(id)).body as Refund;
    await api.db.pool.query("UPDATE refund SET due_at = now() + interval '1 h' WHERE id = $1", [refundId]);
    expect(await client.call(notifyPaymentsRoute, { body: { refundId } })).toMatchObject({ status: 204 });
    await reconcileDueRefunds();
    expect(await client.call(getRefundRoute, { params: { id: refundId } })).toMatchObject({
      body: { status: 'COMPLETED' },
    });
  });
});

describe('a refund with an unanswered call', () => {
  it('can be decided by an operator and then counts', async () => {
    const { id } = await aPaidPayment();
    const { id: recordId } = (await refund(id, { amount: '20.00' })).body as Refund;
    const decide = (callId: string, status: 'COMPLETED' | 'CANCELLED') =>
      operator.call(decideUnansweredCallRoute, {
        params: { id: callId },
        body: { status, reason: 'The bank statement shows it.' },
      });
    const callId = await anUnansweredCall(api.db, { brokerId, kind: 'refund', recordId });
    expect(await decide(callId, 'CANCELLED')).toMatchObject({
      status: 422,
      body: { allowed: ['COMPLETED', 'FAILED'] },
    });
    expect(await decide(callId, 'COMPLETED')).toMatchObject({ status: 200 });
    expect(await client.call(getPaymentRoute, { params: { id } })).toMatchObject({ body: { refundedAmount: '20.00' } });
    expect(await api.db.prisma.event.count({ where: { resourceId: recordId, type: 'refund.decided' } })).toBe(1);
  });
});
