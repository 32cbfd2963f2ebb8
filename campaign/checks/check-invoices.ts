import { statement } from '@linework/db/statement';
import type { CampaignReport } from '../report.ts';
import type { World } from '../world/start-world.ts';

/** Of one that was neither paused nor ended. What is paid afterwards has no invoice yet of the cycle under way. */
const cyclesStatement = statement(
  'campaign-cycles',
  `SELECT s.id, s.billing_type AS "billingType", s.cycle, i.cycles
   FROM subscription s CROSS JOIN LATERAL (SELECT coalesce(json_agg(cycle ORDER BY cycle), '[]') AS cycles FROM invoice WHERE subscription_id = s.id AND status <> 'VOID') i
   WHERE s.status = 'ACTIVE' AND s.next_billing_date IS NOT NULL AND NOT EXISTS (SELECT FROM subscription_pause p WHERE p.subscription_id = s.id)`,
);

/** What stands on an invoice of charges, beside the charges that say that they stand on it; what is carried over is one more line, and the next invoice's charge. */
const chargesStatement = statement(
  'campaign-charges',
  `WITH charges AS (
     SELECT invoice_id, subscription_product_id, amount, period_from, count(*) AS times FROM subscription_charge WHERE invoice_id IS NOT NULL GROUP BY 1, 2, 3, 4
   ), lines AS (
     SELECT invoice_id, subscription_product_id, amount, period_from, count(*) AS times FROM invoice_line
     WHERE kind = 'CHARGE' AND description <> 'Carried over to the next invoice' GROUP BY 1, 2, 3, 4
   )
   SELECT invoice_id AS "invoiceId", amount::text AS amount, charges.times AS charges, lines.times AS lines
   FROM charges FULL JOIN lines USING (invoice_id, subscription_product_id, amount, period_from) WHERE charges.times IS DISTINCT FROM lines.times`,
);

interface Billed {
  readonly id: string;
  readonly billingType: 'PREPAID' | 'POSTPAID';
  readonly cycle: number;
  readonly cycles: readonly number[];
}

/** Notes cycles that have no invoice, or one before their time, and charges that stand on no invoice's lines, or on two. */
export async function checkInvoices({ db }: World, report: CampaignReport): Promise<void> {
  for (const { id, billingType, cycle, cycles } of await db.query<Billed>(cyclesStatement, [])) {
    const due = Array.from({ length: billingType === 'PREPAID' ? cycle : cycle - 1 }, (_, at) => at + 1);
    if (cycles.join() !== due.join())
      report.addViolation(`subscription ${id} is ${billingType} and in cycle ${cycle}; it has invoices of the cycles ${cycles}`);
  }
  const charges = await db.query(chargesStatement, []);
  if (charges.length > 0) report.addViolation(`charges do not stand once on the invoice that they are on: ${JSON.stringify(charges.slice(0, 3))}`);
}
