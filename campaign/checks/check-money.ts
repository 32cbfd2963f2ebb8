import { statement } from '@linework/db/statement';
import type { CampaignReport } from '../report.ts';
import type { World } from '../world/start-world.ts';

const paymentsStatement = statement('campaign-payments', 'SELECT id, invoice_id AS "invoiceId", status FROM payment');
/** An invoice of 0.00 is PAID without a payment. */
const unpaidStatement = statement(
  'campaign-paid',
  `SELECT i.id, i.status FROM invoice i LEFT JOIN payment p ON p.invoice_id = i.id AND p.status IN ('CONFIRMED', 'REFUNDED') WHERE (i.status = 'PAID') <> (p.id IS NOT NULL) AND i.total_amount > 0`,
);

interface Payment {
  readonly id: string;
  readonly invoiceId: string;
  readonly status: string;
}

/** Reports invoices that were paid twice, and payments whose status differs from the provider's. */
export async function checkMoney({ db, partners }: World, report: CampaignReport): Promise<void> {
  const charges = new Map(
    (await partners.requestLog({ kind: 'charge' })).map(({ record }) => [record.id, record.status]),
  );
  const payments = await db.query<Payment>(paymentsStatement, []);
  const paidCounts = new Map<string, number>();
  for (const { id, invoiceId, status } of payments) {
    const charged = charges.get(id);
    if (charged === 'CONFIRMED') paidCounts.set(invoiceId, (paidCounts.get(invoiceId) ?? 0) + 1);
    const agrees = charged === undefined ? status === 'CANCELED' || status === 'FAILED' : status === charged;
    if (!agrees) report.addViolation(`payment ${id} is ${status}, but ${charged ?? 'unknown'} at the provider`);
  }
  for (const [invoiceId, times] of paidCounts)
    if (times > 1) report.addViolation(`invoice ${invoiceId} was paid ${times} times`);
  const unpaid = await db.query<{ id: string }>(unpaidStatement, []);
  if (unpaid.length > 0)
    report.addViolation(
      `invoices are PAID without a payment, or have a payment and are not PAID: ${JSON.stringify(unpaid.slice(0, 3))}`,
    );
}
