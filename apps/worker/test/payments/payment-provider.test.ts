import { createPaymentMethod } from '@linework/domain/payment-methods/create-payment-method';
import { movePaymentMethod } from '@linework/domain/payment-methods/move-payment-method';
import { cancelPayment } from '@linework/domain/payments/cancel-payment';
import { aHolder } from '@linework/testing/a-holder';
import { aCallerOf } from '@linework/testing/callers';
import { until } from '@linework/testing/processes/until';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aShop } from './a-shop.ts';

let shop: Awaited<ReturnType<typeof aShop>>;
beforeAll(async () => {
  shop = await aShop();
});
afterEach(() => shop.provider.clearFaults());
afterAll(() => shop?.close());

describe('a payment whose worker is killed between the answer and its record', () => {
  it('is found again by another, and charged once', async () => {
    const victim = await shop.startWorker({ CRASH_AT: 'before-record:kill' });
    const { id, invoiceId } = await shop.pay('tok_ok');
    expect(await victim.ended).toBe('SIGKILL');
    expect(await shop.payment(id)).toMatchObject({ status: 'PENDING', attempt: 1 });
    await shop.endLease(id);
    await shop.startWorker();
    await shop.comesTo(id, 'CONFIRMED');
    expect(await shop.invoiceOf(invoiceId)).toMatchObject({ status: 'PAID' });
    expect(await shop.chargesOf(id)).toHaveLength(1);
  });
});

describe('a worker with the payment provider', () => {
  it.each([
    ['approves', 'tok_ok', 'CONFIRMED', 'PAID'],
    ['declines', 'tok_declined', 'FAILED', 'OPEN'],
    ['authorises, and settles later', 'tok_later', 'CONFIRMED', 'PAID'],
    ['never answers the first time', 'tok_timeout', 'CONFIRMED', 'PAID'],
  ] as const)('that %s brings payment and invoice to their end, charging once', async (_what, token, status, invoiceStatus) => {
    const { id, invoiceId } = await shop.pay(token);
    await shop.comesTo(id, status);
    expect(await shop.invoiceOf(invoiceId)).toMatchObject({ status: invoiceStatus });
    expect(await shop.chargesOf(id)).toHaveLength(1);
  });

  it.each([
    ['is slower than anybody waits', { fault: 'slow', ms: 1_500 }],
    ['is away', { fault: 'away', times: 1 }],
    ['fails before it acts', { fault: 'error-before' }],
    ['fails after it has acted', { fault: 'error-after' }],
    ['drops its answer', { fault: 'drop-after' }],
  ] as const)('that %s charges once all the same', async (_what, fault) => {
    await shop.provider.orderFault({ ...fault, match: { operation: 'payments.charge' } });
    const { id } = await shop.pay('tok_ok');
    await shop.comesTo(id, 'CONFIRMED');
    expect(await shop.chargesOf(id)).toHaveLength(1);
  });

  it('that refuses for good ends the payment, with its reason', async () => {
    await shop.provider.orderFault({ fault: 'refuse', code: 'no-contract', match: { operation: 'payments.charge' } });
    const { id } = await shop.pay('tok_ok');
    await shop.comesTo(id, 'FAILED');
    expect(await shop.payment(id)).toMatchObject({ reason: 'no-contract' });
  });

  it('that takes the money back says so, and is heard', async () => {
    const { id, invoiceId } = await shop.pay('tok_ok');
    await shop.comesTo(id, 'CONFIRMED');
    await shop.provider.changeCharge(id, 'charge-back');
    await shop.comesTo(id, 'CHARGED_BACK');
    expect(await shop.invoiceOf(invoiceId)).toMatchObject({ status: 'PAID' });
  });

  it('that waits is told to call it off, and never charges', async () => {
    const { id, invoiceId } = await shop.pay('tok_wait');
    await until('the provider has it', async () => (await shop.chargesOf(id)).length > 0);
    await cancelPayment(shop.db, { caller: aCallerOf(shop.broker), paymentId: id });
    await shop.comesTo(id, 'CANCELED');
    expect(await shop.invoiceOf(invoiceId)).toMatchObject({ status: 'OPEN' });
  });

  it('knows a Pix authorisation once its payer agrees, and forgets it when it is removed', async () => {
    const caller = aCallerOf(shop.broker);
    const { id: customerId } = await aHolder(shop.db, { brokerId: shop.broker.id });
    const { id } = await createPaymentMethod(shop.db, { caller, customerId, type: 'PIX_AUTHORIZATION', token: 'tok_pix', makeDefault: true });
    const method = () => shop.db.prisma.paymentMethod.findUniqueOrThrow({ where: { id } });
    await until('the provider has it', async () => (await shop.provider.ledger({ id })).length > 0);
    expect(await method()).toMatchObject({ status: 'PENDING', isDefault: false });
    await shop.provider.decideMethod(id, 'approve');
    await until('it is the default', async () => (await method()).isDefault);
    await movePaymentMethod(shop.db, { caller, methodId: id }, 'remove');
    await until('the provider was told', async () => (await method()).dueAt === null);
    expect((await shop.provider.ledger({ id })).at(-1)?.record.status).toBe('REMOVED');
  });
});
