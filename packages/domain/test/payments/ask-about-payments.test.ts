import { Refusal } from '@linework/domain/faults';
import type { PaymentProvider } from '@linework/domain/partners/payment-provider';
import { movePaymentMethod } from '@linework/domain/payment-methods/move-payment-method';
import { answerFor } from '@linework/domain/payments/answer-for';
import { cancelPayment } from '@linework/domain/payments/cancel-payment';
import { takeDuePayments } from '@linework/domain/payments/due-payments';
import { payInvoice } from '@linework/domain/payments/pay-invoice';
import { ringPayment } from '@linework/domain/payments/ring-payment';
import { recordingPaymentProvider } from '@linework/testing/recording-payment-provider';
import { afterAll, describe, expect, it } from 'vitest';
import { aTill } from './a-till.ts';

const till = await aTill(recordingPaymentProvider());
afterAll(() => till.close());
const { provider, caller, db } = till;

describe('a payment', () => {
  it.each(['OPEN', 'OVERDUE'] as const)('that the provider approves pays its %s invoice, with an event each', async (status) => {
    const { id, invoiceId } = await till.aPaymentOf({ invoice: status });
    await till.payments();
    expect(await till.payment(id)).toMatchObject({ status: 'CONFIRMED', dueAt: null, confirmedAt: expect.any(Date), endedAt: null });
    const { confirmedAt } = await till.payment(id);
    expect(await till.invoice(invoiceId)).toMatchObject({ status: 'PAID', paidAt: confirmedAt });
    expect(await till.eventsOf(id)).toEqual(['payment.created', 'payment.confirmed']);
    expect((await till.eventsOf(invoiceId)).at(-1)).toBe('invoice.paid');
    expect(provider.charged.filter((charged) => charged === id)).toHaveLength(1);
  });

  it('that is declined says why, and its invoice can be paid again', async () => {
    const { id, invoiceId } = await till.aPaymentOf({ token: 'tok_declined' });
    await till.payments();
    expect(await till.payment(id)).toMatchObject({ status: 'FAILED', reason: 'insufficient-funds', dueAt: null, endedAt: expect.any(Date) });
    expect(await till.invoice(invoiceId)).toMatchObject({ status: 'OPEN' });
    expect(await payInvoice(db, { caller, invoiceId })).toMatchObject({ status: 'PENDING' });
    await till.payments();
  });

  it("keeps of what the provider wrote no number that may be somebody's, and at most 200 characters", async () => {
    const { id } = await till.aPaymentOf({ token: 'tok_wait' });
    await till.payments();
    provider.settle(id, { status: 'FAILED', reason: `\u0000card 4111 1111 1111 1111 of CPF 529.982.247-25, Bearer abcdef123456${' .'.repeat(200)}` });
    await ringPayment(db, { caller, paymentId: id });
    await till.payments();
    const { reason } = await till.payment(id);

    expect(reason).toMatch(/^\uFFFDcard \*+1111 of CPF \*+7-25, Bearer \*+3456 \./);
    expect(reason).toHaveLength(200);
  });

  it('whose answer is lost is found again and charged once', async () => {
    const { id } = await till.aPaymentOf();
    provider.trouble(id, 'lost');
    await till.payments();
    expect(await till.payment(id)).toMatchObject({ status: 'PENDING', attempt: 1 });
    await till.letTimePass();
    await till.payments();
    expect(await till.payment(id)).toMatchObject({ status: 'CONFIRMED', attempt: 0 });
    expect(provider.charged.filter((charged) => charged === id)).toHaveLength(1);
    expect(provider.callsOf(id)).toBe(2);
  });

  it('whose worker dies after the charge is found again and charged once', async () => {
    const { id } = await till.aPaymentOf();
    const [taken] = await takeDuePayments(db, 1);
    await provider.charge({ key: id }, { paymentId: taken?.id ?? '', token: 'tok_ok', amount: '49.90', currency: 'BRL' });
    expect(await till.payments()).toBe(0);
    await till.letTimePass();
    await till.payments();
    expect(await till.payment(id)).toMatchObject({ status: 'CONFIRMED' });
    expect(provider.charged.filter((charged) => charged === id)).toHaveLength(1);
  });

  it('that is settled later is AUTHORIZED, asked about again, and then CONFIRMED', async () => {
    const { id, invoiceId } = await till.aPaymentOf({ token: 'tok_later' });
    await till.payments();
    expect(await till.payment(id)).toMatchObject({ status: 'AUTHORIZED', dueAt: expect.any(Date) });
    await till.letTimePass();
    await till.payments();
    expect(await till.payment(id)).toMatchObject({ status: 'AUTHORIZED', attempt: 1 });
    provider.settle(id, { status: 'CONFIRMED' });
    await ringPayment(db, { caller, paymentId: id });
    await till.payments();
    expect(await till.payment(id)).toMatchObject({ status: 'CONFIRMED' });
    expect(await till.invoice(invoiceId)).toMatchObject({ status: 'PAID' });
  });

  it('that is charged back leaves its invoice PAID, which tells of it', async () => {
    const { id, invoiceId } = await till.aPaymentOf();
    await till.payments();
    provider.settle(id, { status: 'CHARGED_BACK', reason: 'fraud' });
    expect(await till.payments()).toBe(0);
    await ringPayment(db, { caller, paymentId: id });
    await till.payments();
    expect(await till.payment(id)).toMatchObject({ status: 'CHARGED_BACK', reason: 'fraud', dueAt: null });
    expect(await till.invoice(invoiceId)).toMatchObject({ status: 'PAID' });
    expect((await till.eventsOf(invoiceId)).slice(-2)).toEqual(['invoice.paid', 'invoice.payment-taken-back']);
    await ringPayment(db, { caller, paymentId: id });
    expect(await till.payments()).toBe(0);
  });

  it('that was settled and given back before anybody heard of it passes through CONFIRMED', async () => {
    const { id, invoiceId } = await till.aPaymentOf({ token: 'tok_wait' });
    await till.payments();
    provider.settle(id, { status: 'REFUNDED' });
    await till.letTimePass();
    await till.payments();
    await till.payments();
    expect(await till.eventsOf(id)).toEqual(['payment.created', 'payment.confirmed', 'payment.refunded']);
    expect(await till.eventsOf(invoiceId)).toContain('invoice.payment-taken-back');
  });

  it('that the provider settled, and says afterwards that it failed, stays CONFIRMED, and the log says so', async () => {
    const { id } = await till.aPaymentOf();
    await till.payments();
    provider.settle(id, { status: 'FAILED' });
    await ringPayment(db, { caller, paymentId: id });
    await till.payments();
    expect(await till.payment(id)).toMatchObject({ status: 'CONFIRMED', dueAt: null });
    expect(till.lines.filter((line) => line.includes(id) && line.includes('takes back'))).toHaveLength(1);
  });

  it('of an invoice that was voided meanwhile stays CONFIRMED, and the log says so', async () => {
    const { id, invoiceId } = await till.aPaymentOf();
    await db.prisma.invoice.update({ where: { id: invoiceId }, data: { status: 'VOID', voidedAt: new Date() } });
    await till.payments();
    expect(await till.payment(id)).toMatchObject({ status: 'CONFIRMED' });
    expect(await till.invoice(invoiceId)).toMatchObject({ status: 'VOID' });
    expect(till.lines.filter((line) => line.includes(id) && line.includes('not to be paid'))).toHaveLength(1);
  });

  it('whose method was removed before it was charged fails', async () => {
    const { id, methodId } = await till.aPaymentOf();
    await movePaymentMethod(db, { caller, methodId }, 'remove');
    await till.payments();
    expect(await till.payment(id)).toMatchObject({ status: 'FAILED', reason: 'payment-method-not-active' });
    expect(provider.charged).not.toContain(id);
  });

  it('whose method was removed after somebody may have charged it is called off first', async () => {
    const { id, methodId } = await till.aPaymentOf();
    provider.trouble(id, 'away');
    await till.payments();
    await movePaymentMethod(db, { caller, methodId }, 'remove');
    await till.letTimePass();
    await till.payments();
    expect(await till.payment(id)).toMatchObject({ status: 'FAILED', reason: 'payment-method-not-active' });
    expect(await provider.charge({ key: id }, { paymentId: id, token: 'tok_ok', amount: '49.90', currency: 'BRL' })).toEqual({ status: 'CANCELED' });
  });

  it('whose method was removed while somebody who was overtaken is charging it is CONFIRMED when the money came', async () => {
    const { id, methodId } = await till.aPaymentOf();
    provider.trouble(id, 'away');
    await till.payments();
    await movePaymentMethod(db, { caller, methodId }, 'remove');
    await till.letTimePass();
    const [taken] = await takeDuePayments(db, 1);
    if (!taken) throw new Error('no payment is due');
    const overtaken: PaymentProvider = { ...provider, findPayment: () => Promise.resolve(undefined) };
    await provider.charge({ key: id }, { paymentId: id, token: 'tok_ok', amount: '49.90', currency: 'BRL' });
    expect(await answerFor({ db, paymentProvider: overtaken }, taken, AbortSignal.timeout(5_000))).toEqual({ status: 'CONFIRMED' });
  });

  it('that the provider refuses while another charges it is not given up', async () => {
    const { id } = await till.aPaymentOf();
    const [taken] = await takeDuePayments(db, 1);
    if (!taken) throw new Error('no payment is due');
    const busy: PaymentProvider = {
      ...provider,
      charge: () => Promise.reject(new Refusal('in-progress', 'Another call with this key is at work.')),
      findPayment: () => Promise.resolve(undefined),
    };
    await provider.charge({ key: id }, { paymentId: id, token: 'tok_ok', amount: '49.90', currency: 'BRL' });
    expect(await answerFor({ db, paymentProvider: busy }, taken, AbortSignal.timeout(5_000))).toEqual({ status: 'CONFIRMED' });
  });
});

