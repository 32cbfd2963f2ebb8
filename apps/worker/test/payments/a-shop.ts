import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { payInvoice } from '@linework/domain/payments/pay-invoice';
import type { PaymentStatus } from '@linework/schemas/payments/payment.lifecycle';
import { aPaymentMethod } from '@linework/testing/a-payment-method';
import { anInvoice } from '@linework/testing/an-invoice';
import { aCallerOf } from '@linework/testing/callers';
import type { Settings } from '@linework/testing/processes/start-program';
import { startSystem } from '@linework/testing/processes/start-system';
import { until } from '@linework/testing/processes/until';

const program = fileURLToPath(new URL('../../../partner-simulator/src/main.ts', import.meta.url));

interface Entry {
  readonly operation: string;
  readonly record: { readonly id: string; readonly status: string };
}

/** A system with the real payment provider's simulator, which notifies it. Workers are for the caller to start. */
export async function aShop() {
  const system = await startSystem();
  const { db, broker, key } = system;
  const child = fork(program, {
    env: { PORT: '0', LOG_LEVEL: 'silent', LINEWORK_URL: system.api.url, LINEWORK_KEY: key, ANSWER_AFTER_MS: '300' },
    execArgv: [],
  });
  const url = `http://127.0.0.1:${await portOf(child)}`;
  const ask = async (method: string, path: string, body?: object) => {
    const sent = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${url}${path}`, { method, ...sent });
    if (!response.ok) throw new Error(`the provider answered ${response.status} to ${method} ${path}`);
    return response.status === 204 ? {} : response.json();
  };

  return {
    ...system,
    startWorker: (settings: Settings = {}) => system.startWorker({ PAYMENTS_URL: `${url}/payments`, PARTNER_TIMEOUT_MS: '500', ...settings }),
    provider: {
      order: (fault: object) => ask('POST', '/faults', fault),
      clearFaults: () => ask('DELETE', '/faults'),
      change: (id: string, what: 'settle' | 'charge-back' | 'refund') => ask('POST', `/payments/charges/${id}/${what}`),
      approve: (id: string) => ask('POST', `/payments/methods/${id}/approve`),
      ledger: async (id: string) => ((await ask('GET', `/ledger?id=${id}`)) as { items: readonly Entry[] }).items,
    },
    /** Asks for an invoice to be paid by a card with a token that begins so. */
    async pay(token: string): Promise<{ readonly id: string; readonly invoiceId: string }> {
      const { id: invoiceId, customerId } = await anInvoice(db, 'OPEN', { brokerId: broker.id });
      await aPaymentMethod(db, 'ACTIVE', { brokerId: broker.id, customerId, isDefault: true, token: `${token}_${randomUUID()}` });
      const { id } = await payInvoice(db, { caller: aCallerOf(broker), invoiceId });
      return { id, invoiceId };
    },
    comesTo: (id: string, status: PaymentStatus) =>
      until(`the payment is ${status}`, async () => (await db.prisma.payment.findUniqueOrThrow({ where: { id } })).status === status),
    invoiceOf: (id: string) => db.prisma.invoice.findUniqueOrThrow({ where: { id } }),
    payment: (id: string) => db.prisma.payment.findUniqueOrThrow({ where: { id } }),
    /** Lets the lease of a worker that is no more run out. */
    endLease: (id: string) => db.pool.query("UPDATE payment SET due_at = now() - interval '1 ms' WHERE id = $1", [id]),
    async close() {
      await system.close();
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function portOf(child: ChildProcess): Promise<number> {
  const [message] = await once(child, 'message');
  return (message as { readonly port: number }).port;
}
