import type { Db } from '@linework/db/db';
import { isDatabaseUnavailable } from '@linework/db/is-database-unavailable';
import { assembled } from '@linework/db/statement';
import { anyEventIsNew } from '@linework/events/feed/assign-event-positions';
import { anyHasExpired } from '@linework/inventory/expiry/has-expired';
import { anyBulkOperationIsOpen } from '@linework/lines/bulk-operations/settle-bulk-operations';
import { anyLineIsToBeChecked } from '@linework/lines/reconciliation/reconcile-lines';
import type { Log } from '@linework/log/log';
import { anyMoveInHasWork } from '@linework/move-in/advance-move-ins';
import { paymentCall } from '@linework/payments/due-payments';
import { paymentMethodCall } from '@linework/payments/methods/due-methods';
import { refundCall } from '@linework/payments/refunds/due-refunds';
import { portInCall } from '@linework/portability/port-ins/due-port-ins';
import { portOutCall } from '@linework/portability/port-outs/due-port-outs';
import type { FindDueJobs } from '@linework/queue/run-period';
import type { JobName } from '@linework/schemas/jobs';
import { anyLineHasEnded } from '@linework/subscriptions/lines/end-without-lines';
import { anySubscriptionIsDue } from '@linework/subscriptions/move-due-subscriptions';
import { anyPauseBlockWaits } from '@linework/subscriptions/pauses/pause-blocks';
import { receiptCall } from '@linework/tax-receipts/receipt-snapshot';
import { anyEventWaits } from '@linework/webhooks/deliveries/fan-out';
import { anyEndpointMoves } from '@linework/webhooks/endpoints/move-deliveries';
import { anyDeliveryIsDue } from '@linework/webhooks/sending/acquire-deliveries';

/**
 * What a scheduled job waits for, in SQL. A condition may be true without work, and is never false while there is work.
 * A job without a condition runs each time. @internal
 */
export const dueConditions: Partial<Record<JobName, string>> = {
  'expire-resources': anyHasExpired,
  'assign-event-positions': anyEventIsNew,
  'place-bulk-orders': anyBulkOperationIsOpen,
  'deliver-webhooks': `${anyEventWaits} OR ${anyDeliveryIsDue} OR ${anyEndpointMoves}`,
  'ask-payment-provider': `coalesce(${paymentCall.anyIsDue}, ${paymentMethodCall.anyIsDue}, ${refundCall.anyIsDue})`,
  'ask-clearing-house': `coalesce(${portInCall.anyIsDue}, ${portOutCall.anyIsDue})`,
  'ask-tax-authority': receiptCall.anyIsDue,
  'move-due-subscriptions': anySubscriptionIsDue,
  'end-without-lines': anyLineHasEnded,
  'block-paused-lines': anyPauseBlockWaits,
  'advance-move-ins': anyMoveInHasWork,
  'reconcile-lines': anyLineIsToBeChecked,
};

/**
 * Asks for all jobs of a period in one statement, because nearly always none has work: each would ask alone, some in a
 * transaction, and that is most of what an idle system costs. The statement is planned each time, so that no plan is
 * from a time when a table was small. If it fails, each job runs and says what fails.
 */
export function createDueJobsFinder({ db, log }: { readonly db: Pick<Db, 'query'>; readonly log: Log }): FindDueJobs {
  return async (names) => {
    const conditional = names.filter((name) => dueConditions[name] !== undefined);
    if (conditional.length === 0) return names;
    const columns = conditional.map((name) => `${dueConditions[name]} AS "${name}"`);
    try {
      const [due = {}] = await db.query(
        assembled<Partial<Record<JobName, boolean | null>>>({ text: `SELECT ${columns.join(', ')}`, values: [] }),
      );
      return names.filter((name) => dueConditions[name] === undefined || due[name] === true);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'the scheduled jobs that have work were not found');
      return names;
    }
  };
}
