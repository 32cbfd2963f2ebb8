import { PermanentError } from '@linework/engine/model/system-errors';
import { startPayments } from '@linework/fixtures/start-payments';
import { silentLog } from '@linework/log/log';
import type { PaymentProvider } from '@linework/partners/payment-provider';
import { erasePaymentMethods } from '@linework/payments/methods/erase-payment-methods';
import { expirePaymentMethods } from '@linework/payments/methods/expire-payment-methods';
import { makeDefault } from '@linework/payments/methods/make-default';
import { movePaymentMethod } from '@linework/payments/methods/move-payment-method';
import { reconcilePaymentMethods } from '@linework/payments/methods/reconcile-payment-methods';
import { makePaymentMethodDue } from '@linework/payments/methods/request-activation';
import { aPaymentMethod } from '@linework/testing/a-payment-method';
import { recordingPaymentProvider } from '@linework/testing/recording-payment-provider';
import { afterAll, describe, expect, it } from 'vitest';

const setup = await startPayments(recordingPaymentProvider());
afterAll(() => setup.close());
const { provider, caller, db, brokerId } = setup;

describe('a new payment method', () => {
  it('is ACTIVE once the provider accepts it, with the card data of its response', async () => {
    const { id } = await setup.aNewMethod();
    await setup.reconcileMethods();
    const active = {
      status: 'ACTIVE',
      brand: 'visa',
      lastFour: '1111',
      expiresOn: new Date('2035-12-31'),
      isDefault: false,
      dueAt: null,
    };
    expect(await setup.method(id)).toMatchObject({ ...active, activatedAt: expect.any(Date) });
    expect(await setup.eventsOf(id)).toEqual(['payment_method.created', 'payment_method.activated']);
  });

  it('replaces the default then, if requested', async () => {
    const former = await aPaymentMethod(db, 'ACTIVE', { brokerId, isDefault: true });
    const { id } = await setup.aNewMethod({ makeDefault: true, customerId: former.customerId });
    expect(await setup.method(former.id)).toMatchObject({ isDefault: true });
    await setup.reconcileMethods();
    expect(await setup.method(id)).toMatchObject({ status: 'ACTIVE', isDefault: true });
    expect(await setup.method(former.id)).toMatchObject({ isDefault: false });
    expect((await setup.eventsOf(id)).at(-1)).toBe('payment_method.made_default');
  });

  it('is REFUSED if the provider rejects it', async () => {
    const { id } = await setup.aNewMethod({ token: 'tok_refused', makeDefault: true });
    await setup.reconcileMethods();
    expect(await setup.method(id)).toMatchObject({
      status: 'REFUSED',
      reason: 'stolen',
      isDefault: false,
      dueAt: null,
    });
  });

  it("stores the provider's text without numbers that may be personal data", async () => {
    const { id } = await setup.aNewMethod({ type: 'PIX_AUTHORIZATION' });
    await setup.reconcileMethods();
    provider.decide(id, { status: 'REFUSED', reason: 'The payer +55 11 98765-4321 said no.' });
    await makePaymentMethodDue(db, { caller, methodId: id });
    await setup.reconcileMethods();

    expect((await setup.method(id))?.reason).toMatch(/^The payer \*+4321 said no\.$/);
  });

  it('of Pix waits for its payer and is polled when the provider notifies', async () => {
    const { id } = await setup.aNewMethod({ type: 'PIX_AUTHORIZATION' });
    await setup.reconcileMethods();
    expect(await setup.method(id)).toMatchObject({ status: 'PENDING', dueAt: expect.any(Date) });
    provider.decide(id, { status: 'ACTIVE' });
    await makePaymentMethodDue(db, { caller, methodId: id });
    await setup.reconcileMethods();
    expect(await setup.method(id)).toMatchObject({ status: 'ACTIVE' });
  });

  it('that became due again during a poll is not treated as removed', async () => {
    const { id } = await setup.aNewMethod();
    const held = provider.hold(id);
    const asking = setup.reconcileMethods();
    await held.arrived;
    await makePaymentMethodDue(db, { caller, methodId: id });
    held.release();
    await asking;
    await setup.reconcileMethods();
    expect(provider.removed).not.toContain(id);
    expect(await setup.method(id)).toMatchObject({ status: 'ACTIVE', dueAt: null, attempt: 0 });
  });

  it('that the provider rejects because of a concurrent registration is not REFUSED', async () => {
    const { id } = await setup.aNewMethod();
    const busy: PaymentProvider = {
      ...provider,
      registerMethod: async (call, method) => {
        await provider.registerMethod(call, method);
        throw new PermanentError('in-progress', 'Another call with this key is running.');
      },
    };
    await reconcilePaymentMethods({ db, log: silentLog, paymentProvider: busy });
    expect(await setup.method(id)).toMatchObject({ status: 'ACTIVE', reason: null });
  });

  it.each(['unavailable', 'lost'] as const)('is polled again when the provider is %s', async (failure) => {
    const { id } = await setup.aNewMethod();
    provider.failNext(id, failure);
    await setup.reconcileMethods();
    expect(await setup.method(id)).toMatchObject({ status: 'PENDING' });
    await setup.makeMethodsDue();
    await setup.reconcileMethods();
    expect(await setup.method(id)).toMatchObject({ status: 'ACTIVE' });
  });
});

