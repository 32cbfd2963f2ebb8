import { statement } from '@linework/db/statement';
import type { CampaignReport } from '../report.ts';
import type { World } from '../world/start-world.ts';

/**
 * A step that other errors took attempts from may fail with a lost answer before three in a row count as away (decision 56). A call that did not
 * reach the network has no such count: no step fails of it.
 */
const failedWhileAwayStatement = statement(
  'campaign-failed-of-away',
  `SELECT order_id, position, error
   FROM order_step
   WHERE status IN ('FAILED', 'ROLLBACK_FAILED')
     AND (error ->> 'code' = 'system-away'
       OR error ->> 'code' IN ('network-unreachable', 'network-timeout') AND coalesce((error ->> 'unansweredInARow')::int, 3) >= 3)`,
);

/** Reports orders that failed because the network was away, and calls that were made with an expired lease. */
export async function checkCalls({ db, managedNetwork }: World, report: CampaignReport): Promise<void> {
  const failed = await db.query(failedWhileAwayStatement, []);
  if (failed.length > 0)
    report.addViolation(`${failed.length} steps failed because the network was away: ${JSON.stringify(failed[0])}`);
  // A call that was sent in time may arrive late. A call with a negative remaining lease was sent by a worker that did not check its lease.
  const late = (await managedNetwork.lateCalls()).filter(({ leftMs }) => leftMs < 0);
  if (late.length > 0)
    report.addViolation(`${late.length} calls were sent after their lease had expired: ${JSON.stringify(late[0])}`);
}
