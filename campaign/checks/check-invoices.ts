import { statement } from '@linework/db/statement';
import type { CampaignReport } from '../world/report.ts';
import type { World } from '../world/start-world.ts';

/**
 * Only subscriptions that were neither paused nor ended. A POSTPAID subscription has no invoice for its current cycle
 * yet.
 */
const cyclesStatement = statement(
  'campaign-cycles',
  `SELECT s.id, s.billing_type AS "billingType", s.cycle, i.cycles
   FROM subscription s
   CROSS JOIN LATERAL (
     SELECT coalesce(json_agg(cycle ORDER BY cycle), '[]') AS cycles
     FROM invoice
     WHERE subscription_id = s.id AND status <> 'VOID') i
   WHERE s.status = 'ACTIVE' AND s.next_billing_date IS NOT NULL
     AND NOT EXISTS (SELECT FROM subscription_pause p WHERE p.subscription_id = s.id)`,
);

/**
 * Compares the charges of an invoice with its charge lines. A carried-over amount is an additional line, and a charge
 * of the next invoice.
 */
const chargesStatement = statement(
  'campaign-charges',
  `WITH charges AS (
     SELECT invoice_id, subscription_product_id, amount, period_from, count(*) AS times
     FROM subscription_charge
     WHERE invoice_id IS NOT NULL
     GROUP BY 1, 2, 3, 4
   ), lines AS (
     SELECT invoice_id, subscription_product_id, amount, period_from, count(*) AS times FROM invoice_line
     WHERE kind = 'CHARGE' AND description <> 'Carried over to the next invoice' GROUP BY 1, 2, 3, 4
   )
   SELECT invoice_id AS "invoiceId", amount::text AS amount, charges.times AS charges, lines.times AS lines
   FROM charges
   FULL JOIN lines USING (invoice_id, subscription_product_id, amount, period_from)
   WHERE charges.times IS DISTINCT FROM lines.times`,
);

interface Billed {
  readonly id: string;
  readonly billingType: 'PREPAID' | 'POSTPAID';
  readonly cycle: number;
  readonly cycles: readonly number[];
}

/** Reports cycles without an invoice or with an early invoice, and charges that are not on exactly one invoice line. */
export async function checkInvoices({ db }: World, report: CampaignReport): Promise<void> {
  for (const { id, billingType, cycle, cycles } of await db.query<Billed>(cyclesStatement, [])) {
    const due = Array.from({ length: billingType === 'PREPAID' ? cycle : cycle - 1 }, (_, at) => at + 1);
    if (cycles.join() !== due.join())
      report.addViolation(
        `subscription ${id} is ${billingType} and in cycle ${cycle}; it has invoices for the cycles ${cycles}, ` +
          `expected ${due}`,
      );
  }
  const charges = await db.query(chargesStatement, []);
  if (charges.length > 0)
    report.addViolation(`charges are not on exactly one line of their invoice: ${JSON.stringify(charges.slice(0, 3))}`);
}
