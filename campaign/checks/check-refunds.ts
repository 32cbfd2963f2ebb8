import { statement } from '@linework/db/statement';
import type { CampaignReport } from '../world/report.ts';
import type { World } from '../world/start-world.ts';

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
);

/** Reports refunds whose status differs from the provider's, and payments with wrong sums of their refunds. */
export async function checkRefunds({ db, partners }: World, report: CampaignReport): Promise<void> {
  const atProvider = new Map(
    (await partners.requestLog({ kind: 'refund' })).map(({ record }) => [record.id, record.status]),
  );
  for (const { id, status } of await db.query<{ readonly id: string; readonly status: string }>(refundsStatement, [])) {
    const isCompleted = atProvider.get(id) === 'COMPLETED';
    if (isCompleted !== (status === 'COMPLETED'))
      report.addViolation(`refund ${id} is ${status}, but ${atProvider.get(id) ?? 'unknown'} at the provider`);
  }
  const mismatches = await db.query<{ readonly id: string }>(sumsStatement, []);
  if (mismatches.length > 0)
    report.addViolation(`payments have wrong sums of their refunds: ${JSON.stringify(mismatches.slice(0, 3))}`);
}
