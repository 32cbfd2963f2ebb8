import { statement } from '@linework/db/statement';
import type { CampaignReport } from '../report.ts';
import type { World } from '../world/start-world.ts';

const failedWhileAwayStatement = statement(
  'campaign-failed-of-away',
  `SELECT order_id, position, error
   FROM order_step
   WHERE status IN ('FAILED', 'ROLLBACK_FAILED') AND error ->> 'code' IN ('system-away', 'network-unreachable', 'network-timeout')`,
);

/** No order failed because the network was away, and nobody called for an order with a lease that was over. */
export async function checkCalls({ db, managedNetwork }: World, report: CampaignReport): Promise<void> {
  const failed = await db.query(failedWhileAwayStatement, []);
  if (failed.length > 0) report.addViolation(`${failed.length} steps failed because the network was away: ${JSON.stringify(failed[0])}`);
  // One that was sent in time may arrive late. One that began when its lease was over was sent by a worker that did not look.
  const late = (await managedNetwork.lateCalls()).filter(({ leftMs }) => leftMs < 0);
  if (late.length > 0) report.addViolation(`${late.length} calls after the order was another worker's: ${JSON.stringify(late[0])}`);
}