describe('a payment method that is removed', () => {
  it('is removed at the provider once', async () => {
    const { id } = await setup.aNewMethod();
    await setup.reconcileMethods();
    await movePaymentMethod(db, { caller, methodId: id }, 'remove');
    await setup.reconcileMethods();
    expect(await setup.reconcileMethods()).toBe(0);
    expect(provider.removed.filter((removed) => removed === id)).toHaveLength(1);
  });

  it('during its registration is removed at the provider afterwards', async () => {
    const { id } = await setup.aNewMethod();
    const held = provider.hold(id);
    const asking = setup.reconcileMethods();
    await held.arrived;
    await movePaymentMethod(db, { caller, methodId: id }, 'remove');
    await setup.reconcileMethods();
    held.release();
    await asking;
    await setup.reconcileMethods();
    expect(await provider.findMethod(id)).toBeUndefined();
    expect(await setup.method(id)).toMatchObject({ status: 'REMOVED', dueAt: null });
  });
});

describe('erasing the payment methods of a holder', () => {
  it('leaves no chargeable method, no token and no card data', async () => {
    const first = await aPaymentMethod(db, 'ACTIVE', { brokerId, isDefault: true });
    const of = { brokerId, customerId: first.customerId };
    const others = await Promise.all(
      (['PENDING', 'SUSPENDED', 'REFUSED', 'EXPIRED'] as const).map((status) => aPaymentMethod(db, status, of)),
    );
    const unrelated = await aPaymentMethod(db, 'ACTIVE', { brokerId });
    expect(await db.transaction((tx) => erasePaymentMethods(tx, first.customerId))).toBe(3);
    const left = await db.prisma.paymentMethod.findMany({
      where: { customerId: first.customerId },
      orderBy: { createdAt: 'asc' },
    });
    expect(left.map(({ status }) => status).toSorted()).toEqual([
      'EXPIRED',
      'REFUSED',
      'REMOVED',
      'REMOVED',
      'REMOVED',
    ]);
    for (const method of left) {
      expect(method).toMatchObject({ brand: null, lastFour: null, expiresOn: null, metadata: {}, isDefault: false });
      expect([first, ...others].map(({ token }) => token)).not.toContain(method.token);
    }
    await setup.reconcileMethods();
    expect(provider.removed).toEqual(expect.arrayContaining(left.map(({ id }) => id)));
    expect(await setup.method(unrelated.id)).toMatchObject({ status: 'ACTIVE', token: unrelated.token });
  });
});

describe('cards whose last day has passed', () => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date());

  it('are EXPIRED and no longer the default; those of today are not', async () => {
    const over = await aPaymentMethod(db, 'ACTIVE', { brokerId, isDefault: true, expiresOn: '2020-01-31' });
    const last = await aPaymentMethod(db, 'ACTIVE', { brokerId, expiresOn: today });
    const pix = await aPaymentMethod(db, 'ACTIVE', { brokerId, type: 'PIX_AUTHORIZATION' });
    const counts = await Promise.all([expirePaymentMethods(db), expirePaymentMethods(db)]);
    expect(counts[0] + counts[1]).toBe(1);
    expect(await setup.method(over.id)).toMatchObject({ status: 'EXPIRED', isDefault: false });
    for (const { id } of [last, pix]) expect(await setup.method(id)).toMatchObject({ status: 'ACTIVE' });
    expect((await setup.eventsOf(over.id)).at(-1)).toBe('payment_method.expired');
    await expect(makeDefault(db, { caller, methodId: over.id })).rejects.toMatchObject({
      name: 'invalid-status-transition',
    });
  });
});
