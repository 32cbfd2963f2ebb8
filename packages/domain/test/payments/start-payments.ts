import { type OpenDb, openDb } from '@linework/db/db';
import { createPaymentMethod } from '@linework/domain/payment-methods/create-payment-method';
import { reconcilePaymentMethods } from '@linework/domain/payment-methods/reconcile-payment-methods';
import { payInvoice } from '@linework/domain/payments/pay-invoice';
import { reconcilePayments } from '@linework/domain/payments/reconcile-payments';
import { reconcileRefunds } from '@linework/domain/refunds/reconcile-refunds';
import { createLog } from '@linework/log/log';
import type { PaymentProvider } from '@linework/partners/payment-provider';
import { aBroker } from '@linework/testing/a-broker';
import { aHolder } from '@linework/testing/a-holder';
import { aPaymentMethod } from '@linework/testing/a-payment-method';
import { anInvoice } from '@linework/testing/an-invoice';
import { aCallerOf } from '@linework/testing/callers';
import { createTestDb } from '@linework/testing/create-test-db';

/** Creates a database and a provider. The test runs the job that polls it. */
export async function startPayments<Provider extends PaymentProvider>(paymentProvider: Provider) {
  const testDb = await createTestDb();
  const db: OpenDb = openDb({ url: testDb.url });
  const lines: string[] = [];
  const log = createLog({ name: 'test', level: 'warn', destination: { write: (line) => void lines.push(line) } });
  const deps = { db, log, paymentProvider };
  const broker = await aBroker(db);
  const caller = aCallerOf(broker);
  const { id: brokerId } = broker;

  return {
    db,
    lines,
    caller,
    brokerId,
    provider: paymentProvider,
    reconcilePayments: () => reconcilePayments(deps),
    reconcileMethods: () => reconcilePaymentMethods(deps),
    reconcileRefunds: () => reconcileRefunds(deps),
    /** An invoice with a payment by a card whose token has this prefix. */
    async aPaymentOf({ token = 'tok_ok', invoice: status = 'OPEN' as 'OPEN' | 'OVERDUE' } = {}) {
      const invoice = await anInvoice(db, status, { brokerId, amount: '49.90' });
      const options = { brokerId, customerId: invoice.customerId, isDefault: true, token: `${token}_${crypto.randomUUID()}` };
      const method = await aPaymentMethod(db, 'ACTIVE', options);
      const { id } = await payInvoice(db, { caller, invoiceId: invoice.id });
      return { id, invoiceId: invoice.id, methodId: method.id };
    },
    /** A requested payment method. */
    async aNewMethod({ token = 'tok_ok', type = 'CARD' as 'CARD' | 'PIX_AUTHORIZATION', makeDefault = false, customerId = '' } = {}) {
      const holderId = customerId === '' ? (await aHolder(db, { brokerId })).id : customerId;
      const input = { caller, customerId: holderId, type, token: `${token}_${crypto.randomUUID()}`, makeDefault };
      return { ...(await createPaymentMethod(db, input)), token: input.token };
    },
    payment: (id: string) => db.prisma.payment.findUniqueOrThrow({ where: { id } }),
    refund: (id: string) => db.prisma.refund.findUniqueOrThrow({ where: { id } }),
    method: (id: string) => db.prisma.paymentMethod.findUniqueOrThrow({ where: { id } }),
    invoice: (id: string) => db.prisma.invoice.findUniqueOrThrow({ where: { id } }),
    /** Makes a record due for polling, as if its delay had passed. */
    makePaymentsDue: () => db.pool.query("UPDATE payment SET due_at = now() - interval '1 ms' WHERE due_at > now()"),
    makeRefundsDue: () => db.pool.query("UPDATE refund SET due_at = now() - interval '1 ms' WHERE due_at > now()"),
    makeMethodsDue: () => db.pool.query("UPDATE payment_method SET due_at = now() - interval '1 ms' WHERE due_at > now()"),
    eventsOf: async (id: string) => (await db.prisma.event.findMany({ where: { resourceId: id }, orderBy: { seq: 'asc' } })).map(({ type }) => type),
    async close() {
      await db.close();
      await testDb.drop();
    },
  };
}