describe('calling off a payment', () => {
  it('before it is charged ends it, and a charge that arrives later takes nothing', async () => {
    const { id, invoiceId } = await till.aPaymentOf();
    await cancelPayment(db, { caller, paymentId: id });
    await till.payments();
    expect(await till.payment(id)).toMatchObject({ status: 'CANCELED', dueAt: null });
    expect(await till.invoice(invoiceId)).toMatchObject({ status: 'OPEN' });
    expect(await provider.charge({ key: id }, { paymentId: id, token: 'tok_ok', amount: '49.90', currency: 'BRL' })).toEqual({ status: 'CANCELED' });
  });

  it('while it is being charged takes the provider at its word', async () => {
    const { id, invoiceId } = await till.aPaymentOf();
    const held = provider.hold(id);
    const asking = till.payments();
    await held.arrived;
    await cancelPayment(db, { caller, paymentId: id });
    await till.payments();
    held.release();
    await asking;
    expect(await till.payment(id)).toMatchObject({ status: 'CANCELED' });
    expect(provider.charged).not.toContain(id);
    expect(await till.invoice(invoiceId)).toMatchObject({ status: 'OPEN' });
  });

  it('that the provider has settled by then confirms it', async () => {
    const { id } = await till.aPaymentOf({ token: 'tok_later' });
    await till.payments();
    provider.settle(id, { status: 'CONFIRMED' });
    await cancelPayment(db, { caller, paymentId: id });
    await till.payments();
    expect(await till.payment(id)).toMatchObject({ status: 'CONFIRMED' });
  });
});

