import { statement } from '@linework/db/statement';
import type { Findings } from '../findings.ts';
import type { World } from '../world/start-world.ts';

const gapsStatement = statement(
  'campaign-receipt-numbers',
  `SELECT supplier_id AS "supplierId", count(*)::int AS numbers, count(DISTINCT number)::int AS different, max(number) AS last
   FROM tax_receipt WHERE number IS NOT NULL GROUP BY supplier_id HAVING count(*) <> max(number) OR count(DISTINCT number) <> count(*)`,
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

/** Notes numbers that are missing or there twice, and receipts of which we and the tax authority think differently. */
export async function checkReceipts({ db, partners }: World, findings: Findings): Promise<void> {
  const gaps = await db.query(gapsStatement, []);
  if (gaps.length > 0) findings.wrong(`numbers of tax receipts have gaps or doubles: ${JSON.stringify(gaps)}`);
  const ledger = await partners.ledger({ kind: 'receipt' });
  const authorised = countOf(ledger.filter(({ operation }) => operation === 'tax-authority.authorise'));
  const cancelled = countOf(ledger.filter(({ operation }) => operation === 'tax-authority.cancel'));
  for (const { id, status, accessKey } of await db.query<Receipt>(receiptsStatement, [])) {
    const asTold = [authorised.get(accessKey) ?? 0, cancelled.get(accessKey) ?? 0];
    const expected = status === 'CANCELED' ? [1, 1] : [1, 0];
    if (asTold.join() !== expected.join())
      findings.wrong(`tax receipt ${id} is ${status}; the authority authorised it ${asTold[0]} times and cancelled it ${asTold[1]} times`);
  }
}

function countOf(effects: readonly { readonly record: { readonly id: string } }[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { record } of effects) counts.set(record.id, (counts.get(record.id) ?? 0) + 1);
  return counts;
}
