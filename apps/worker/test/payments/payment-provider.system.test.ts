import { cancelPayment } from '@linework/payments/cancel-payment';
import { createPaymentMethod } from '@linework/payments/methods/create-payment-method';
import { movePaymentMethod } from '@linework/payments/methods/move-payment-method';
import { aHolder } from '@linework/testing/a-holder';
import { aCallerOf } from '@linework/testing/callers';
import type { WorkerProcess } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startPaymentSystem } from './start-payment-system.ts';

let system: Awaited<ReturnType<typeof startPaymentSystem>>;
beforeAll(async () => {
  system = await startPaymentSystem();
});
afterEach(() => system.provider.clearFaults());
afterAll(() => system?.close());

let worker: Promise<WorkerProcess> | undefined;
function startOneWorker(): Promise<WorkerProcess> {
  worker ??= system.startWorker();
  return worker;
}

describe("a payment whose worker is killed between the provider's response and its commit", () => {
  it('is found by another worker and charged once', async () => {
    // With the usual limits of these tests a busy machine would make a second call, and the kill would come there.
    const victim = await system.startWorker({
      CRASH_AT: 'before-commit:kill',
      PARTNER_TIMEOUT_MS: '60000',
      LEASE_MS: '300000',
    });
    const { id, invoiceId } = await system.pay('tok_ok');
    expect(await victim.ended).toBe('SIGKILL');
    expect(await system.payment(id)).toMatchObject({ status: 'PENDING', attempt: 1 });
    await system.expireLease(id);
    await startOneWorker();
    await system.waitForStatus(id, 'CONFIRMED');
    expect(await system.invoiceOf(invoiceId)).toMatchObject({ status: 'PAID' });
    expect(await system.chargesOf(id)).toHaveLength(1);
  });
});

describe('a worker with the payment provider', () => {
  beforeAll(async () => void (await startOneWorker()));

  it.each([
    ['approves', 'tok_ok', 'CONFIRMED', 'PAID'],
    ['declines', 'tok_declined', 'FAILED', 'OPEN'],
    ['authorises, and settles later', 'tok_later', 'CONFIRMED', 'PAID'],
    ['does not respond the first time', 'tok_timeout', 'CONFIRMED', 'PAID'],
  ] as const)('that %s settles payment and invoice with one charge', async (_name, token, status, invoiceStatus) => {
    const { id, invoiceId } = await system.pay(token);
    await system.waitForStatus(id, status);
    expect(await system.invoiceOf(invoiceId)).toMatchObject({ status: invoiceStatus });
    expect(await system.chargesOf(id)).toHaveLength(1);
  });

  it.each([
    ['responds after the timeout', { fault: 'slow', ms: 1_500 }],
    ['is unavailable', { fault: 'unavailable', times: 1 }],
    ['fails before it acts', { fault: 'error-before' }],
    ['fails after it has acted', { fault: 'error-after' }],
    ['drops its response', { fault: 'drop-after' }],
  ] as const)('that %s charges once', async (_name, fault) => {
    await system.provider.injectFault({ ...fault, match: { operation: 'payments.charge' } });
    const { id } = await system.pay('tok_ok');
    await system.waitForStatus(id, 'CONFIRMED');
    expect(await system.chargesOf(id)).toHaveLength(1);
  });

  it('that rejects permanently fails the payment with its reason', async () => {
    await system.provider.injectFault({
      fault: 'refuse',
      code: 'no-contract',
      times: 'always',
      match: { operation: 'payments.charge' },
    });
    const { id } = await system.pay('tok_ok');
    await system.waitForStatus(id, 'FAILED');
    expect(await system.payment(id)).toMatchObject({ reason: 'no-contract' });
  });

  it('that reports a charge-back changes the payment', async () => {
    const { id, invoiceId } = await system.pay('tok_ok');
    await system.waitForStatus(id, 'CONFIRMED');
    await system.provider.changeCharge(id, 'charge-back');
    await system.waitForStatus(id, 'CHARGED_BACK');
    expect(await system.invoiceOf(invoiceId)).toMatchObject({ status: 'PAID' });
  });

  it('that has not charged yet cancels the payment on request', async () => {
    const { id, invoiceId } = await system.pay('tok_wait');
    await waitUntil('the provider knows it', async () => (await system.chargesOf(id)).length > 0);
    await cancelPayment(system.db, { caller: aCallerOf(system.broker), paymentId: id });
    await system.waitForStatus(id, 'CANCELED');
    expect(await system.invoiceOf(invoiceId)).toMatchObject({ status: 'OPEN' });
  });

  it('activates a Pix authorisation once its payer agrees, and removes it on request', async () => {
    const caller = aCallerOf(system.broker);
    const { id: customerId } = await aHolder(system.db, { brokerId: system.broker.id });
    const { id } = await createPaymentMethod(system.db, {
      caller,
      customerId,
      type: 'PIX_AUTHORIZATION',
      token: 'tok_pix',
      makeDefault: true,
    });
    const method = () => system.db.prisma.paymentMethod.findUniqueOrThrow({ where: { id } });
    await waitUntil('the provider knows it', async () => (await system.provider.requestLog({ id })).length > 0);
    expect(await method()).toMatchObject({ status: 'PENDING', isDefault: false });
    await system.provider.decideMethod(id, 'approve');
    await waitUntil('it is the default', async () => (await method()).isDefault);
    await movePaymentMethod(system.db, { caller, methodId: id }, 'remove');
    await waitUntil('the provider is notified', async () => (await method()).dueAt === null);
    expect((await system.provider.requestLog({ id })).at(-1)?.record.status).toBe('REMOVED');
  });
});
