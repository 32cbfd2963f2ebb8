import { PermanentError } from '@linework/engine/model/system-errors';
import { startPayments } from '@linework/fixtures/start-payments';
import type { PaymentProvider } from '@linework/partners/payment-provider';
import { cancelPayment } from '@linework/payments/cancel-payment';
import { chargeOrFindPayment } from '@linework/payments/charge-or-find-payment';
import { acquireDuePayments } from '@linework/payments/due-payments';
import { makePaymentDue } from '@linework/payments/make-payment-due';
import { movePaymentMethod } from '@linework/payments/methods/move-payment-method';
import { payInvoice } from '@linework/payments/pay-invoice';
import { recordingPaymentProvider } from '@linework/testing/recording-payment-provider';
import { afterAll, describe, expect, it } from 'vitest';

const setup = await startPayments(recordingPaymentProvider());
afterAll(() => setup.close());
const { provider, caller, db } = setup;

describe('a payment', () => {
  it.each(['OPEN', 'OVERDUE'] as const)(
    'that the provider approves pays its %s invoice, with one event each',
    async (status) => {
      const { id, invoiceId } = await setup.aPaymentOf({ invoice: status });
      await setup.reconcilePayments();
      expect(await setup.payment(id)).toMatchObject({
        status: 'CONFIRMED',
        dueAt: null,
        confirmedAt: expect.any(Date),
        endedAt: null,
      });
      const { confirmedAt } = await setup.payment(id);
      expect(await setup.invoice(invoiceId)).toMatchObject({ status: 'PAID', paidAt: confirmedAt });
      expect(await setup.eventsOf(id)).toEqual(['payment.created', 'payment.confirmed']);
      expect((await setup.eventsOf(invoiceId)).at(-1)).toBe('invoice.paid');
      expect(provider.charged.filter((charged) => charged === id)).toHaveLength(1);
    },
  );

  it('that is declined has a reason, and its invoice can be paid again', async () => {
    const { id, invoiceId } = await setup.aPaymentOf({ token: 'tok_declined' });
    await setup.reconcilePayments();
    expect(await setup.payment(id)).toMatchObject({
      status: 'FAILED',
      reason: 'insufficient-funds',
      dueAt: null,
      endedAt: expect.any(Date),
    });
    expect(await setup.invoice(invoiceId)).toMatchObject({ status: 'OPEN' });
    expect(await payInvoice(db, { caller, invoiceId })).toMatchObject({ status: 'PENDING' });
    await setup.reconcilePayments();
  });

  it("stores at most 200 characters of the provider's text, without numbers that may be personal data", async () => {
    const { id } = await setup.aPaymentOf({ token: 'tok_wait' });
    await setup.reconcilePayments();
    provider.settle(id, {
      status: 'FAILED',
      reason: `\u0000card 4111 1111 1111 1111 of CPF 529.982.247-25, Bearer abcdef123456${' .'.repeat(200)}`,
    });
    await makePaymentDue(db, { caller, paymentId: id });
    await setup.reconcilePayments();
    const { reason } = await setup.payment(id);

    expect(reason).toMatch(/^\uFFFDcard \*+1111 of CPF \*+7-25, Bearer \*+3456 \./);
    expect(reason).toHaveLength(200);
  });

  it('whose response is lost is found again and charged once', async () => {
    const { id } = await setup.aPaymentOf();
    provider.failNext(id, 'lost');
    await setup.reconcilePayments();
    expect(await setup.payment(id)).toMatchObject({ status: 'PENDING', attempt: 1 });
    await setup.makePaymentsDue();
    await setup.reconcilePayments();
    expect(await setup.payment(id)).toMatchObject({ status: 'CONFIRMED', attempt: 0 });
    expect(provider.charged.filter((charged) => charged === id)).toHaveLength(1);
    expect(provider.countCalls(id)).toBe(2);
  });

  it('whose worker dies after the charge is found again and charged once', async () => {
    const { id } = await setup.aPaymentOf();
    const [payment] = await acquireDuePayments(db, 1, 30_000);
    await provider.charge(
      { key: id },
      { paymentId: payment?.id ?? '', token: 'tok_ok', amount: '49.90', currency: 'BRL' },
    );
    expect(await setup.reconcilePayments()).toBe(0);
    await setup.makePaymentsDue();
    await setup.reconcilePayments();
    expect(await setup.payment(id)).toMatchObject({ status: 'CONFIRMED' });
    expect(provider.charged.filter((charged) => charged === id)).toHaveLength(1);
  });

  it('that is settled later is AUTHORIZED, polled again, and then CONFIRMED', async () => {
    const { id, invoiceId } = await setup.aPaymentOf({ token: 'tok_later' });
    await setup.reconcilePayments();
    expect(await setup.payment(id)).toMatchObject({ status: 'AUTHORIZED', dueAt: expect.any(Date) });
    await setup.makePaymentsDue();
    await setup.reconcilePayments();
    expect(await setup.payment(id)).toMatchObject({ status: 'AUTHORIZED', attempt: 1 });
    provider.settle(id, { status: 'CONFIRMED' });
    await makePaymentDue(db, { caller, paymentId: id });
    await setup.reconcilePayments();
    expect(await setup.payment(id)).toMatchObject({ status: 'CONFIRMED' });
    expect(await setup.invoice(invoiceId)).toMatchObject({ status: 'PAID' });
  });

  it('that is charged back leaves its invoice PAID, with an event', async () => {
    const { id, invoiceId } = await setup.aPaymentOf();
    await setup.reconcilePayments();
    provider.settle(id, { status: 'CHARGED_BACK', reason: 'fraud' });
    expect(await setup.reconcilePayments()).toBe(0);
    await makePaymentDue(db, { caller, paymentId: id });
    await setup.reconcilePayments();
    expect(await setup.payment(id)).toMatchObject({ status: 'CHARGED_BACK', reason: 'fraud', dueAt: null });
    expect(await setup.invoice(invoiceId)).toMatchObject({ status: 'PAID' });
    expect((await setup.eventsOf(invoiceId)).slice(-2)).toEqual(['invoice.paid', 'payment.reversed']);
    await makePaymentDue(db, { caller, paymentId: id });
    expect(await setup.reconcilePayments()).toBe(0);
  });

  it('that was settled and reversed before the first poll passes through CONFIRMED', async () => {
    const { id, invoiceId } = await setup.aPaymentOf({ token: 'tok_wait' });
    await setup.reconcilePayments();
    provider.settle(id, { status: 'REFUNDED' });
    await setup.makePaymentsDue();
    await setup.reconcilePayments();
    await setup.reconcilePayments();
    expect(await setup.eventsOf(id)).toEqual(['payment.created', 'payment.confirmed', 'payment.refunded']);
    expect(await setup.eventsOf(invoiceId)).toContain('payment.reversed');
  });

  it('that the provider reports as failed after it was settled stays CONFIRMED, with a log entry', async () => {
    const { id } = await setup.aPaymentOf();
    await setup.reconcilePayments();
    provider.settle(id, { status: 'FAILED' });
    await makePaymentDue(db, { caller, paymentId: id });
    await setup.reconcilePayments();
    expect(await setup.payment(id)).toMatchObject({ status: 'CONFIRMED', dueAt: null });
    expect(
      setup.lines.filter((line) => line.includes(id) && line.includes('no longer reports the payment as settled')),
    ).toHaveLength(1);
  });

  it('of an invoice that was voided meanwhile stays CONFIRMED, with a log entry', async () => {
    const { id, invoiceId } = await setup.aPaymentOf();
    await db.prisma.invoice.update({ where: { id: invoiceId }, data: { status: 'VOID', voidedAt: new Date() } });
    await setup.reconcilePayments();
    expect(await setup.payment(id)).toMatchObject({ status: 'CONFIRMED' });
    expect(await setup.invoice(invoiceId)).toMatchObject({ status: 'VOID' });
    expect(setup.lines.filter((line) => line.includes(id) && line.includes('its invoice cannot be paid'))).toHaveLength(
      1,
    );
  });

  it('whose method was removed before it was charged fails', async () => {
    const { id, methodId } = await setup.aPaymentOf();
    await movePaymentMethod(db, { caller, methodId }, 'remove');
    await setup.reconcilePayments();
    expect(await setup.payment(id)).toMatchObject({ status: 'FAILED', reason: 'payment-method-not-active' });
    expect(provider.charged).not.toContain(id);
  });

  it('whose method was removed after a possible charge is cancelled at the provider first', async () => {
    const { id, methodId } = await setup.aPaymentOf();
    provider.failNext(id, 'unavailable');
    await setup.reconcilePayments();
    await movePaymentMethod(db, { caller, methodId }, 'remove');
    await setup.makePaymentsDue();
    await setup.reconcilePayments();
    expect(await setup.payment(id)).toMatchObject({ status: 'FAILED', reason: 'payment-method-not-active' });
    expect(
      await provider.charge({ key: id }, { paymentId: id, token: 'tok_ok', amount: '49.90', currency: 'BRL' }),
    ).toEqual({ status: 'CANCELED' });
  });

  it('whose method was removed during a charge by a worker without a lease is CONFIRMED if it was charged', async () => {
    const { id, methodId } = await setup.aPaymentOf();
    provider.failNext(id, 'unavailable');
    await setup.reconcilePayments();
    await movePaymentMethod(db, { caller, methodId }, 'remove');
    await setup.makePaymentsDue();
    const [payment] = await acquireDuePayments(db, 1, 30_000);
    if (!payment) throw new Error('no payment is due');
    const outdated: PaymentProvider = { ...provider, findPayment: () => Promise.resolve(undefined) };
    await provider.charge({ key: id }, { paymentId: id, token: 'tok_ok', amount: '49.90', currency: 'BRL' });
    expect(await chargeOrFindPayment({ db, paymentProvider: outdated }, payment, AbortSignal.timeout(5_000))).toEqual({
      status: 'CONFIRMED',
    });
  });

  it('that the provider rejects because of a concurrent charge does not fail', async () => {
    const { id } = await setup.aPaymentOf();
    const [payment] = await acquireDuePayments(db, 1, 30_000);
    if (!payment) throw new Error('no payment is due');
    const busy: PaymentProvider = {
      ...provider,
      charge: () => Promise.reject(new PermanentError('in-progress', 'Another call with this key is running.')),
      findPayment: () => Promise.resolve(undefined),
    };
    await provider.charge({ key: id }, { paymentId: id, token: 'tok_ok', amount: '49.90', currency: 'BRL' });
    expect(await chargeOrFindPayment({ db, paymentProvider: busy }, payment, AbortSignal.timeout(5_000))).toEqual({
      status: 'CONFIRMED',
    });
  });
});