describe('the clock that asks the provider', () => {
  it('asks about each once, however many run at once and however late', async () => {
    const made = await Promise.all(Array.from({ length: 40 }, () => till.aPaymentOf()));
    await db.pool.query("UPDATE payment SET due_at = now() - interval '7 days' WHERE id = ANY($1)", [made.map(({ id }) => id)]);
    const asked = await Promise.all([till.payments(), till.payments(), till.payments(), till.payments()]);
    expect(asked.reduce((sum, count) => sum + count, 0)).toBe(40);
    expect(made.map(({ id }) => provider.callsOf(id))).toEqual(made.map(() => 1));
    expect(await db.prisma.payment.count({ where: { id: { in: made.map(({ id }) => id) }, status: 'CONFIRMED' } })).toBe(40);
    expect(await till.payments()).toBe(0);
  });

  it('lets no payment stop another, asks again ever later, and tells of it once', async () => {
    const [bad, good] = [await till.aPaymentOf(), await till.aPaymentOf()];
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      provider.trouble(bad.id, 'bug');
      await till.payments();
      const { rows } = await db.pool.query('SELECT extract(epoch FROM due_at - now()) AS wait FROM payment WHERE id = $1', [bad.id]);
      // The column keeps milliseconds, and may have rounded up.
      waits.push(Math.ceil(Number(rows[0].wait) - 0.001));
      await till.letTimePass();
    }
    expect(await till.payment(good.id)).toMatchObject({ status: 'CONFIRMED' });
    expect(waits).toEqual([1, 2, 4, 8, 16]);
    expect(till.lines.filter((line) => line.includes(bad.id))).toHaveLength(1);
    await till.payments();
    expect(await till.payment(bad.id)).toMatchObject({ status: 'CONFIRMED' });
  });

  it('asks again at once when it was rung for while it was asking', async () => {
    const { id } = await till.aPaymentOf();
    const held = provider.hold(id);
    const asking = till.payments();
    await held.arrived;
    await ringPayment(db, { caller, paymentId: id });
    held.release();
    await asking;
    provider.settle(id, { status: 'CHARGED_BACK' });
    await till.payments();
    expect(await till.payment(id)).toMatchObject({ status: 'CHARGED_BACK' });
  });

  it('that was overtaken changes nothing', async () => {
    const { id, invoiceId } = await till.aPaymentOf();
    const held = provider.hold(id);
    const asking = till.payments();
    await held.arrived;
    await till.letTimePass();
    await till.payments();
    held.release();
    await asking;
    expect(await till.eventsOf(id)).toEqual(['payment.created', 'payment.confirmed']);
    expect((await till.eventsOf(invoiceId)).filter((type) => type === 'invoice.paid')).toHaveLength(1);
    expect(till.lines.filter((line) => line.includes(id))).toEqual([]);
  });
});
