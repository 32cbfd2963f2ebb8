import { statement } from '@linework/db/statement';
import type { Findings } from '../findings.ts';
import type { World } from '../world/start-world.ts';

const refundsStatement = statement('campaign-refunds', 'SELECT id, status FROM refund');
const sumsStatement = statement(
  'campaign-refund-sums',
  `SELECT p.id
   FROM payment p
   LEFT JOIN refund r ON r.payment_id = p.id
   GROUP BY p.id
   HAVING p.refunded <> coalesce(sum(r.amount) FILTER (WHERE r.status = 'COMPLETED'), 0)
     OR p.refunds_asked <> coalesce(sum(r.amount) FILTER (WHERE r.status <> 'FAILED'), 0)
     OR p.refunded = p.amount AND p.status = 'CONFIRMED'`,
);

/** Notes refunds of which we and the provider think differently, and payments that count their refunds wrong. */
export async function checkRefunds({ db, partners }: World, findings: Findings): Promise<void> {
  const atProvider = new Map((await partners.ledger({ kind: 'refund' })).map(({ record }) => [record.id, record.status]));
  for (const { id, status } of await db.query<{ readonly id: string; readonly status: string }>(refundsStatement, [])) {
    const isGiven = atProvider.get(id) === 'COMPLETED';
    if (isGiven !== (status === 'COMPLETED')) findings.wrong(`refund ${id} is ${status}, and at the provider ${atProvider.get(id) ?? 'unknown'}`);
  }
  const wrong = await db.query<{ readonly id: string }>(sumsStatement, []);
  if (wrong.length > 0) findings.wrong(`payments count their refunds wrong: ${JSON.stringify(wrong.slice(0, 3))}`);
}
