import { statement } from '@linework/db/statement';
import type { CampaignReport } from '../world/report.ts';
import type { World } from '../world/start-world.ts';

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

interface Receipt {
  readonly id: string;
  readonly status: string;
  readonly accessKey: string;
}

/** Reports missing and duplicate numbers, and receipts whose status differs from the tax authority's. */
export async function checkReceipts({ db, partners }: World, report: CampaignReport): Promise<void> {
  const gaps = await db.query(gapsStatement, []);
  if (gaps.length > 0) report.addViolation(`numbers of tax receipts have gaps or duplicates: ${JSON.stringify(gaps)}`);
  const requestLog = await partners.requestLog({ kind: 'receipt' });
  const authorised = countByRecord(requestLog.filter(({ operation }) => operation === 'tax-authority.authorise'));
  const cancelled = countByRecord(requestLog.filter(({ operation }) => operation === 'tax-authority.cancel'));
  for (const { id, status, accessKey } of await db.query<Receipt>(receiptsStatement, [])) {
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
