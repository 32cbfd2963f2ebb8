import { statement } from '@linework/db/statement';
import type { PortOutStatus } from '@linework/schemas/lifecycles/port-out.lifecycle';
import type { CampaignReport } from '../world/report.ts';
import type { World } from '../world/start-world.ts';

/**
 * Only subscriptions that were neither paused nor ended, and began here. A POSTPAID subscription has no invoice for its
 * current cycle yet.
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
     AND NOT EXISTS (SELECT FROM subscription_pause p WHERE p.subscription_id = s.id)
     AND NOT EXISTS (SELECT FROM move_in_row r WHERE r.record_id = s.id)`,
).returns<Billed>();

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
     WHERE kind = 'CHARGE' AND description <> 'Carried over to the next invoice'
       AND NOT EXISTS (SELECT FROM move_in_row r WHERE r.record_id = invoice_id)
     GROUP BY 1, 2, 3, 4
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
  for (const { id, billingType, cycle, cycles } of await db.query(cyclesStatement)) {
    const due = Array.from({ length: billingType === 'PREPAID' ? cycle : cycle - 1 }, (_, at) => at + 1);
    if (cycles.join() !== due.join())
      report.addViolation(
        `subscription ${id} is ${billingType} and in cycle ${cycle}; it has invoices for the cycles ${cycles}, ` +
          `expected ${due}`,
      );
  }
  const charges = await db.query(chargesStatement);
  if (charges.length > 0)
    report.addViolation(`charges are not on exactly one line of their invoice: ${JSON.stringify(charges.slice(0, 3))}`);
}

const gapsStatement = statement(
  'campaign-receipt-numbers',
  `SELECT supplier_id AS "supplierId", count(*)::int AS numbers, count(DISTINCT number)::int AS different,
     max(number) AS last
   FROM tax_receipt
   WHERE number IS NOT NULL
   GROUP BY supplier_id
   HAVING count(*) <> max(number) OR count(DISTINCT number) <> count(*)`,
);
const receiptsStatement = statement(
  'campaign-receipts',
  `SELECT id, status, access_key AS "accessKey" FROM tax_receipt WHERE access_key IS NOT NULL AND status <> 'DRAFT'`,
);

/** Reports missing and duplicate numbers, and receipts whose status differs from the tax authority's. */
export async function checkReceipts({ db, partners }: World, report: CampaignReport): Promise<void> {
  const gaps = await db.query(gapsStatement);
  if (gaps.length > 0) report.addViolation(`numbers of tax receipts have gaps or duplicates: ${JSON.stringify(gaps)}`);
  const requestLog = await partners.requestLog({ kind: 'receipt' });
  const authorised = countByRecord(requestLog.filter(({ operation }) => operation === 'tax-authority.authorise'));
  const cancelled = countByRecord(requestLog.filter(({ operation }) => operation === 'tax-authority.cancel'));
  for (const { id, status, accessKey } of await db.query(receiptsStatement)) {
    const actual = [authorised.get(accessKey) ?? 0, cancelled.get(accessKey) ?? 0];
    const expected = status === 'CANCELED' ? [1, 1] : [1, 0];
    if (actual.join() !== expected.join())
      report.addViolation(
        `tax receipt ${id} is ${status}; the authority authorised it ${actual[0]} times and cancelled it ` +
          `${actual[1]} times`,
      );
  }
}

function countByRecord(effects: readonly { readonly record: { readonly id: string } }[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { record } of effects) counts.set(record.id, (counts.get(record.id) ?? 0) + 1);
  return counts;
}

const refundsStatement = statement('campaign-refunds', 'SELECT id, status FROM refund');
const sumsStatement = statement(
  'campaign-refund-sums',
  `SELECT p.id
   FROM payment p
   LEFT JOIN refund r ON r.payment_id = p.id
   GROUP BY p.id
   HAVING p.refunded <> coalesce(sum(r.amount) FILTER (WHERE r.status = 'COMPLETED'), 0)
     OR p.refunds_requested <> coalesce(sum(r.amount) FILTER (WHERE r.status <> 'FAILED'), 0)
     OR p.refunded = p.amount AND p.status = 'CONFIRMED'`,
).returns<{ readonly id: string }>();

