import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { dueNow } from '@linework/partners/poll-due';
import type { RefundTarget } from './find-refund.ts';

const dueNowStatement = statement(
  'make-refund-due',
  `UPDATE refund
   SET due_at = ${dueNow}
   WHERE id = $1::uuid AND ($2::uuid IS NULL OR broker_id = $2::uuid) AND status = 'PENDING'`,
);

/** Makes a PENDING refund due for polling at once. Does nothing for any other refund. */
export async function makeRefundDue(db: Pick<Db, 'query'>, { caller, refundId }: RefundTarget): Promise<void> {
  await db.query(dueNowStatement, [refundId, caller.brokerId]);
}