describe('cancelling a payment', () => {
  it('before its charge ends it, and a later charge has no effect', async () => {
    const { id, invoiceId } = await setup.aPaymentOf();
    await cancelPayment(db, { caller, paymentId: id });
    await setup.reconcilePayments();
    expect(await setup.payment(id)).toMatchObject({ status: 'CANCELED', dueAt: null });
    expect(await setup.invoice(invoiceId)).toMatchObject({ status: 'OPEN' });
    expect(
      await provider.charge({ key: id }, { paymentId: id, token: 'tok_ok', amount: '49.90', currency: 'BRL' }),
    ).toEqual({ status: 'CANCELED' });
  });

  it('during its charge ends with the status that the provider reports', async () => {
    const { id, invoiceId } = await setup.aPaymentOf();
    const held = provider.hold(id);
    const asking = setup.reconcilePayments();
    await held.arrived;
    await cancelPayment(db, { caller, paymentId: id });
    await setup.reconcilePayments();
    held.release();
    await asking;
    expect(await setup.payment(id)).toMatchObject({ status: 'CANCELED' });
    expect(provider.charged).not.toContain(id);
    expect(await setup.invoice(invoiceId)).toMatchObject({ status: 'OPEN' });
  });

  it('that the provider has settled by then confirms it', async () => {
    const { id } = await setup.aPaymentOf({ token: 'tok_later' });
    await setup.reconcilePayments();
    provider.settle(id, { status: 'CONFIRMED' });
    await cancelPayment(db, { caller, paymentId: id });
    await setup.reconcilePayments();
    expect(await setup.payment(id)).toMatchObject({ status: 'CONFIRMED' });
  });
});