/** Reports refunds whose status differs from the provider's, and payments with wrong sums of their refunds. */
export async function checkRefunds({ db, partners }: World, report: CampaignReport): Promise<void> {
  const atProvider = new Map(
    (await partners.requestLog({ kind: 'refund' })).map(({ record }) => [record.id, record.status]),
  );
  for (const { id, status } of await db.query(refundsStatement)) {
    const isCompleted = atProvider.get(id) === 'COMPLETED';
    if (isCompleted !== (status === 'COMPLETED'))
      report.addViolation(`refund ${id} is ${status}, but ${atProvider.get(id) ?? 'unknown'} at the provider`);
  }
  const mismatches = await db.query(sumsStatement);
  if (mismatches.length > 0)
    report.addViolation(`payments have wrong sums of their refunds: ${JSON.stringify(mismatches.slice(0, 3))}`);
}

const recordsStatement = statement(
  'campaign-usage',
  'SELECT record_id AS "recordId", counted::int FROM usage_record',
).returns<{ recordId: string; counted: number }>();
const creditsStatement = statement('campaign-credits', "SELECT id FROM usage_credit WHERE kind = 'SPOT'").returns<{
  id: string;
}>();

/**
 * Reports usage records whose counted amount differs from the response to the client, and lost or duplicate credits.
 */
export async function checkUsage(
  { db }: World,
  { countedUsage, creditIds, addViolation }: CampaignReport,
): Promise<void> {
  const stored = new Map((await db.query(recordsStatement)).map((row) => [row.recordId, row.counted]));
  const different = [...countedUsage].filter(([recordId, amount]) => stored.get(recordId) !== amount);
  if (different.length > 0)
    addViolation(`${different.length} usage records were counted differently from the response: ${different[0]}`);
  // Every client repeated its request until it knew the outcome.
  const surplus = [...stored.keys()].filter((recordId) => !countedUsage.has(recordId));
  if (surplus.length > 0)
    addViolation(`${surplus.length} usage records were counted that no client sent successfully: ${surplus[0]}`);
  const created = new Set((await db.query(creditsStatement)).map(({ id }) => id));
  const unmatched = [...created.symmetricDifference(creditIds)];
  if (unmatched.length > 0)
    addViolation(`${unmatched.length} credits were lost, or added without a response: ${unmatched[0]}`);
}

/** Reads whether the number is still on a line or in the inventory. */
const portOutsStatement = statement(
  'campaign-port-outs',
  `SELECT p.id, p.status, p.ticket,
     EXISTS (SELECT FROM line l WHERE l.msisdn = p.msisdn AND l.status <> 'TERMINATED')
       OR EXISTS (SELECT FROM resource r WHERE r.external_code = p.msisdn AND r.retired_at IS NULL) AS "isHere"
   FROM port_out p`,
).returns<PortOut>();

interface PortOut {
  readonly id: string;
  readonly status: PortOutStatus;
  readonly ticket: string;
  readonly isHere: boolean;
}

/**
 * Reports ported-out numbers that are still here, and port-outs that were not confirmed exactly once when they
 * completed.
 */
export async function checkPortOuts({ db, partners }: World, report: CampaignReport): Promise<void> {
  const confirmedTickets = (await partners.requestLog({ kind: 'port-out' })).map(({ record }) => record.id);
  for (const { id, status, ticket, isHere } of await db.query(portOutsStatement)) {
    const times = confirmedTickets.filter((confirmed) => confirmed === ticket).length;
    if (times !== (status === 'COMPLETED' ? 1 : 0))
      report.addViolation(`port-out ${id} is ${status}, and the clearing house got ${times} confirmations`);
    if (status === 'COMPLETED' && isHere)
      report.addViolation(`port-out ${id} is COMPLETED, but its number is still here`);
  }
}
