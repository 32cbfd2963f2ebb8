import { randomUUID } from 'node:crypto';
import { startPayments } from '@linework/fixtures/start-payments';
import { createRefund } from '@linework/payments/refunds/create-refund';
import { recordingPaymentProvider } from '@linework/testing/recording-payment-provider';
import { afterAll, describe, expect, it } from 'vitest';

const setup = await startPayments(recordingPaymentProvider());
afterAll(() => setup.close());
const { db, provider, caller } = setup;

/** A payment of 49.90 that the provider has settled. */
async function aSettledPayment() {
  const payment = await setup.aPaymentOf();
  await setup.reconcilePayments();
  return payment;
}

const refund = (paymentId: string, amount?: string) =>
  createRefund(db, { caller, paymentId, ...(amount !== undefined && { amount }) });
const readAmounts = async (id: string) => {
  const { status, refunded, refundsRequested } = await setup.payment(id);
  return { status, refunded: refunded.toFixed(2), requested: refundsRequested.toFixed(2) };
};

describe('a refund', () => {
  it('in full is requested once, and the payment is REFUNDED while its invoice stays PAID', async () => {
    const { id: paymentId, invoiceId } = await aSettledPayment();
    const { id, amount } = await refund(paymentId);
    expect(amount).toBe('49.90');
    await setup.reconcileRefunds();
    await setup.reconcileRefunds();
    expect(provider.refunded.filter((one) => one === id)).toHaveLength(1);
    expect(await setup.refund(id)).toMatchObject({ status: 'COMPLETED', dueAt: null, endedAt: expect.any(Date) });
    expect(await readAmounts(paymentId)).toEqual({ status: 'REFUNDED', refunded: '49.90', requested: '49.90' });
    expect(await setup.invoice(invoiceId)).toMatchObject({ status: 'PAID' });
    expect(await setup.eventsOf(id)).toEqual(['refund.created', 'refund.completed']);
    expect((await setup.eventsOf(invoiceId)).slice(-2)).toEqual(['invoice.payment_refunded', 'payment.reversed']);
    expect((await setup.eventsOf(paymentId)).at(-1)).toBe('payment.refunded');
  });

  it('of a part leaves the payment CONFIRMED until it is refunded in full', async () => {
    const { id: paymentId } = await aSettledPayment();
    await refund(paymentId, '10.00');
    await setup.reconcileRefunds();
    expect(await readAmounts(paymentId)).toEqual({ status: 'CONFIRMED', refunded: '10.00', requested: '10.00' });
    expect((await refund(paymentId)).amount).toBe('39.90');
    await setup.reconcileRefunds();
    expect(await readAmounts(paymentId)).toMatchObject({ status: 'REFUNDED', refunded: '49.90' });
  });

  it('whose response is lost is looked up and made once', async () => {
    const { id: paymentId } = await aSettledPayment();
    const { id } = await refund(paymentId);
    provider.failNext(id, 'lost');
    await setup.reconcileRefunds();
    expect(await setup.refund(id)).toMatchObject({ status: 'PENDING' });
    await setup.makeRefundsDue();
    await setup.reconcileRefunds();
    expect(await setup.refund(id)).toMatchObject({ status: 'COMPLETED' });
    expect(provider.refunded.filter((one) => one === id)).toHaveLength(1);
  });

  it('that the provider rejects is FAILED, a late call has no effect, and its amount can be refunded again', async () => {
    const { id: paymentId } = await aSettledPayment();
    const { id } = await refund(paymentId);
    provider.failNext(id, 'unavailable');
    await setup.reconcileRefunds();
    provider.rejectRefund(paymentId, 'no-funds');
    await setup.makeRefundsDue();
    await setup.reconcileRefunds();
    expect(await setup.refund(id)).toMatchObject({ status: 'FAILED', reason: 'no-funds' });
    // The first call arrives now: the provider has cancelled this refund.
    expect(await provider.refund({ key: id }, { refundId: id, paymentId, amount: '49.90', currency: 'BRL' })).toEqual({
      status: 'CANCELED',
    });
    expect(await readAmounts(paymentId)).toEqual({ status: 'CONFIRMED', refunded: '0.00', requested: '0.00' });
    expect(await refund(paymentId)).toMatchObject({ amount: '49.90' });
  });

  it('that is not settled at once is polled again', async () => {
    const { id: paymentId } = await aSettledPayment();
    const { id } = await refund(paymentId, '1.00');
    provider.settleRefund(id, { status: 'PENDING' });
    await setup.reconcileRefunds();
    expect(await setup.refund(id)).toMatchObject({ status: 'PENDING', dueAt: expect.any(Date) });
    provider.settleRefund(id, { status: 'COMPLETED' });
    await setup.makeRefundsDue();
    await setup.reconcileRefunds();
    expect(await setup.refund(id)).toMatchObject({ status: 'COMPLETED' });
  });
});

describe('the refunded amount of a payment', () => {
  it('never exceeds the payment, even for concurrent requests', async () => {
    const { id: paymentId } = await aSettledPayment();
    const requests = await Promise.allSettled(Array.from({ length: 20 }, () => refund(paymentId, '10.00')));
    expect(requests.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    await setup.reconcileRefunds();
    expect(await readAmounts(paymentId)).toEqual({ status: 'CONFIRMED', refunded: '40.00', requested: '40.00' });
    await expect(refund(paymentId, '9.91')).rejects.toMatchObject({
      code: 'refund-exceeds-payment',
      members: { refundable: '9.90' },
    });
  });

  it('is limited by the database', async () => {
    const { id: paymentId } = await aSettledPayment();
    const write = (amount: string) =>
      db.prisma.refund.create({
        data: {
          id: randomUUID(),
          brokerId: setup.brokerId,
          paymentId,
          amount,
          status: 'PENDING',
          dueAt: new Date('2999-01-01'),
        },
      });
    const { id } = await write('40.00');
    await expect(write('9.91')).rejects.toThrow('no_more_refunded_than_paid');
    await expect(db.pool.query('UPDATE refund SET amount = 41 WHERE id = $1', [id])).rejects.toThrow('written once');
    await expect(
      db.pool.query("UPDATE refund SET status = 'PENDING', amount = 100 WHERE id = $1", [id]),
    ).rejects.toThrow('written once');
  });

  it('is zero until the payment is settled, by a rule of the database', async () => {
    const { id: paymentId } = await setup.aPaymentOf({ token: 'tok_wait' });
    await setup.reconcilePayments();
    const data = {
      id: randomUUID(),
      brokerId: setup.brokerId,
      paymentId,
      amount: '1.00',
      status: 'PENDING',
      dueAt: new Date('2999-01-01'),
    };
    await expect(db.prisma.refund.create({ data })).rejects.toThrow('only_what_was_paid_is_refunded');
    await expect(refund(paymentId)).rejects.toMatchObject({ status: 409 });
  });
});
