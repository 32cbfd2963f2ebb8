import { statement } from '@linework/db/statement';
import type { Findings } from '../findings.ts';
import type { World } from '../world/start-world.ts';

const paymentsStatement = statement('campaign-payments', 'SELECT id, invoice_id AS "invoiceId", status FROM payment');
/** An invoice of nothing is PAID without one. */
const unpaidStatement = statement(
  'campaign-paid',
  `SELECT i.id, i.status FROM invoice i LEFT JOIN payment p ON p.invoice_id = i.id AND p.status IN ('CONFIRMED', 'REFUNDED') WHERE (i.status = 'PAID') <> (p.id IS NOT NULL) AND i.total_amount > 0`,
);

interface Payment {
  readonly id: string;
  readonly invoiceId: string;
  readonly status: string;
}

/** Notes money that was taken twice, and payments of which we and the provider think differently. */
export async function checkMoney({ db, partners }: World, findings: Findings): Promise<void> {
  const charges = new Map((await partners.ledger({ kind: 'charge' })).map(({ record }) => [record.id, record.status]));
  const payments = await db.query<Payment>(paymentsStatement, []);
  const taken = new Map<string, number>();
  for (const { id, invoiceId, status } of payments) {
    const charged = charges.get(id);
    if (charged === 'CONFIRMED') taken.set(invoiceId, (taken.get(invoiceId) ?? 0) + 1);
    const agrees = charged === undefined ? status === 'CANCELED' || status === 'FAILED' : status === charged;
    if (!agrees) findings.wrong(`payment ${id} is ${status}, and at the provider ${charged ?? 'unknown'}`);
  }
  for (const [invoiceId, times] of taken) if (times > 1) findings.wrong(`invoice ${invoiceId} was paid ${times} times`);
  const unpaid = await db.query<{ id: string }>(unpaidStatement, []);
  if (unpaid.length > 0) findings.wrong(`invoices are PAID without a payment, or paid and not PAID: ${JSON.stringify(unpaid.slice(0, 3))}`);
}
