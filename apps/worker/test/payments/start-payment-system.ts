import { randomUUID } from 'node:crypto';
import { payInvoice } from '@linework/payments/pay-invoice';
import type { PaymentStatus } from '@linework/schemas/lifecycles/payment.lifecycle';
import { aPaymentMethod } from '@linework/testing/a-payment-method';
import { anInvoice } from '@linework/testing/an-invoice';
import { aCallerOf } from '@linework/testing/callers';
import { startSystem } from '@linework/testing/processes/start-system';
import { waitUntil } from '@linework/testing/processes/wait-until';
import type { Settings } from '@linework/testing/programs/process-settings';

/** Starts a system with the simulator of the payment provider, which notifies it. The caller starts the workers. */
export async function startPaymentSystem() {
  const system = await startSystem();
  const { db, broker } = system;
  const { client: provider } = await system.partners();

  return {
    ...system,
    provider,
    startWorker: (settings: Settings = {}) => system.startWorker({ PARTNER_TIMEOUT_MS: '500', ...settings }),
    /** Pays an invoice with a card whose token has this prefix. */
    async pay(token: string): Promise<{ readonly id: string; readonly invoiceId: string }> {
      const { id: invoiceId, customerId } = await anInvoice(db, 'OPEN', { brokerId: broker.id });
      await aPaymentMethod(db, 'ACTIVE', {
        brokerId: broker.id,
        customerId,
        isDefault: true,
        token: `${token}_${randomUUID()}`,
      });
      const { id } = await payInvoice(db, { caller: aCallerOf(broker), invoiceId });
      return { id, invoiceId };
    },
    waitForStatus: (id: string, status: PaymentStatus) =>
      waitUntil(
        `the payment is ${status}`,
        async () => (await db.prisma.payment.findUniqueOrThrow({ where: { id } })).status === status,
      ),
    invoiceOf: (id: string) => db.prisma.invoice.findUniqueOrThrow({ where: { id } }),
    payment: (id: string) => db.prisma.payment.findUniqueOrThrow({ where: { id } }),
    /** The charges of a payment at the provider. More than one entry is a double charge. */
    chargesOf: async (id: string) =>
      (await provider.requestLog({ id })).filter(({ operation }) => operation === 'payments.charge'),
    /** Expires the lease of a killed worker. */
    expireLease: (id: string) =>
      db.pool.query("UPDATE payment SET due_at = now() - interval '1 ms' WHERE id = $1", [id]),
  };
}
