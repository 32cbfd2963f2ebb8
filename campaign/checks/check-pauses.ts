import { statement } from '@linework/db/statement';
import type { CampaignReport } from '../report.ts';
import type { World } from '../world/start-world.ts';

/** A line that has left the subscription since the block, or has joined it again, does not count. */
const leftBlockedStatement = statement(
  'campaign-left-blocked',
  `SELECT l.id, s.id AS "subscriptionId" FROM line l JOIN subscription s ON s.id = l.subscription_id
   CROSS JOIN LATERAL (SELECT * FROM orders o WHERE o.line_id = l.id ORDER BY o.created_at DESC, o.id DESC LIMIT 1) AS last
   WHERE s.status = 'ACTIVE' AND l.status = 'BLOCKED' AND last.type = 'LINE_BLOCK' AND last.metadata ->> 'subscriptionId' = s.id::text
     AND NOT EXISTS (SELECT FROM event e WHERE e.resource_id = l.id AND e.details -> 'changed' ? 'subscriptionId' AND e.at >= last.created_at)`,
);

/** Reports lines that are still blocked by a pause although their subscription was resumed. */
export async function checkPauses({ db }: World, report: CampaignReport): Promise<void> {
  const stillBlocked = await db.query(leftBlockedStatement, []);
  if (stillBlocked.length > 0)
    report.addViolation(
      `${stillBlocked.length} lines stayed blocked after their subscription was resumed: ${JSON.stringify(stillBlocked[0])}`,
    );
}