describe('the job that polls the provider', () => {
  it('polls each payment once, even with concurrent and late runs', async () => {
    const made = await Promise.all(Array.from({ length: 40 }, () => setup.aPaymentOf()));
    await db.pool.query("UPDATE payment SET due_at = now() - interval '7 days' WHERE id = ANY($1)", [
      made.map(({ id }) => id),
    ]);
    const counts = await Promise.all([
      setup.reconcilePayments(),
      setup.reconcilePayments(),
      setup.reconcilePayments(),
      setup.reconcilePayments(),
    ]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40);
    expect(made.map(({ id }) => provider.countCalls(id))).toEqual(made.map(() => 1));
    expect(
      await db.prisma.payment.count({ where: { id: { in: made.map(({ id }) => id) }, status: 'CONFIRMED' } }),
    ).toBe(40);
    expect(await setup.reconcilePayments()).toBe(0);
  });

  it('does not let one payment delay others, retries with growing delays, and logs it once', async () => {
    const [bad, good] = [await setup.aPaymentOf(), await setup.aPaymentOf()];
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      provider.failNext(bad.id, 'bug');
      await setup.reconcilePayments();
      const { rows } = await db.pool.query(
        'SELECT extract(epoch FROM due_at - now()) AS wait FROM payment WHERE id = $1',
        [bad.id],
      );
      // The column stores milliseconds and may have rounded up.
      waits.push(Math.ceil(Number(rows[0].wait) - 0.001));
      await setup.makePaymentsDue();
    }
    expect(await setup.payment(good.id)).toMatchObject({ status: 'CONFIRMED' });
    expect(waits).toEqual([1, 2, 4, 8, 16]);
    expect(setup.lines.filter((line) => line.includes(bad.id))).toHaveLength(1);
    await setup.reconcilePayments();
    expect(await setup.payment(bad.id)).toMatchObject({ status: 'CONFIRMED' });
  });

  it('polls again at once when the payment became due during a poll', async () => {
    const { id } = await setup.aPaymentOf();
    const held = provider.hold(id);
    const asking = setup.reconcilePayments();
    await held.arrived;
    await makePaymentDue(db, { caller, paymentId: id });
    held.release();
    await asking;
    provider.settle(id, { status: 'CHARGED_BACK' });
    await setup.reconcilePayments();
    expect(await setup.payment(id)).toMatchObject({ status: 'CHARGED_BACK' });
  });

  it('changes nothing after it lost its lease', async () => {
    const { id, invoiceId } = await setup.aPaymentOf();
    const held = provider.hold(id);
    const asking = setup.reconcilePayments();
    await held.arrived;
    await setup.makePaymentsDue();
    await setup.reconcilePayments();
    held.release();
    await asking;
    expect(await setup.eventsOf(id)).toEqual(['payment.created', 'payment.confirmed']);
    expect((await setup.eventsOf(invoiceId)).filter((type) => type === 'invoice.paid')).toHaveLength(1);
    expect(setup.lines.filter((line) => line.includes(id))).toEqual([]);
  });
});
